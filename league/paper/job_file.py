"""Documents that take long to lay out, made by a worker while people see how far that is."""

from django.utils.translation import gettext as _

from league.jobs.kinds import File
from league.jobs.progress import Progress
from league.paper.answers import file_name
from league.paper.printing import Printing


def as_file(printing: Printing, *names: str, progress: Progress) -> File:
    """Return the whole file under a name made of `names`. Raises Cancelled."""
    pieces = []
    progress.step(_("Writing the pages"), printing.steps)
    for done, piece in enumerate(printing.pieces(), start=1):
        pieces.append(piece)
        if done == printing.steps:
            progress.step(_("Putting the file together"))
        elif done < printing.steps:
            progress.at(done)
    progress.step("")  # the last moment at which nothing need be kept
    return File(name=f"{file_name(*names)}.pdf", content=b"".join(pieces))

"""A document as an answer or as the file of a job: its size of paper, its name."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.foundation.jobs.apart import Progress
from league.foundation.jobs.kinds import File
from league.office.paper.document import About, PaperSize
from league.office.paper.printing import Printing

PDF = "application/pdf"
# where letters are written on Letter; the cities of South America use A4
LETTER_ZONES = ("US/", "Canada/", "Pacific/Honolulu", "America/")
A4_ZONES = ("America/Argentina/", "America/Sao_Paulo", "America/Montevideo", "America/Lima")


def paper_size(asked: str, time_zone: str) -> PaperSize:
    """Return the requested size ("a4", "letter"), else the usual one in the club's country."""
    if asked in ("a4", "letter"):
        return "letter" if asked == "letter" else "a4"
    is_letter = time_zone.startswith(LETTER_ZONES) and not time_zone.startswith(A4_ZONES)
    return "letter" if is_letter else "a4"


def about(
    request: HttpRequest, title: str, *, at: datetime, club: Club | None = None, subject: str = ""
) -> About:
    """Return what a document says of itself, in the reader's language, on the club's paper."""
    return about_on(request.GET.get("paper", ""), title, at=at, club=club, subject=subject)


def about_on(
    asked: str, title: str, *, at: datetime, club: Club | None = None, subject: str = ""
) -> About:
    """Do what `about` does, on the size of paper that was asked for ("": that of the club)."""
    return About(
        title=title,
        club=club.name if club else "Tricktable",
        language=get_language() or "en",
        at=at,
        paper=paper_size(asked, club.time_zone if club else "UTC"),
        subject=subject,
    )


def pdf(printing: Printing, *names: str, is_secret: bool = False) -> HttpResponse:
    """Answer with the file. `is_secret`: no cache may keep it (links of tables, hidden cards)."""
    response = mark_as_pdf(HttpResponse(printing.to_bytes()), *names)
    response["Cache-Control"] = "no-store" if is_secret else "private, no-cache"
    return response


def mark_as_pdf(response: HttpResponse, *names: str) -> HttpResponse:
    """Mark an answer as a PDF and give it the name under which it is saved.

    The browser shows it; names that have no Latin letters are left out of the file's name.
    """
    if response.status_code == 200:
        response["Content-Type"] = PDF
    response["Content-Disposition"] = f'inline; filename="{file_name(*names)}.pdf"'
    return response


def file_name(*names: str) -> str:
    return "-".join(filter(None, (slugify(name) for name in names))) or "tricktable"


# Documents that take long to lay out, made by a worker while people see how far that is.


def as_file(printing: Printing, *names: str, progress: Progress) -> File:
    """Return the whole file under a name made of `names`. Raises Cancelled."""
    pieces = []
    progress.step(_("Writing the pages"), printing.steps)
    for done, piece in enumerate(printing.pieces(), start=1):
        pieces.append(piece)
        if done == printing.steps:
            progress.step(_("Putting the file together"))
        elif done < printing.steps:
            progress.report(done)
    progress.step("")  # the last moment at which nothing need be kept
    return File(name=f"{file_name(*names)}.pdf", content=b"".join(pieces))

"""Archives checked in a process of their own before a worker reads them: see `jobs/apart.py`.

A file of a few megabytes may be unpacked to gigabytes, or name millions of files. Only what went
through here whole, line by line, is opened where rows are written.
"""

from dataclasses import asdict
from typing import IO, Any

import orjson
from django.utils import translation
from django.utils.translation import gettext as _

from league.foundation.jobs.apart import (
    MB,
    USUAL,
    Limits,
    Progress,
    TooMuchMemory,
    TooSlow,
    answer_of,
    kept_to,
)
from league.office.archives.opened_archive import NotAnArchive, open_archive


def check_apart(file: IO[bytes], progress: Progress, limits: Limits = USUAL) -> None:
    """Check an archive wholly, by another process. Raises NotAnArchive, Cancelled."""
    progress.step(_("Checking the archive"))
    asked = asdict(limits) | {"language": translation.get_language() or "en"}
    arguments = [orjson.dumps(asked).decode()]
    try:
        answered = answer_of("league.office.archives", arguments, file, progress, limits)
    except TooSlow:
        raise NotAnArchive(
            _(
                "Checking the archive took longer than %(most)d seconds and was stopped; make "
                "archives of its seasons or events, and read one after the other."
            )
            % {"most": limits.seconds}
        ) from None
    except TooMuchMemory:
        raise NotAnArchive(
            _(
                "Checking the archive took more than %(most)d MB of memory and was stopped; make "
                "archives of its seasons or events, and read one after the other."
            )
            % {"most": limits.memory // MB}
        ) from None
    if answered["refused"]:
        raise NotAnArchive(answered["refused"])
    file.seek(0)


# In the process of its own.


def answer(incoming: IO[bytes], outgoing: IO[bytes], asked: str, when_begun: str) -> None:
    """Check the archive within the limits, and write the sentence on why it is not read."""
    known: dict[str, Any] = orjson.loads(asked)
    language = known.pop("language")
    with kept_to(Limits(**known), int(when_begun)), translation.override(language):
        outgoing.write(orjson.dumps({"refused": _why_not(incoming)}))
    outgoing.flush()


def _why_not(file: IO[bytes]) -> str:
    try:
        open_archive(file).check_lines()
    except NotAnArchive as refused:
        return str(refused)
    return ""

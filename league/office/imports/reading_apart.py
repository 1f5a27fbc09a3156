"""Large files read in a process of their own: see `jobs/apart.py`.

`python -m league.office.imports` is that process: a line of JSON and the file on its standard
input, a line of JSON on its output.
"""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
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
from league.office.imports.choices import Choices
from league.office.imports.kinds import kind_called
from league.office.imports.reading.bounds import READ_AT_ONCE, READ_BY_WORKER, BoundMet, Bounds
from league.office.imports.reading.delimited import Grid, Lost
from league.office.imports.reading.spreadsheet import text_of_file
from league.office.imports.reading.unreadable import FileUnreadable
from league.office.imports.reading.workbook import check_workbook, is_workbook, sheet_as_csv

MOST_READ = 20 * MB  # bytes of what was read, as JSON


def is_read_at_once(content: bytes) -> bool:
    """Say whether a file is so small that a request may read it. Raises FileUnreadable."""
    if is_workbook(content):
        return len(content) <= READ_AT_ONCE.bytes and _is_within(
            lambda: check_workbook(content, READ_AT_ONCE)
        )
    if len(content) > READ_AT_ONCE.bytes:
        return False
    return _is_within(lambda: READ_AT_ONCE.check_text(_roughly(content)))


def _is_within(check: Callable[[], None]) -> bool:
    try:
        check()
    except BoundMet:
        return False
    return True


def _roughly(content: bytes) -> str:
    """Return a text whose lines are about as many and as long, in whichever encoding it is."""
    is_wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    return content.decode("utf-16" if is_wide else "utf-8", errors="replace")


def read_apart(
    kind: str, content: bytes, choices: Choices, progress: Progress, limits: Limits = USUAL
) -> Grid:
    """Return how a file is read, by another process. Raises FileUnreadable, Cancelled."""
    asked = {
        "kind": kind,
        "choices": choices.as_json(),
        "language": translation.get_language() or "en",
        "limits": asdict(limits),
    }
    with tempfile.TemporaryFile() as file:
        file.write(orjson.dumps(asked) + b"\n" + content)
        try:
            answered = answer_of("league.office.imports", (), file, progress, limits)
        except TooSlow:
            raise _too_slow(limits) from None
        except TooMuchMemory:
            raise BoundMet(too_much_memory(limits)) from None
    if "refused" in answered:
        raise (
            BoundMet(answered["refused"])
            if answered["is_bound"]
            else FileUnreadable(answered["refused"])
        )
    return grid_from(answered["grid"])


def _too_slow(limits: Limits) -> BoundMet:
    return BoundMet(
        _(
            "Reading the file took longer than %(most)d seconds and was stopped; divide it, and "
            "import one part after the other."
        )
        % {"most": limits.seconds}
    )


def too_much_memory(limits: Limits) -> str:
    return _(
        "Reading the file took more than %(most)d MB of memory and was stopped; divide it, and "
        "import one part after the other."
    ) % {"most": limits.memory // MB}


# In the process of its own.


def read_here(asked: Mapping[str, Any], content: bytes) -> dict[str, Any]:
    """Return the lines of a file, or the sentence on why it is not read."""
    with translation.override(asked["language"]):
        try:
            grid = _read(asked["kind"], content, Choices.of(asked["choices"]))
            return {"grid": grid_as_json(grid)}
        except FileUnreadable as refused:
            return {"refused": str(refused), "is_bound": isinstance(refused, BoundMet)}
        except RecursionError:
            return {"refused": too_much_memory(Limits(**asked["limits"])), "is_bound": True}


def _read(name: str, content: bytes, choices: Choices, bounds: Bounds = READ_BY_WORKER) -> Grid:
    kind = kind_called(name)
    assert kind is not None  # noqa: S101  the file was kept for it
    if not is_workbook(content):
        bounds.check_text(text_of_file(content, choices).text)
        return kind.read(content, choices)
    text, sheet, sheets = sheet_as_csv(content, choices.sheet)
    grid = kind.read(text, replace(choices, encoding="utf-8", delimiter=","))
    return replace(grid, encoding="", delimiter="", sheet=sheet, sheets=sheets)


def answer(incoming: IO[bytes], outgoing: IO[bytes], when_begun: int) -> None:
    """Read what is asked for within the limits, and write what was read."""
    asked = orjson.loads(incoming.readline())
    limits = Limits(**asked["limits"])
    with kept_to(limits, when_begun):
        written = orjson.dumps(read_here(asked, incoming.read()))
        if len(written) > MOST_READ:
            written = orjson.dumps({"refused": too_much_memory(limits), "is_bound": True})
    outgoing.write(written)
    outgoing.flush()


def grid_as_json(grid: Grid) -> dict[str, Any]:
    return {name: getattr(grid, name) for name in grid.__slots__} | {
        "lost": [asdict(lost) for lost in grid.lost]
    }


def grid_from(stored: Mapping[str, Any]) -> Grid:
    """Return the lines as `grid_as_json` has written them."""
    return Grid(
        **dict(stored)
        | {
            "lines": [(number, cells) for number, cells in stored["lines"]],
            "lost": [Lost(**lost) for lost in stored["lost"]],
        }
    )

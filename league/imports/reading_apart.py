"""Large files read in a process of their own, which has so much memory and time and then ends.

`python -m league.imports` is that process: a line of JSON and the file on its standard input, a
line of JSON on its output. It asks no database. Whatever a file does to its reader, the worker
that waits for it goes on.
"""

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from select import select
from typing import IO, Any

import orjson
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from league.imports.choices import Choices
from league.imports.kinds import kind_called
from league.imports.reading.bounds import READ_AT_ONCE, READ_BY_WORKER, BoundMet, Bounds
from league.imports.reading.grid import Grid, Lost
from league.imports.reading.spreadsheet import text_of_file
from league.imports.reading.unreadable import FileUnreadable
from league.imports.reading.workbook import check_workbook, is_workbook, sheet_as_csv
from league.jobs.progress import Progress

MB = 1_000_000
MOST_READ = 20 * MB  # bytes of what was read, as JSON
MOST_START_S = 120.0
LOOK_S = 0.5  # so often it is looked whether the reading is still wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What the process may have: seconds, of the clock and of the processor, and bytes of memory.

    The seconds begin when the site is loaded, which is 240 MB of the memory.
    """

    seconds: float = 60
    memory: int = 512 * MB


USUAL = Limits()


class ReaderFailed(Exception):
    """The process did not even begin, or met a fault that is not the file's."""


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
        "memory": limits.memory,
        "seconds": limits.seconds,
    }
    answered = _answer_of(orjson.dumps(asked) + b"\n" + content, progress, limits)
    if "refused" in answered:
        raise (
            BoundMet(answered["refused"])
            if answered["is_bound"]
            else FileUnreadable(answered["refused"])
        )
    return grid_from(answered["grid"])


def _answer_of(asked: bytes, progress: Progress, limits: Limits) -> dict[str, Any]:
    with tempfile.TemporaryFile() as file:
        file.write(asked)
        file.seek(0)
        began, when_begun = os.pipe()
        with subprocess.Popen(  # noqa: S603  nothing of it is the user's
            [sys.executable, "-m", "league.imports", str(when_begun)],
            pass_fds=[when_begun],
            stdin=file,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"DJANGO_SETTINGS_MODULE": settings.SETTINGS_MODULE} | SMALL,
        ) as child:
            try:
                os.close(when_begun)
                _wait_until_begun(began, progress)
                written = _waited_for(child, progress, limits)
            finally:
                os.close(began)
                child.kill()
    if child.returncode == 0 and written:
        answered: dict[str, Any] = orjson.loads(written)
        return answered
    if child.returncode == -signal.SIGXCPU:
        raise _too_slow(limits)
    if child.returncode > 0:
        raise ReaderFailed(f"the process that reads a file ended with {child.returncode}")
    raise BoundMet(too_much_memory(limits.memory))  # it was ended for it, or could not go on


# libraries that reckon in parallel would reserve memory for each processor
SMALL = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def _wait_until_begun(began: int, progress: Progress) -> None:
    """Wait until the process has loaded the site, which a busy machine may take long for."""
    left = MOST_START_S
    while left > 0 and not select([began], [], [], LOOK_S)[0]:
        left -= LOOK_S
        progress.at(0)


def _waited_for(child: "subprocess.Popen[bytes]", progress: Progress, limits: Limits) -> bytes:
    left = limits.seconds
    while True:
        try:
            return child.communicate(timeout=min(left, LOOK_S))[0]
        except subprocess.TimeoutExpired:
            left -= LOOK_S
            progress.at(0)
            if left <= 0:
                raise _too_slow(limits) from None


def _too_slow(limits: Limits) -> BoundMet:
    return BoundMet(
        _(
            "Reading the file took longer than %(most)d seconds and was stopped; divide it, and "
            "import one part after the other."
        )
        % {"most": limits.seconds}
    )


def too_much_memory(memory: int) -> str:
    return _(
        "Reading the file took more than %(most)d MB of memory and was stopped; divide it, and "
        "import one part after the other."
    ) % {"most": memory // MB}


# In the process of its own.


def read_here(asked: Mapping[str, Any], content: bytes) -> dict[str, Any]:
    """Return the lines of a file, or the sentence on why it is not read."""
    with translation.override(asked["language"]):
        try:
            grid = _read(asked["kind"], content, Choices.of(asked["choices"]))
            return {"grid": grid_as_json(grid)}
        except FileUnreadable as refused:
            return {"refused": str(refused), "is_bound": isinstance(refused, BoundMet)}
        except (MemoryError, RecursionError):
            return {"refused": too_much_memory(asked["memory"]), "is_bound": True}


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
    """Read what is asked for within the limits, and write what was read.

    `when_begun` is closed as soon as the seconds begin.
    """
    asked = orjson.loads(incoming.readline())
    seconds = int(time.process_time() + asked["seconds"]) + 1
    resource.setrlimit(resource.RLIMIT_AS, (asked["memory"], asked["memory"]))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    os.close(when_begun)
    try:
        written = orjson.dumps(read_here(asked, incoming.read()))
    except MemoryError:
        written = b""
    if len(written) > MOST_READ or not written:
        sentence = too_much_memory(asked["memory"])
        written = orjson.dumps({"refused": sentence, "is_bound": True})
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

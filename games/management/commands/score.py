"""The `score` door for files: one JSON object a line in, one answer a line out, in order."""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from games.engine.errors import MalformedRecord
from games.score_door import error_answer, score
from games.sentences import say

CHUNK = 200  # lines that go to a process at once
BIG_FILE = 1_000_000  # bytes; a smaller file is done before a second process would have started
PROGRESS_EVERY = 1_000  # lines after which the progress is shown again

Answered = tuple[str, Counter[str]]  # the answers as lines of JSON, and how many of each kind


class Command(BaseCommand):
    help = (
        "Score deals, games and calls: one JSON object a line in, one answer a line out, in order."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a file with one JSON object a line, or - for the input")
        parser.add_argument(
            "--summary", action="store_true", help="print counts instead of the answers"
        )
        parser.add_argument(
            "--processes",
            type=int,
            help="how many processes share the work (two for a big file, else one)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            source = _open(options["file"])
        except OSError as problem:
            self.stderr.write(
                _("%(file)s cannot be read: %(reason)s")
                % {"file": options["file"], "reason": problem.strerror or str(problem)}
            )
            sys.exit(2)
        processes = options["processes"] or _processes_for(options["file"])
        counts: Counter[str] = Counter()
        with source if source is not sys.stdin.buffer else nullcontext(source) as lines:
            try:
                for text, kinds in _answers(lines, processes):
                    counts += kinds
                    if not options["summary"]:
                        self.stdout.write(text, ending="")
                    self._show_progress(counts.total())
            except BrokenPipeError:  # the reader of the answers, such as `head`, has stopped
                sys.stdout = None
                sys.exit(0)
            except OSError as problem:
                self.stderr.write(
                    _("reading stopped after %(lines)d lines: %(reason)s")
                    % {"lines": counts.total(), "reason": problem.strerror or str(problem)}
                )
                sys.exit(2)
        self._finish_output(counts, summary=options["summary"])

    def _show_progress(self, done: int) -> None:
        if done % PROGRESS_EVERY == 0 and sys.stderr.isatty():
            self.stderr.write("\r" + _("%(lines)d lines answered") % {"lines": done}, ending="")

    def _finish_output(self, counts: Counter[str], *, summary: bool) -> None:
        if sys.stderr.isatty() and counts.total() >= PROGRESS_EVERY:
            self.stderr.write("")
        if not summary:
            return
        refused = {kind: n for kind, n in counts.items() if kind.startswith("error ")}
        self.stdout.write(_("lines: %(count)d") % {"count": counts.total()})
        for kind in ("deal", "game", "call"):
            self.stdout.write(f"{kind}: {counts[kind]}")
        self.stdout.write(_("refused: %(count)d") % {"count": sum(refused.values())})
        for kind, count in sorted(refused.items(), key=lambda item: (-item[1], item[0])):
            self.stdout.write(f"  {kind.removeprefix('error ')}: {count}")


def _open(name: str) -> BinaryIO:
    return sys.stdin.buffer if name == "-" else Path(name).open("rb")


def _processes_for(name: str) -> int:
    """Return 2 for a big file, else 1: a second process takes a while to start."""
    return 2 if name != "-" and Path(name).stat().st_size > BIG_FILE else 1


def _answers(lines: Iterable[bytes], processes: int) -> Iterator[Answered]:
    """Answer every line that is not empty, in order: one by one, or in chunks by processes."""
    full = (line for line in lines if line.strip())
    if processes == 1:
        yield from (answer_lines([line]) for line in full)
        return
    # forked: each process has the engine loaded, and nothing is shared but the lines
    with get_context("fork").Pool(processes) as pool:
        yield from pool.imap(answer_lines, _chunks(full))


def _chunks(lines: Iterator[bytes]) -> Iterator[list[bytes]]:
    while chunk := list(islice(lines, CHUNK)):
        yield chunk


def answer_lines(lines: list[bytes]) -> Answered:
    """Return the answers, one a line, and how many there are of each kind."""
    answers = [answer_line(line) for line in lines]
    text = "".join([json.dumps(answer) + "\n" for answer in answers])
    return text, Counter(map(_kind_of, answers))


def answer_line(line: bytes) -> dict[str, Any]:
    """Return the answer to one line; a line that is not JSON gets an error answer."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        sentence = say("this line is not a JSON object")
        return {"error": error_answer(MalformedRecord("not_json", sentence))}
    return score(data)


def _kind_of(answer: dict[str, Any]) -> str:
    if "error" in answer:
        return f"error {answer['error']['rule']}"
    return "deal" if "score" in answer else "game" if "totals" in answer else "call"

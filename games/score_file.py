"""The `score` door for files: one JSON object a line in, one answer a line out, in order.

It asks nothing of the rest of the site, so the command starts without it.
"""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from multiprocessing import get_context
from multiprocessing.pool import AsyncResult
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, NoReturn, Protocol

from msgspec import DecodeError
from msgspec.json import Decoder

from games.engine.errors import MalformedRecord
from games.score_door import error_answer, score
from games.sentences import ENGLISH, Sentence, Words, render, say

BLOCK = 250_000  # bytes of lines, about, that are answered at once
WAITING = 3  # blocks a process that are on their way; more would only fill the memory
BIG_FILE = 1_000_000  # bytes; a smaller file is done before a second process would have started
PROGRESS_EVERY = 1_000  # lines after which the progress is shown again

_QUICK = Decoder()

Answered = tuple[str, Counter[str]]  # the answers as lines of JSON, and how many of each kind


class Writer(Protocol):
    def write(self, text: str, /) -> object: ...


class Printed(NamedTuple):
    """Where answers and messages are printed, and in which words."""

    out: Writer
    err: Writer
    words: Words = ENGLISH

    def answer(self, sentence: Sentence) -> None:
        self.out.write(render(sentence, self.words) + "\n")

    def message(self, sentence: Sentence) -> None:
        self.err.write(render(sentence, self.words) + "\n")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", help="a file with one JSON object a line, or - for the input")
    parser.add_argument(
        "--summary", action="store_true", help="print counts instead of the answers"
    )
    parser.add_argument(
        "--processes",
        type=_at_least_one,
        help="how many processes share the work (two for a big file, else one)",
    )


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError("a whole number from 1 on is expected")
    return int(text)


def score_alone(arguments: list[str]) -> bool:
    """Do what `manage.py score` was asked for without the site, if nothing in it needs the site.

    Returns False where it does: help, and the options that all commands have.
    """
    parser = _OwnArguments()
    add_arguments(parser)
    try:
        options = parser.parse_args(arguments)
    except _NotAlone:
        return False
    score_file(options, Printed(sys.stdout, sys.stderr))
    return True


class _NotAlone(Exception):
    """Raised for arguments that are for others to read, or to refuse."""


class _OwnArguments(ArgumentParser):
    def __init__(self) -> None:
        super().__init__(add_help=False, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise _NotAlone


def score_file(options: Namespace, printed: Printed) -> None:
    """Answer the lines of a file. Ends the process with 2 where it cannot be read."""
    try:
        source = _open(options.file)
    except OSError as problem:
        sentence = say(
            "%(file)s cannot be read: %(reason)s", file=options.file, reason=_why(problem)
        )
        printed.message(sentence)
        sys.exit(2)
    processes = options.processes or _processes_for(options.file)
    counts: Counter[str] = Counter()
    with source if source is not sys.stdin.buffer else nullcontext(source) as opened:
        try:
            for text, kinds in _answers(options.file, opened, processes):
                if not options.summary:
                    printed.out.write(text)
                before = counts.total()
                counts += kinds
                _show_progress(printed, before, counts.total())
        except BrokenPipeError:  # the reader of the answers, such as `head`, has stopped
            sys.stdout = None
            sys.exit(0)
        except OSError as problem:
            sentence = say(
                "reading stopped after %(lines)d lines: %(reason)s",
                lines=counts.total(),
                reason=_why(problem),
            )
            printed.message(sentence)
            sys.exit(2)
    _finish_output(printed, counts, summary=options.summary)


def _open(name: str) -> BinaryIO:
    return sys.stdin.buffer if name == "-" else Path(name).open("rb")


def _why(problem: OSError) -> str:
    return problem.strerror or str(problem)


def _processes_for(name: str) -> int:
    """Return 2 for a big file, else 1: a second process takes a while to start."""
    return 2 if name != "-" and Path(name).stat().st_size > BIG_FILE else 1


def _answers(name: str, source: BinaryIO, processes: int) -> Iterator[Answered]:
    """Answer the lines, a block at once and in order, here or by processes of their own."""
    if processes == 1:
        # what is typed, or comes from another program, is answered line by line
        yield from map(answer_lines, _blocks(source, 1 if name == "-" else BLOCK))
        return
    # forked: each process has the engine loaded, and nothing is shared but the lines
    with get_context("fork").Pool(processes) as pool:
        if Path(name).is_file():
            starts = range(0, Path(name).stat().st_size, BLOCK)
            tasks = (pool.apply_async(_answer_block, (name, start)) for start in starts)
        else:
            blocks = _blocks(source, BLOCK)
            tasks = (pool.apply_async(answer_lines, (lines,)) for lines in blocks)
        yield from _in_order(tasks, WAITING * processes)


def _blocks(source: BinaryIO, size: int) -> Iterator[list[bytes]]:
    """Give the lines, `size` bytes or one line at once, whichever is more."""
    while lines := source.readlines(size):
        yield lines


def _in_order(tasks: Iterable[AsyncResult[Answered]], most: int) -> Iterator[Answered]:
    """Give what the tasks return; at most so many are on their way at a time."""
    waiting: deque[AsyncResult[Answered]] = deque()
    for task in tasks:
        waiting.append(task)
        if len(waiting) == most:
            yield waiting.popleft().get()
    while waiting:
        yield waiting.popleft().get()


def _answer_block(name: str, start: int) -> Answered:
    """Answer the lines that begin in the `BLOCK` bytes from `start`, which it reads itself."""
    lines = []
    with Path(name).open("rb") as source:
        if start:  # the line that began before belongs to the block before
            source.seek(start - 1)
            source.readline()
        while source.tell() < start + BLOCK and (line := source.readline()):
            lines.append(line)
    return answer_lines(lines)


def answer_lines(lines: Iterable[bytes]) -> Answered:
    """Return the answers, one a line, and how many there are of each kind.

    An empty line has no answer.
    """
    answers = [answer_line(line) for line in lines if line.strip()]
    text = "".join([json.dumps(answer) + "\n" for answer in answers])
    return text, Counter(map(_kind_of, answers))


def answer_line(line: bytes) -> dict[str, Any]:
    """Return the answer to one line; a line that is not JSON gets an error answer."""
    try:
        data = read_json(line)
    except (ValueError, RecursionError):
        sentence = say("this line is not a JSON object")
        return {"error": error_answer(MalformedRecord("not_json", sentence), ENGLISH)}
    return score(data)


def read_json(text: bytes) -> Any:
    """Return what `json.loads` does. Raises ValueError or RecursionError.

    What the quicker reader takes it reads alike; it refuses some texts that `json.loads` takes
    (NaN, half a character, other encodings than UTF-8).
    """
    try:
        return _QUICK.decode(text)
    except (DecodeError, UnicodeDecodeError, RecursionError):
        return json.loads(text)


def _kind_of(answer: dict[str, Any]) -> str:
    if "error" in answer:
        return f"error {answer['error']['rule']}"
    return "deal" if "score" in answer else "game" if "totals" in answer else "call"


def _show_progress(printed: Printed, before: int, now: int) -> None:
    if before // PROGRESS_EVERY < now // PROGRESS_EVERY and sys.stderr.isatty():
        sentence = say("%(lines)d lines answered", lines=now)
        printed.err.write("\r" + render(sentence, printed.words))


def _finish_output(printed: Printed, counts: Counter[str], *, summary: bool) -> None:
    if sys.stderr.isatty() and counts.total() >= PROGRESS_EVERY:
        printed.err.write("\n")
    if not summary:
        return
    refused = {kind: n for kind, n in counts.items() if kind.startswith("error ")}
    printed.answer(say("lines: %(count)d", count=counts.total()))
    for kind in ("deal", "game", "call"):
        printed.out.write(f"{kind}: {counts[kind]}\n")
    printed.answer(say("refused: %(count)d", count=sum(refused.values())))
    for kind, count in sorted(refused.items(), key=lambda item: (-item[1], item[0])):
        printed.out.write(f"  {kind.removeprefix('error ')}: {count}\n")

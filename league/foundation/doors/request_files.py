"""The doors' files: one JSON object, or several, one a line; one answer a line, in order."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

from msgspec import Struct

from games.sentences import Sentence, say
from league.foundation.doors.declared import Exact, Note, Seed, reader_of
from league.foundation.doors.reading import InvalidRequest, read_list

Answer = Callable[[object], dict[str, Any]]
ALL_ANSWERED, NOTHING_READABLE = 0, 2


def answer_file(file: str, answer: Answer, write: Callable[[str], object]) -> int:
    """Answer the requests of a file, or of the standard input for "-"; return the exit code."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as fault:
        reason = fault.strerror or str(fault)
        sentence = say("%(file)s cannot be read: %(reason)s", file=file, reason=reason)
        write(write_json_line(_unreadable(sentence)))
        return NOTHING_READABLE
    except UnicodeDecodeError as fault:
        sentence = say("the input is not UTF-8 text: %(reason)s", reason=str(fault))
        write(write_json_line(_unreadable(sentence)))
        return NOTHING_READABLE
    could_be_read = False
    for answered, was_json in answers(text, answer):
        write(write_json_line(answered))
        could_be_read |= was_json
    return ALL_ANSWERED if could_be_read else NOTHING_READABLE


def answers(text: str, answer: Answer) -> Iterator[tuple[dict[str, Any], bool]]:
    """Yield each answer, and whether its request could be read as JSON at all.

    A text that is one JSON value is one request, over however many lines; otherwise every line
    that is not empty is a request of its own, and a bad one spoils no other.
    """
    if not text.strip():
        yield _unreadable(say("there is nothing to read")), False
        return
    whole, fault = _load(text)
    if fault is None:
        yield answer(whole), True
        return
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    for number, line in lines:
        value, fault = _load(line)
        if fault is None:
            yield answer(value), True
        else:
            sentence = say("line %(line)d is not JSON: %(fault)s", line=number, fault=fault)
            yield _unreadable(sentence), False


def write_json_line(answered: dict[str, Any]) -> str:
    """Return the answer as one line of JSON in readable letters, safe to print anywhere."""
    text = json.dumps(answered, ensure_ascii=False, allow_nan=False, separators=(", ", ": "))
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _load(text: str) -> tuple[Any, str | None]:
    try:
        return json.loads(text, parse_constant=_refuse_constant), None
    except RecursionError:
        return None, "it is nested too deeply"
    except ValueError as fault:
        return None, str(fault)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _unreadable(sentence: Sentence) -> dict[str, Any]:
    return InvalidRequest("not_json", sentence).as_json()


# --- Who competes, as a request to a door names them ---

MOST_ENTRIES = 20_000


class Entry(Struct, frozen=True, kw_only=True):
    """Who competes. `active` is false for one that has left: it is drawn no more."""

    id: str
    name: Note = ""
    seed: Seed | None = None
    rating: Exact | None = None
    club: Note = ""
    group: Note = ""
    active: bool = True

    @property
    def called(self) -> str:
        return self.name or self.id


_read_entry = reader_of(Entry)


def read_entries(value: object) -> tuple[Entry, ...]:
    entries: dict[str, Entry] = {}
    for place, element in read_list(value, "entries", most=MOST_ENTRIES):
        entry = _read_entry(element, place)
        if entry.id in entries:
            raise InvalidRequest(
                "duplicate_entry",
                say(
                    "%(place)s repeats the id %(entry)s; each entry needs an id of its own",
                    place=place,
                    entry=entry.id,
                ),
                path=place,
            )
        entries[entry.id] = entry
    return tuple(entries.values())

"""Reasons that name entries: called by their names in words, kept by their ids as JSON."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import orjson

from games.sentences import NUMBER, CardName, Figure, Sentence
from league.foundation.doors.request_files import Entry

# what a reason has in numbers, which are texts in JSON
NUMBERS = frozenset({"own", "other", "carried", "points"})
# an entry that is gone
GONE = "–"
NOBODY: Mapping[int, str] = MappingProxyType({})


class Called(NamedTuple):
    """Entries in a sentence: called by their names in words, kept by their ids."""

    entries: tuple[Entry, ...]

    def __str__(self) -> str:
        return ", ".join([entry.called for entry in self.entries])


def stored_reason(why: Sentence) -> str:
    """Return what is kept of a reason, as text; its entries have numbers as ids.

    The sentences in it may hold entries, cards, texts, numbers and sentences only: there are three
    or four in each of ten thousand reasons.
    """
    return orjson.dumps(_fields(why), _inside, orjson.OPT_PASSTHROUGH_DATACLASS).decode()


def _fields(sentence: Sentence) -> dict[str, Any]:
    return {"text": sentence.text, "params": sentence.params}


def _inside(value: Sentence | Called | CardName) -> dict[str, Any]:
    match value:
        case Called(entries):
            return {"entries": [int(entry.id) for entry in entries]}
        case CardName(card):
            return {"card": card}
    return {"sentence": _fields(value)}


def entries_in(data: Mapping[str, Any]) -> Iterator[int]:
    """Go through the entries that a stored reason names."""
    for value in data.get("params", {}).values():
        match value:
            case {"entries": entries}:
                yield from entries
            case {"sentence": inside}:
                yield from entries_in(inside)


def reason_read(data: Mapping[str, Any], called: Mapping[int, str] = NOBODY) -> Sentence:
    """Return the reason that was stored, its numbers written as the reader writes them.

    `called` are the names of the entries in it.
    """
    params = {name: _read(name, value, called) for name, value in data["params"].items()}
    return Sentence(data["text"], params)


def _read(name: str, value: Any, called: Mapping[int, str]) -> Any:
    match value:
        case {"sentence": inside}:
            return reason_read(inside, called)
        case {"entries": entries}:
            return ", ".join([called.get(entry, GONE) for entry in entries]) or GONE
        case {"card": card}:
            return CardName(card)
        case str() if name in NUMBERS and NUMBER.fullmatch(value):
            return Figure(value)
    return value

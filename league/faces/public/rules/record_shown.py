"""A pasted record as people read it, part by part, with the entry marked that was refused.

What is shown may be anything that somebody sent: nothing here trusts its shape.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games import services as games
from games.call_words import explanation_in_words
from games.engine.errors import Refusal
from games.engine.ruleset import Ruleset
from league.faces.public.rules.letters import LETTERS
from league.faces.public.rules.record_entries import MOST_ENTRIES, READERS, Entry, read_plain
from league.play.results.deal_words import Names

# the parts of a record in the order of the table; the last is what a scorer writes instead
PARTS: dict[str, str | Promise] = {
    "hands": gettext_lazy("The hands as dealt"),
    "stock": gettext_lazy("Stock"),
    "auction": gettext_lazy("Auction"),
    "trump": gettext_lazy("Trump"),
    "exchange": gettext_lazy("Cards passed on"),
    "discards": gettext_lazy("Discards"),
    "events": gettext_lazy("Melds during the play"),
    "play": gettext_lazy("The play, trick by trick"),
    "summary": gettext_lazy("The summary"),
}
BY_SEAT = ("hands", "discards")


@dataclass(slots=True, kw_only=True)
class Part:
    """A part of the record. The play has its cards by tricks, the others one row of entries."""

    phase: str
    label: str
    rows: list[list[Entry]]
    is_refused: bool = False

    @property
    def entries(self) -> list[Entry]:
        return [entry for row in self.rows for entry in row]


def record_shown(
    ruleset: Ruleset, data: Mapping[str, Any], names: Names, refusal: Refusal | None = None
) -> list[Part]:
    """Return the parts that were sent, with the place of the refusal marked where it has one."""
    turns = games.turns_of(ruleset, data) if "hands" in data else {}
    return [
        _part(ruleset, data, names, phase, turns.get(phase, []), refusal)
        for phase in PARTS
        if data.get(phase) is not None or _is_missing(phase, refusal)
    ]


def _is_missing(phase: str, refusal: Refusal | None) -> bool:
    return refusal is not None and refusal.phase == phase and phase != "summary"


def _part(
    ruleset: Ruleset,
    data: Mapping[str, Any],
    names: Names,
    phase: str,
    turns: list[int],
    refusal: Refusal | None,
) -> Part:
    written = data.get(phase)
    entries = list(_entries(ruleset, data, phase, written))
    for number, entry in enumerate(entries):
        seat = _whose(phase, number, turns, ruleset)
        if seat is not None:
            entry.who = names.seat(seat)
            entry.letter = LETTERS[seat] if phase not in BY_SEAT else ""
    here = refusal if refusal is not None and refusal.phase == phase else None
    place = _place(here, entries, written)
    if here is not None and place == len(entries):
        entries.append(_missing(names, turns, place))
    if place is not None and place < len(entries):
        entries[place].is_refused = True
    return Part(
        phase=phase,
        label=str(PARTS[phase]),
        rows=_tricks(entries, trick_size(turns, names)) if phase == "play" else [entries],
        is_refused=here is not None and place is None,
    )


def _whose(phase: str, number: int, turns: list[int], ruleset: Ruleset) -> int | None:
    if phase in BY_SEAT:
        return number if number < ruleset.players else None
    return turns[number] if number < len(turns) and phase in ("auction", "play") else None


def _missing(names: Names, turns: list[int], place: int) -> Entry:
    if place >= len(turns):
        return Entry(is_missing=True)
    seat = turns[place]
    return Entry(who=names.seat(seat), letter=LETTERS[seat], is_missing=True)


def _place(refusal: Refusal | None, entries: list[Entry], written: object) -> int | None:
    """Return which entry is refused; one past the last where something is missing."""
    if refusal is None:
        return None
    if refusal.phase == "summary":
        return _field_place(refusal.field, written)
    if refusal.index is not None:
        return refusal.index if refusal.index < len(entries) else len(entries)
    if written is None or refusal.rule.endswith(("_unfinished", "_missing")):
        return len(entries)
    return 0 if len(entries) == 1 else None


def _field_place(name: str | None, written: object) -> int | None:
    if name is None or not isinstance(written, Mapping):
        return None
    outer = name.partition(".")[0]
    return next((place for place, key in enumerate(written) if str(key) == outer), None)


def trick_size(turns: Sequence[int], names: Names) -> int:
    """Return how many play to a trick: all, unless a seat comes again before some of them."""
    again = (place for place, seat in enumerate(turns) if seat in turns[:place])
    return next(again, len(names.seats))


def _tricks(entries: list[Entry], size: int) -> list[list[Entry]]:
    return [entries[at : at + size] for at in range(0, len(entries), size)]


def _entries(
    ruleset: Ruleset, data: Mapping[str, Any], phase: str, written: Any
) -> Iterator[Entry]:
    if phase == "summary" and isinstance(written, Mapping):
        listed: list[Any] = list(written.items())
    elif isinstance(written, list):
        listed = written
    else:
        listed = [] if written is None else [written]
    is_odd = phase == "summary" and not isinstance(written, Mapping)
    make = read_plain if is_odd else READERS.get(phase, read_plain)
    for number, value in enumerate(listed[:MOST_ENTRIES]):
        entry = make(value)
        if phase == "auction" and entry.text:
            entry.says = _meaning_of(ruleset, data, listed[:number], value)
        yield entry


def _meaning_of(ruleset: Ruleset, data: Mapping[str, Any], before: list[Any], call: object) -> str:
    """Return what a call tells the partner; nothing for a call that cannot be."""
    dealer = data.get("dealer")
    if type(dealer) is not int or not 0 <= dealer < ruleset.players:
        return ""
    try:
        return explanation_in_words(
            ruleset.variant, games.explain_call(ruleset, dealer, before, call)
        )
    except (Refusal, TypeError, ValueError, KeyError, IndexError, AttributeError):
        return ""

"""A pasted record as people read it, part by part, with the entry marked that was refused.

What is shown may be anything that somebody sent: nothing here trusts its shape.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import services as games
from games.call_words import call_in_words, explanation_in_words
from games.engine.errors import Refusal
from games.engine.ruleset import Ruleset
from games.story import RANKS, story_of
from league.play.results.deal_words import Names, contract_of, facts_of, lines_shown, totals_of

# --- The entries of a pasted record, each read by what its part of the record holds ---
# An entry may be anything that somebody sent: what cannot be read is shown as it was written.

MOST_ENTRIES = 120
LONGEST_TEXT = 80
_SEAT = re.compile(r"^\d+:")  # a call or card written with its seat before it


@dataclass(slots=True, kw_only=True)
class Entry:
    """One call, hand, gift or card; `says` is what a call tells the partner.

    `letter` stands for `who` where there is little room.
    """

    who: str = ""
    letter: str = ""
    text: str = ""
    cards: list[str] = field(default_factory=list)
    says: str = ""
    is_refused: bool = False
    is_missing: bool = False


def read_plain(value: Any) -> Entry:
    return Entry(text=shown(value))


def _call(value: Any) -> Entry:
    if not isinstance(value, str):
        return read_plain(value)
    return Entry(text=call_in_words(_SEAT.sub("", value))[:LONGEST_TEXT])


def _cards(value: Any) -> Entry:
    if not isinstance(value, str):
        return read_plain(value)
    return Entry(cards=_faces(value), text="" if value.strip() else _("no cards"))


def _played(value: Any) -> Entry:
    """Read what was played at once; the card on top comes first, table cards lose their star."""
    return _cards(_SEAT.sub("", value).replace("+", " ") if isinstance(value, str) else value)


def _gift(value: Any) -> Entry:
    if not isinstance(value, Mapping) or not isinstance(value.get("cards"), str):
        return read_plain(value)
    return Entry(
        cards=_faces(value["cards"]),
        text=_("seat %(giver)s to seat %(to)s")
        % {"giver": shown(value.get("from")), "to": shown(value.get("to"))},
    )


def _event(value: Any) -> Entry:
    if not isinstance(value, Mapping):
        return read_plain(value)
    place = _("after trick %(trick)s, seat %(seat)s") % {
        "trick": shown(value.get("trick")),
        "seat": shown(value.get("seat")),
    }
    if isinstance(value.get("meld"), str):
        return Entry(text=place, cards=_faces(value["meld"]))
    rest = {name: one for name, one in value.items() if name not in ("trick", "seat")}
    return Entry(text=place, says=shown(rest))


def _fact(value: Any) -> Entry:
    name, answer = value
    return Entry(who=shown(name), text=shown(answer))


def _faces(text: str) -> list[str]:
    return [word.partition("*")[0][:6] for word in text.split()[:MOST_ENTRIES]]


def shown(value: Any) -> str:
    """Return a value as it was written, short enough to be shown."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"


READERS: dict[str, Callable[[Any], Entry]] = {
    "hands": _cards,
    "stock": _cards,
    "auction": _call,
    "trump": read_plain,
    "exchange": _gift,
    "discards": _cards,
    "events": _event,
    "play": _played,
    "summary": _fact,
}


# --- Players without names: letters in turn order, so that nobody counts from 0 or from 1 ---

LETTERS = "ABCDEFGH"


class Letters(Names):
    """Seat 0 is player A; a side of several players is called by their letters, "A & C"."""

    def __init__(self, ruleset: Ruleset) -> None:
        seats = range(ruleset.players)
        self.seats = {seat: _player(LETTERS[seat]) for seat in seats}
        self.sides = [
            _side([LETTERS[seat] for seat in seats if ruleset.side_of(seat) == side])
            for side in range(ruleset.sides)
        ]


def _player(letter: str) -> str:
    return _("Player %(letter)s") % {"letter": letter}


def _side(letters: list[str]) -> str:
    return _player(letters[0]) if len(letters) == 1 else " & ".join(letters)


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


# --- A game's example deal as its pages show it: the cards, what a scorer writes, the score ---

SUITS = "SHCD"  # black and red in turn


def example_deal(ruleset: Ruleset) -> dict[str, Any]:
    """Return the example of this ruleset in words; always the same deal."""
    record = games.example_record(ruleset)
    names = Letters(ruleset)
    result = games.score_deal(ruleset, record)
    deal = games.unsaved_deal(ruleset, record, result)
    parts = {part.phase: part for part in record_shown(ruleset, record, names)}
    return {
        "contract": contract_of(deal, names),
        "made": deal.made,
        "facts": facts_of(deal, names, a_row_each_side=True),
        "lines": lines_shown(result.lines, names),
        "totals": totals_of(deal, names),
        "hands": _hands(ruleset, record, parts.pop("hands").entries),
        "parts": list(parts.values()),
    }


def _hands(ruleset: Ruleset, record: dict[str, Any], dealt: list[Entry]) -> list[tuple[str, str]]:
    """Return the hands sorted as people hold them: by suit, the game's high cards first."""
    story = story_of(ruleset, record)
    ranks = story.ranks if story else RANKS
    return [
        (
            hand.who,
            " ".join(
                sorted(hand.cards, key=lambda card: (SUITS.find(card[1:]), ranks.find(card[:1])))
            ),
        )
        for hand in dealt
    ]


def example_record_text(ruleset: Ruleset) -> str:
    """Return the example's full record as it is pasted: one line a field."""
    return as_text(games.example_record(ruleset))


def example_summary(ruleset: Ruleset) -> dict[str, Any]:
    """Return what a scorer writes down of the example: dealer and summary."""
    form = games.summary_of(ruleset, games.example_record(ruleset))
    return {"dealer": form.get("dealer", ruleset.players - 1), "summary": form["summary"]}


def as_text(record: dict[str, Any]) -> str:
    """Return a record as JSON that fits a narrow screen: one line for each field."""
    fields = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in record.items()]
    return "{\n" + ",\n".join(fields) + "\n}"

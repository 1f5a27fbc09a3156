"""Who is where in a round, as plain values, and the changes a director may make to it.

Pure functions on ids of entries. They do not judge the result (`drawing.check_draw` does), nor
whether a table has been played (the service `edit` does).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.foundation.lists import listed
from league.foundation.refusal import Refused
from league.play.events.models import MOST_SEATS, Entry, Event
from league.play.events.names import name_of, people_named
from league.play.events.selectors import members_with_players
from league.play.rounds.models import Placement, PlacementKind, Round, RoundState

Side = tuple[int, ...]  # ids of entries
SWAP, REST, SEAT, MEET = "swap", "rest", "seat", "meet"
NAMED = {SWAP: (2,), MEET: tuple(range(2, MOST_SEATS + 1)), REST: (1,), SEAT: (1,)}
BYE, SIT_OUT, ABSENT = "bye", "sit_out", "absent"
NOT_THERE = (ABSENT, "half_bye", "zero_bye")


class ImpossibleChange(Refused):
    """The change cannot be made to this round."""

    code = "impossible_change"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """Tables by number, each a tuple of sides in turn order, and who waits, with the kind."""

    tables: Mapping[int, tuple[Side, ...]]
    waiting: Mapping[int, str]

    @property
    def entries(self) -> set[int]:
        at_tables = {entry for sides in self.tables.values() for side in sides for entry in side}
        return at_tables | set(self.waiting)

    def table_of(self, entry: int) -> int | None:
        for number, sides in self.tables.items():
            if any(entry in side for side in sides):
                return number
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShape:
    """What a table of a format looks like: its sides (None: as many as entries), and entries.

    `a_side` is how many entries play together, `least` and `most` how many sit at a table.
    """

    sides: int | None = 2
    a_side: int = 1
    least: int = 2
    most: int = 2

    def fits(self, sides: Sequence[Side]) -> bool:
        """Say whether the sides could be those of a table."""
        full = all(len(side) == self.a_side for side in sides)
        right = self.least <= sum(map(len, sides)) <= self.most
        return full and right and self.sides in (None, len(sides))


TWO_ENTRIES = TableShape()


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """`swap` names two entries, `rest` one, `seat` one and a table, `meet` those of a new table.

    Entries that meet are named side by side: partners one after the other.
    """

    kind: str
    entries: tuple[int, ...]
    table: int | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Change":
        """Read a change as programs send it. Raises ImpossibleChange for anything else."""
        kind, entries, table = data.get("change"), data.get("entries"), data.get("table")
        wanted = NAMED.get(kind, ()) if isinstance(kind, str) else ()
        right = (
            isinstance(entries, list)
            and len(entries) in wanted
            and all(type(entry) is int for entry in entries)
            and ((type(table) is int) if kind == SEAT else table is None)
        )
        if not right:
            raise ImpossibleChange(
                _(
                    "A change is “swap” with two entries, “rest” with one, “seat” with one "
                    "entry and a table, or “meet” with all entries of a new table."
                )
            )
        return cls(kind=str(kind), entries=tuple(entries or ()), table=table)

    def as_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"change": self.kind, "entries": list(self.entries)}
        return data if self.table is None else data | {"table": self.table}


class _Rules(NamedTuple):
    """The kind of placement for an entry that waits in this format, and the shape of its tables."""

    resting: str
    shape: TableShape


def apply_changes(
    arrangement: Arrangement,
    changes: Sequence[Change],
    *,
    resting: str = BYE,
    shape: TableShape = TWO_ENTRIES,
) -> Arrangement:
    """Return the arrangement after the changes, one after the other.

    `resting` is what waiting is called in this format. Tables that are left with one side are
    dissolved. Raises ImpossibleChange.
    """
    rules = _Rules(resting, shape)
    for change in changes:
        unknown = [entry for entry in change.entries if entry not in arrangement.entries]
        if unknown:
            raise ImpossibleChange(
                _("Entry %(entry)d is not in this round: draw the round again to include it.")
                % {"entry": unknown[0]}
            )
        arrangement = STEPS[change.kind](arrangement, change, rules)
    return arrangement


def _swap(arrangement: Arrangement, change: Change, rules: _Rules) -> Arrangement:
    one, other = change.entries
    if one == other:
        raise ImpossibleChange(_("Choose two different entries to change places."))
    if one in arrangement.waiting and other in arrangement.waiting:
        raise ImpossibleChange(
            _("Neither of the two plays in this round: there is no place to swap.")
        )
    places = {one: other, other: one}
    return Arrangement(
        tables={
            number: tuple(tuple(places.get(entry, entry) for entry in side) for side in sides)
            for number, sides in arrangement.tables.items()
        },
        waiting={
            places.get(entry, entry): _kind_after_swap(kind, rules.resting)
            for entry, kind in arrangement.waiting.items()
        },
    )


def _kind_after_swap(kind: str, resting: str) -> str:
    """Return the kind of placement for an entry that swaps with one who is absent or rests."""
    return resting if kind in NOT_THERE else kind


def _rest(arrangement: Arrangement, change: Change, rules: _Rules) -> Arrangement:
    (entry,) = change.entries
    if arrangement.table_of(entry) is None:
        raise ImpossibleChange(_("This entry already has no table in this round."))
    return take_out(arrangement, entry, kind=rules.resting, resting=rules.resting)


def take_out(
    arrangement: Arrangement, entry: int, *, kind: str, resting: str, least: int = 2
) -> Arrangement:
    """Return the arrangement with an entry away from its table.

    A table left with one side, or with fewer than `least` entries, is dissolved, and whoever sat
    there rests.
    """
    waiting = dict(arrangement.waiting) | {entry: kind}
    tables: dict[int, tuple[Side, ...]] = {}
    for number, sides in arrangement.tables.items():
        left = tuple(
            rest for side in sides if (rest := tuple(other for other in side if other != entry))
        )
        if left != sides and (len(left) < 2 or sum(map(len, left)) < least):
            waiting |= {other: resting for side in left for other in side}
        else:
            tables[number] = left
    return Arrangement(tables=tables, waiting=waiting)


def absent_who_left(left: Collection[int], before: Arrangement, after: Arrangement) -> Arrangement:
    """Return the arrangement with those absent who have `left` and are at no table any more.

    Who waited before leaving still did: that may be worth points.
    """
    waiting = {
        other: before.waiting.get(other, ABSENT) if other in left else kind
        for other, kind in after.waiting.items()
    }
    return replace(after, waiting=waiting)


def _seat(arrangement: Arrangement, change: Change, rules: _Rules) -> Arrangement:
    (entry,) = change.entries
    number = change.table
    if number is None or number not in arrangement.tables:
        raise ImpossibleChange(_("There is no table %(table)s in this round.") % {"table": number})
    before = arrangement.table_of(entry)
    if before == number:
        raise ImpossibleChange(_("This entry already sits at table %(table)d.") % {"table": number})
    if before is not None:
        arrangement = take_out(arrangement, entry, kind=rules.resting, resting=rules.resting)
    waiting = {waits: kind for waits, kind in arrangement.waiting.items() if waits != entry}
    tables = dict(arrangement.tables)
    tables[number] = joined_by(tables[number], entry, rules.shape)
    return Arrangement(tables=tables, waiting=waiting)


def joined_by(sides: tuple[Side, ...], entry: int, shape: TableShape) -> tuple[Side, ...]:
    """Return the sides with one entry more: on the first side with room, or as a new side."""
    for place, side in enumerate(sides):
        if len(side) < shape.a_side:
            return (*sides[:place], (*side, entry), *sides[place + 1 :])
    return (*sides, (entry,))


def _meet(arrangement: Arrangement, change: Change, rules: _Rules) -> Arrangement:
    if len(set(change.entries)) < len(change.entries):
        raise ImpossibleChange(_("An entry cannot meet itself: choose different ones."))
    for entry in change.entries:
        if arrangement.table_of(entry) is not None:
            raise ImpossibleChange(
                _("Only entries without a table can be given a new one: let them rest first.")
            )
    waiting = {entry: k for entry, k in arrangement.waiting.items() if entry not in change.entries}
    number = next(n for n in range(1, len(arrangement.tables) + 2) if n not in arrangement.tables)
    size = rules.shape.a_side
    starts = range(0, len(change.entries), size)
    sides = tuple(change.entries[start : start + size] for start in starts)
    return replace(arrangement, tables=dict(arrangement.tables) | {number: sides}, waiting=waiting)


STEPS = {SWAP: _swap, REST: _rest, SEAT: _seat, MEET: _meet}


def changed_tables(before: Arrangement, after: Arrangement) -> set[int]:
    """Return the numbers of the tables that are not as they were, gone or new."""
    numbers = set(before.tables) | set(after.tables)
    return {n for n in numbers if before.tables.get(n) != after.tables.get(n)}


# --- The places that entries had in rounds when they withdrew, as the rounds remember them ---

VACATED = "vacated"


class LeftPlace(NamedTuple):
    """The number of a table, and its sides; None and none: there was no such place.

    `stand_in` is who took the place, None where nobody did.
    """

    number: int | None
    sides: tuple[Side, ...] = ()
    stand_in: int | None = None

    @property
    def entries(self) -> frozenset[int]:
        return frozenset(entry for side in self.sides for entry in side)


def place_it_left(round: Round, entry_id: int) -> LeftPlace:
    """Return the place in a round that an entry had when it withdrew."""
    place = round.drawing.get(VACATED, {}).get(str(entry_id)) or {}
    sides = tuple(map(tuple, place.get("sides") or ()))
    # an earlier release did not keep who took the place
    return LeftPlace(place.get("table"), sides, place.get("stand_in"))


def sides_without(
    sides: tuple[Side, ...], entry: int, stand_in: int | None = None
) -> tuple[Side, ...]:
    """Return the sides of a table with a `stand_in` in the place of an entry, or without it."""
    if stand_in is not None:
        return tuple(tuple(stand_in if e == entry else e for e in side) for side in sides)
    left = (tuple(e for e in side if e != entry) for side in sides)
    return tuple(side for side in left if side)


# --- Moves in words ---
# What became of the places of an entry that withdrew or came back, in sentences for the desk.

MOST_ROUNDS = 3


def moves_in_words(event: Event, entry: Entry) -> list[str]:
    """Return who moved, by name, in the rounds being played, or else in the next one drawn."""
    rounds = Round.objects.filter(stage__event=event, placements__entry=entry).distinct()
    rounds = rounds.order_by("stage__number", "number")
    shown = list(rounds.filter(state=RoundState.OPEN)[:MOST_ROUNDS])
    shown = shown or list(rounds.filter(state=RoundState.DRAWN)[:1])
    places = {round: place_it_left(round, entry.pk) for round in shown}
    placed = _placed(shown)
    entries = Entry.objects.prefetch_related(members_with_players()).in_bulk(
        {entry.pk, *(e for place in places.values() for e in (*place.entries, place.stand_in or 0))}
    )
    return [
        sentence
        for round, place in places.items()
        if place.number is not None
        for sentence in _of_round(round, place, placed[round.pk], entry.pk, entries)
    ]


def _placed(rounds: Iterable[Round]) -> dict[int, dict[int, Placement]]:
    """Return where each entry is, by round and entry; one query."""
    placed: dict[int, dict[int, Placement]] = {round.pk: {} for round in rounds}
    rows = Placement.objects.filter(round__in=placed).select_related("table")
    for row in rows:
        placed[row.round_id][row.entry_id] = row
    return placed


def _of_round(
    round: Round,
    place: LeftPlace,
    placed: Mapping[int, Placement],
    entry: int,
    entries: Mapping[int, Entry],
) -> Iterator[str]:
    where = {"round": round.number, "table": place.number, "name": name_of(entries[entry])}
    is_back = placed[entry].kind != PlacementKind.ABSENT
    if is_back:
        yield _came_back(placed[entry], place, where, entries)
        return
    others = [one for one in place.entries if one != entry and one in placed]
    idle = [one for one in others if placed[one].table is None]
    if place.stand_in is not None:
        yield _("Round %(round)d: %(other)s takes the place at table %(table)d.") % {
            **where,
            "other": name_of(entries[place.stand_in]),
        }
    elif idle:
        yield _not_played([entries[one] for one in idle], where)


def _not_played(idle: Sequence[Entry], where: Mapping[str, object]) -> str:
    sentence = ngettext(
        "Round %(round)d: table %(table)d is not played; %(names)s has no table.",
        "Round %(round)d: table %(table)d is not played; %(names)s have no table.",
        people_named(idle),
    )
    return sentence % {**where, "names": listed(name_of(entry) for entry in idle)}


def _came_back(
    now: Placement, place: LeftPlace, where: Mapping[str, object], entries: Mapping[int, Entry]
) -> str:
    if now.table is None or now.table.number != place.number:
        return (
            _(
                "Round %(round)d: the place at table %(table)d is taken, so %(name)s has no table. "
                "Change the draw by hand to seat them there."
            )
            % where
        )
    if place.stand_in is None:
        return _("Round %(round)d: %(name)s is at table %(table)d again.") % where
    return _("Round %(round)d: %(name)s is at table %(table)d again, and %(other)s sits out.") % {
        **where,
        "other": name_of(entries[place.stand_in]),
    }

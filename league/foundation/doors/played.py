"""What has been played: the matches and byes of the rounds behind us, read and checked."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Annotated, Any, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from games.sentences import say
from league.foundation.doors.declared import (
    NULL_IS_LEFT_OUT,
    Exact,
    as_schema,
    described_as,
    fields_of,
    keys_of,
    reader_of,
    word,
)
from league.foundation.doors.reading import (
    Fields,
    InvalidRequest,
    Number,
    Reader,
    count,
    read_count,
    read_fields,
    read_list,
    read_number,
    read_object,
    read_text,
    within,
)

# --- What may be said of a match or a bye beside its points; the `rank` door reads it ---

DRAWN_BYE, REQUESTED, ABSENT = "drawn", "requested", "absent"
BYE_KINDS = (DRAWN_BYE, REQUESTED, ABSENT)


Counted: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]


class FactsOfSide(Struct, kw_only=True):
    """What a side did in the deals of a match: bids lost and made, and its highest deal."""

    sets: Counted | None = None
    bids_made: Counted | None = None
    highest_deal: Exact | None = None


DEAL_FACTS = fields_of(FactsOfSide)


class DealFacts(NamedTuple):
    """What a side did in the deals of a match, as it is counted."""

    sets: int | None = None
    bids_made: int | None = None
    highest_deal: Number | None = None


def read_deal_facts(fields: Mapping[str, Any], place: str) -> DealFacts | None:
    """Return the facts that a side gives, None where it gives none."""
    if fields.keys().isdisjoint(DEAL_FACTS):
        return None
    return DealFacts(**read_fields(fields, place, DEAL_FACTS))


def read_forfeits(fields: Mapping[str, Any], place: str) -> tuple[int, ...]:
    """Return the sides that did not come: `forfeit` is one of them, or a list of both."""
    value = fields.get("forfeit")
    if value is None:
        return ()
    path = within(place, "forfeit")
    elements = list(read_list(value, path, most=2)) if isinstance(value, list) else [(path, value)]
    sides = [read_count(side, at, least=0, most=1) for at, side in elements]
    if len(set(sides)) < max(len(sides), 1):
        raise InvalidRequest(
            "forfeit_unclear",
            say(
                "%(place)s must name the side that did not come, or both: 0, 1 or [0, 1]",
                place=path,
            ),
            path=path,
        )
    return tuple(sorted(sides))


def check_forfeit(fields: Mapping[str, Any], place: str) -> None:
    """Refuse a forfeited match that has points, a winner, or more than two sides."""
    sides = fields["sides"]
    if any(isinstance(side, Mapping) and side.get("points") is not None for side in sides):
        raise InvalidRequest(
            "forfeit_with_points",
            say(
                "%(place)s is forfeited and has points; leave the points out, or leave out the "
                "forfeit to count them as played",
                place=place,
            ),
            path=place,
        )
    if fields.get("winner") is not None:
        raise InvalidRequest(
            "forfeit_with_winner",
            say(
                "%(place)s is forfeited; leave out its winner, who is the side that came",
                place=place,
            ),
            path=within(place, "winner"),
        )
    if len(sides) != 2:
        raise InvalidRequest(
            "forfeit_of_many_sides",
            say(
                "%(place)s is forfeited and has %(count)d sides; only a match of two sides can be",
                place=place,
                count=len(sides),
            ),
            path=within(place, "sides"),
        )


MOST_SIDES = 8
MOST_MATCHES = 1_000_000
MOST_DEALS = 100_000

RoundNumber: TypeAlias = Annotated[int, Meta(ge=1, le=1_000)]
TableNumber: TypeAlias = Annotated[int, Meta(ge=1, le=100_000)]
DealNumber: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_DEALS)]
DealNumbers: TypeAlias = Annotated[tuple[DealNumber, ...], Meta(max_length=MOST_DEALS)]
SideNumber: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_SIDES - 1)]
# an entry is known by its id in the request: whoever reads one says which there are
EntryId: TypeAlias = str
Members: TypeAlias = Annotated[tuple[EntryId, ...], Meta(min_length=1, max_length=MOST_SIDES)]
FORFEIT = {
    "description": "The side that did not come, or both: 0, 1 or [0, 1].",
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": 1},
        {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 1}, "maxItems": 2},
        {"type": "null"},
    ],
}
Forfeit: TypeAlias = Annotated[int | tuple[int, ...] | None, as_schema(FORFEIT)]


class AskedSide(Struct, kw_only=True):
    """Partners together, and their points; without points: drawn, not yet played."""

    entries: Members
    points: Exact | None = None


class RankedSide(FactsOfSide, kw_only=True):
    """Partners together with their points; what they did in the deals is for tie-breaks."""

    entries: Members
    points: Annotated[Exact | None, Meta(description="Needed, but in a forfeited match.")] = None


class AskedMatch(Struct, kw_only=True):
    """One table of one round; the first side is at home."""

    round: RoundNumber
    table: TableNumber | None = None
    sides: Annotated[tuple[AskedSide, ...], Meta(min_length=2, max_length=MOST_SIDES)]
    provisional: bool = False
    winner: SideNumber | None = None
    forfeit: Forfeit = None


class DrawnMatch(AskedMatch, kw_only=True):
    """`deals` are the prepared deals that it played, where a movement needs to know them."""

    deals: DealNumbers = ()


class RankedMatch(AskedMatch, kw_only=True):
    """`first_deal` is the side that dealt first."""

    sides: Annotated[  # type: ignore[assignment]  # a match that is ranked has other sides
        tuple[RankedSide, ...], Meta(min_length=2, max_length=MOST_SIDES)
    ]
    first_deal: SideNumber = 0


class AskedBye(Struct, kw_only=True):
    """An entry that had no table in a round; `points` where it is not worth what is usual."""

    round: RoundNumber
    bye: EntryId
    kind: Annotated[str, word(*BYE_KINDS), NULL_IS_LEFT_OUT] = DRAWN_BYE
    points: Exact | None = None


def played_schema(match: type[AskedMatch]) -> dict[str, Any]:
    """Return the schema of a list of matches and byes."""
    kinds = [described_as(match.__name__), described_as(AskedBye.__name__)]
    return {"type": "array", "items": {"anyOf": kinds}}


MATCH = fields_of(DrawnMatch)
read_round_number, read_table_number = MATCH["round"], MATCH["table"]
read_deal_number = count(1, MOST_DEALS)


class Side(NamedTuple):
    """Partners together, and their points; no points: drawn, not yet played."""

    entries: tuple[str, ...]
    points: Number | None = None
    facts: DealFacts | None = None


class Match(NamedTuple):
    """One table of one round. The first side is at home: it deals first.

    `winner` is given where the side with more points need not have won (games to a target in
    which the bidder goes out first); otherwise the points decide. `deals` are the numbers of the
    prepared deals that were played, where a movement needs to know them.

    `forfeits` are the sides that did not come: such a match has no points. `first_deal` is the
    side that dealt first.
    """

    round: int
    sides: tuple[Side, ...]
    table: int | None = None
    provisional: bool = False
    winner: int | None = None
    deals: tuple[int, ...] = ()
    forfeits: tuple[int, ...] = ()
    first_deal: int = 0

    @property
    def entries(self) -> tuple[str, ...]:
        return tuple(entry for side in self.sides for entry in side.entries)


class Bye(NamedTuple):
    """An entry that had no table in a round.

    `kind` is "drawn" where the draw had no table for it, "requested" where it asked for a rest,
    "absent" where it just was not there. `points` are what it is worth where not as usual.
    """

    round: int
    entry: str
    kind: str = DRAWN_BYE
    points: Number | None = None


class Played(NamedTuple):
    matches: tuple[Match, ...] = ()
    byes: tuple[Bye, ...] = ()

    @property
    def rounds(self) -> list[int]:
        """The numbers of the rounds, ascending."""
        return sorted({m.round for m in self.matches} | {bye.round for bye in self.byes})


NOTHING_PLAYED = Played()


def read_played(
    value: object, path: str, *, known: Mapping[str, Any], points_needed: bool
) -> Played:
    """Return the matches and byes, after making sure that they do not contradict each other.

    Raises InvalidRequest for an unknown entry, an entry or a table twice in a round, a side against
    itself, a match of one side, and, where `points_needed`, a side without points.
    """
    read_bye = _bye_reader(known)
    matches: list[Match] = []
    byes: list[Bye] = []
    places: dict[tuple[int, str], str] = {}
    tables: dict[tuple[int, int], str] = {}
    for place, element in read_list(value, path, most=MOST_MATCHES):
        if isinstance(element, Mapping) and "bye" in element:
            bye = read_bye(element, place)
            byes.append(bye)
            _take(places, bye.round, (bye.entry,), place)
            continue
        match = _read_match(element, place, known, points_needed=points_needed)
        matches.append(match)
        check_nobody_twice(match.entries, place)
        _take(places, match.round, match.entries, place)
        _take_table(tables, match, place)
    return Played(tuple(matches), tuple(byes))


def _bye_reader(known: Mapping[str, Any]) -> Reader[Bye]:
    return reader_of(AskedBye, make=_bye, bye=known_reader(known))


def _bye(round: int, bye: str, kind: str = DRAWN_BYE, points: Number | None = None) -> Bye:
    return Bye(round, bye, kind, points)


def _read_match(
    element: object, place: str, known: Mapping[str, Any], *, points_needed: bool
) -> Match:
    keys = OF_RANKED if points_needed else OF_DRAWN
    fields = read_object(element, place, allowed=keys.names, required=keys.needed)
    forfeits = read_forfeits(fields, place)
    numbers = read_fields(fields, place, NUMBERS_OF_MATCH)
    sides_place = within(place, "sides")
    sides = tuple(
        [
            _read_side(side, side_place, known, points_needed=points_needed and not forfeits)
            for side_place, side in read_list(fields["sides"], sides_place, most=MOST_SIDES)
        ]
    )
    if len(sides) < 2:
        raise InvalidRequest(
            "one_side",
            say(
                "%(place)s must have at least two sides, not %(count)d",
                place=sides_place,
                count=len(sides),
            ),
            path=sides_place,
        )
    if forfeits:
        check_forfeit(fields, place)
    others = read_fields(fields, place, _facts_of_match(len(sides)), not_null=_NOT_NULL)
    if len(forfeits) == 1 and not points_needed:
        others["winner"] = 1 - forfeits[0]  # a draw asks who goes on; points are not counted
    return Match(sides=sides, forfeits=forfeits, **numbers, **others)


OF_RANKED, OF_DRAWN = keys_of(RankedMatch), keys_of(DrawnMatch)
NUMBERS_OF_MATCH = {name: MATCH[name] for name in ("round", "table")}
_NOT_NULL = ("provisional", "deals", "first_deal")


@lru_cache
def _facts_of_match(sides: int) -> Fields:
    """Return what is read of a match once its sides are known."""
    side = count(0, sides - 1)
    others = {name: MATCH[name] for name in ("provisional", "deals")}
    return {"winner": side, **others, "first_deal": side}


OF_SIDE = keys_of(AskedSide)
OF_RANKED_SIDE = keys_of(RankedSide)._replace(needed=("entries", "points"))


def _read_side(
    element: object, place: str, known: Mapping[str, Any], *, points_needed: bool
) -> Side:
    keys = OF_RANKED_SIDE if points_needed else OF_SIDE
    fields = read_object(element, place, allowed=keys.names, required=keys.needed)
    entries = read_members(fields["entries"], within(place, "entries"), known)
    points = fields.get("points")
    if points is not None:
        points = read_number(points, within(place, "points"))
    return Side(entries, points, read_deal_facts(fields, place))


def read_members(value: object, path: str, known: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the entries of a side; refuse a side of nobody."""
    listed = read_list(value, path, most=MOST_SIDES)
    entries = tuple([read_known(entry, place, known) for place, entry in listed])
    if not entries:
        raise InvalidRequest(
            "empty_side",
            say("%(place)s names nobody; a side needs at least one entry", place=path),
            path=path,
        )
    return entries


def known_reader(known: Mapping[str, Any]) -> Reader[str]:
    return partial(read_known, known=known)


def read_known(value: object, path: str, known: Mapping[str, Any]) -> str:
    """Return the id of an entry; refuse one that is not among the entries."""
    entry = read_text(value, path)
    if entry not in known:
        raise InvalidRequest(
            "unknown_entry",
            say(
                "%(place)s names %(entry)s, which is not among the entries; "
                "add it to the entries or correct the name",
                place=path,
                entry=entry,
            ),
            path=path,
        )
    return entry


def _take(
    places: dict[tuple[int, str], str], number: int, entries: Iterable[str], place: str
) -> None:
    for entry in entries:
        before = places.setdefault((number, entry), place)
        if before != place:
            raise InvalidRequest(
                "entry_twice",
                say(
                    "%(entry)s is twice in round %(round)d, in %(first)s and in %(second)s; "
                    "an entry can be in one place of a round only",
                    entry=entry,
                    round=number,
                    first=before,
                    second=place,
                ),
                path=place,
            )


def check_nobody_twice(entries: Sequence[str], place: str) -> None:
    if len(set(entries)) == len(entries):
        return
    twice = next(entry for entry in entries if entries.count(entry) > 1)
    raise InvalidRequest(
        "against_itself",
        say(
            "%(place)s seats %(entry)s twice at one table; nobody plays against or with itself",
            place=place,
            entry=twice,
        ),
        path=place,
    )


def _take_table(tables: dict[tuple[int, int], str], match: Match, place: str) -> None:
    if match.table is None:
        return
    before = tables.setdefault((match.round, match.table), place)
    if before != place:
        raise InvalidRequest(
            "table_twice",
            say(
                "table %(table)d of round %(round)d is twice, in %(first)s and in %(second)s; "
                "give each table of a round its own number",
                table=match.table,
                round=match.round,
                first=before,
                second=place,
            ),
            path=place,
        )

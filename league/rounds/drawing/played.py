"""What has been played: the matches and byes of the rounds behind us, read and checked."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from games.engine.sentences import say
from league.rounds.drawing.reading import (
    Number,
    read_count,
    read_flag,
    read_list,
    read_number,
    read_object,
    read_text,
    within,
)
from league.rounds.drawing.unanswerable import Unanswerable

MOST_ROUNDS = 1_000
MOST_TABLES = 100_000
MOST_SIDES = 8
MOST_MATCHES = 1_000_000
MOST_DEALS = 100_000


class Side(NamedTuple):
    """Partners together, and their points; no points: drawn, not yet played."""

    entries: tuple[str, ...]
    points: Number | None = None


class Match(NamedTuple):
    """One table of one round. The first side is at home: it deals first.

    `winner` is given where the side with more points need not have won (games to a target in
    which the bidder goes out first); otherwise the points decide. `deals` are the numbers of the
    prepared deals that were played, where a movement needs to know them.
    """

    round: int
    sides: tuple[Side, ...]
    table: int | None = None
    provisional: bool = False
    winner: int | None = None
    deals: tuple[int, ...] = ()

    @property
    def entries(self) -> tuple[str, ...]:
        return tuple(entry for side in self.sides for entry in side.entries)


class Bye(NamedTuple):
    """An entry that had no table in a round."""

    round: int
    entry: str


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

    Raises Unanswerable for an unknown entry, an entry or a table twice in a round, a side against
    itself, a match of one side, and, where `points_needed`, a side without points.
    """
    matches: list[Match] = []
    byes: list[Bye] = []
    places: dict[tuple[int, str], str] = {}
    tables: dict[tuple[int, int], str] = {}
    for place, element in read_list(value, path, most=MOST_MATCHES):
        if isinstance(element, Mapping) and "bye" in element:
            bye = _read_bye(element, place, known)
            byes.append(bye)
            _take(places, bye.round, (bye.entry,), place)
            continue
        match = _read_match(element, place, known, points_needed=points_needed)
        matches.append(match)
        _check_nobody_twice(match, place)
        _take(places, match.round, match.entries, place)
        _take_table(tables, match, place)
    return Played(tuple(matches), tuple(byes))


def _read_bye(element: Mapping[str, Any], place: str, known: Mapping[str, Any]) -> Bye:
    fields = read_object(element, place, allowed=("round", "bye"), required=("round", "bye"))
    number = read_count(fields["round"], within(place, "round"), least=1, most=MOST_ROUNDS)
    return Bye(number, read_known(fields["bye"], within(place, "bye"), known))


def _read_match(
    element: object, place: str, known: Mapping[str, Any], *, points_needed: bool
) -> Match:
    keys = ("round", "table", "sides", "provisional", "winner")
    fields = read_object(
        element,
        place,
        allowed=keys if points_needed else (*keys, "deals"),
        required=("round", "sides"),
    )
    number = read_count(fields["round"], within(place, "round"), least=1, most=MOST_ROUNDS)
    table = fields.get("table")
    if table is not None:
        table = read_count(table, within(place, "table"), least=1, most=MOST_TABLES)
    provisional = fields.get("provisional", False)
    sides_place = within(place, "sides")
    sides = tuple(
        _read_side(side, side_place, known, points_needed=points_needed)
        for side_place, side in read_list(fields["sides"], sides_place, most=MOST_SIDES)
    )
    if len(sides) < 2:
        raise Unanswerable(
            "one_side",
            say(
                "%(place)s must have at least two sides, not %(count)d",
                place=sides_place,
                count=len(sides),
            ),
            path=sides_place,
        )
    winner = fields.get("winner")
    if winner is not None:
        winner = read_count(winner, within(place, "winner"), least=0, most=len(sides) - 1)
    return Match(
        round=number,
        sides=sides,
        table=table,
        provisional=read_flag(provisional, within(place, "provisional")),
        winner=winner,
        deals=tuple(
            read_count(deal, deal_place, least=1, most=MOST_DEALS)
            for deal_place, deal in read_list(
                fields.get("deals", []), within(place, "deals"), most=MOST_DEALS
            )
        ),
    )


def _read_side(
    element: object, place: str, known: Mapping[str, Any], *, points_needed: bool
) -> Side:
    required = ("entries", "points") if points_needed else ("entries",)
    fields = read_object(element, place, allowed=("entries", "points"), required=required)
    entries_place = within(place, "entries")
    entries = tuple(
        read_known(entry, entry_place, known)
        for entry_place, entry in read_list(fields["entries"], entries_place, most=MOST_SIDES)
    )
    if not entries:
        raise Unanswerable(
            "empty_side",
            say("%(place)s names nobody; a side needs at least one entry", place=entries_place),
            path=entries_place,
        )
    points = fields.get("points")
    if points is not None:
        points = read_number(points, within(place, "points"))
    return Side(entries, points)


def read_known(value: object, path: str, known: Mapping[str, Any]) -> str:
    """Return the id of an entry; refuse one that is not among the entries."""
    entry = read_text(value, path)
    if entry not in known:
        raise Unanswerable(
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
            raise Unanswerable(
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


def _check_nobody_twice(match: Match, place: str) -> None:
    entries = match.entries
    if len(set(entries)) < len(entries):
        twice = next(entry for entry in entries if entries.count(entry) > 1)
        raise Unanswerable(
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
        raise Unanswerable(
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

"""Reading `deals` in a request: every fault is named by its place."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any, ClassVar, TypeAlias, TypeVar

from msgspec import Meta, Struct

from games.sentences import say
from league.foundation.doors.declared import fields_of, keys_of, read_by
from league.foundation.doors.played import (
    MOST_DEALS,
    MOST_SIDES,
    DealNumber,
    Match,
    Members,
    RoundNumber,
    TableNumber,
    check_nobody_twice,
    read_deal_number,
    read_members,
)
from league.foundation.doors.reading import (
    InvalidRequest,
    Reader,
    checked,
    choice,
    read_fields,
    read_list,
    read_number,
    read_object,
    within,
)
from league.tables.standings.methods.deals.methods import ComparedDeals, DealMethod, DealPoints
from league.tables.standings.methods.deals.options import MOST_RESULTS
from league.tables.standings.methods.deals.played import (
    AVERAGE,
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    Award,
    DealResult,
    PlayedDeal,
    team_deals,
)

T = TypeVar("T")
Sides: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
SIDES = 2


def read_deals(
    value: object, path: str, *, known: Mapping[str, Any], method: DealMethod | None = None
) -> tuple[PlayedDeal, ...]:
    """Return the deals, after making sure that their results do not contradict each other.

    Without a `method` they are the deals of teams, from which matches are made. Raises
    InvalidRequest for a deal or an entry twice, an unknown entry, a side against itself, and a
    result without points and award.
    """
    read_sides = _pair_reader(partial(read_members, known=known))
    deals: list[PlayedDeal] = []
    places: dict[int, str] = {}
    for place, element in read_list(value, path, most=MOST_DEALS):
        fields = read_object(element, place, allowed=OF_DEAL.names, required=OF_DEAL.needed)
        number = read_deal_number(fields["deal"], within(place, "deal"))
        before = places.setdefault(number, place)
        if before != place:
            raise InvalidRequest(
                "deal_twice",
                say(
                    "deal %(deal)d is twice, in %(first)s and in %(second)s; "
                    "put all its results into one",
                    deal=number,
                    first=before,
                    second=place,
                ),
                path=place,
            )
        results = within(place, "results")
        deals.append(_read_deal(number, fields["results"], results, read_sides, method))
    return tuple(deals)


def refuse_matches(matches: Sequence[Match], method: ComparedDeals) -> None:
    """Refuse matches, which a method over deals does not count."""
    if matches:
        raise InvalidRequest(
            "matches_not_counted",
            say(
                "%(method)s compares deals, and a table of round %(round)d is given as a match; "
                "give what came out on each deal in deals, and only byes in matches",
                method=method.name,
                round=matches[0].round,
            ),
            path="matches",
        )


def _read_deal(
    number: int, value: object, path: str, read_sides: Reader[Sides], method: DealMethod | None
) -> PlayedDeal:
    results: list[DealResult] = []
    by_side = method is None or method.in_teams or isinstance(method, DealPoints)
    seen: dict[tuple[str, int, int], str] = {}
    for place, element in read_list(value, path, most=MOST_RESULTS):
        result = _read_result(
            element, place, read_sides, has_a_top=not isinstance(method, DealPoints)
        )
        results.append(result)
        for side, entries in enumerate(result.sides):
            for entry in entries:
                seat = (entry, result.round, side) if by_side else (entry, 0, 0)
                before = seen.setdefault(seat, place)
                if before != place:
                    raise _twice(entry, number, before, place, in_teams=by_side)
    deal = PlayedDeal(number, tuple(results))
    if method is None or method.in_teams:
        _check_one_award(deal, path)
    return deal


def _twice(entry: str, deal: int, before: str, place: str, *, in_teams: bool) -> InvalidRequest:
    if in_teams:
        return InvalidRequest(
            "entry_twice",
            say(
                "%(entry)s plays deal %(deal)d twice on the same side, in %(first)s and in "
                "%(second)s; a team is the first side at one table and the second at the other",
                entry=entry,
                deal=deal,
                first=before,
                second=place,
            ),
            path=place,
        )
    return InvalidRequest(
        "entry_twice",
        say(
            "%(entry)s plays deal %(deal)d twice, in %(first)s and in %(second)s; "
            "an entry can play a deal once only",
            entry=entry,
            deal=deal,
            first=before,
            second=place,
        ),
        path=place,
    )


def _check_one_award(deal: PlayedDeal, place: str) -> None:
    for teams in team_deals(deal):
        if len([table for table in teams.tables if table.award is not None]) > 1:
            raise InvalidRequest(
                "award_twice",
                say(
                    "deal %(deal)d of %(first)s and %(second)s has an award at both tables; "
                    "give it at one of them, for the two teams",
                    deal=deal.number,
                    first=", ".join(teams.teams[0]),
                    second=", ".join(teams.teams[1]),
                ),
                path=place,
            )


def _read_result(
    element: object, place: str, read_sides: Reader[Sides], *, has_a_top: bool
) -> DealResult:
    """Return the result; awards only where deals have a top to take a percentage of.

    Raises InvalidRequest.
    """
    fields = read_object(element, place, allowed=OF_RESULT.names, required=OF_RESULT.needed)
    first, second = read_sides(fields["sides"], within(place, "sides"))
    check_nobody_twice([*first, *second], place)
    points, award = fields.get("points"), fields.get("award")
    if points is None and award is None:
        raise InvalidRequest(
            "missing_points",
            say(
                "%(place)s has no points; give the points of both sides, or leave out a table "
                "that has not played the deal",
                place=place,
            ),
            path=within(place, "points"),
        )
    if award is not None and not has_a_top:
        raise InvalidRequest(
            "award_without_a_top",
            say(
                "%(place)s: deal points have no top to take a percentage of; "
                "give in points what each side is to have",
                place=within(place, "award"),
            ),
            path=within(place, "award"),
        )
    return DealResult(sides=(first, second), **read_fields(fields, place, _FACTS_OF_RESULT))


def _pair_reader(read: Reader[T]) -> Reader[tuple[T, T]]:
    """Return the reader of a list with an element for each of the two sides."""

    def read_two(value: object, path: str) -> tuple[T, T]:
        elements = list(read_list(value, path, most=MOST_SIDES))
        if len(elements) != SIDES:
            raise InvalidRequest(
                "not_two_sides",
                say(
                    "%(place)s must have one element for each of the two sides, not %(count)d",
                    place=path,
                    count=len(elements),
                ),
                path=path,
            )
        first, second = [read(element, place) for place, element in elements]
        return first, second

    return read_two


_read_word = choice(AVERAGE_PLUS, AVERAGE, AVERAGE_MINUS)
_read_percent = checked(
    read_number,
    lambda percent: 0 <= percent <= 100,
    "award_out_of_range",
    say("%(place)s must be a percentage from 0 to 100, not %(given)s"),
)


def _read_award(value: object, path: str) -> Award:
    return _read_word(value, path) if isinstance(value, str) else _read_percent(value, path)


def _each_of_two(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": dict(schema), "minItems": SIDES, "maxItems": SIDES}


AWARD = {
    "anyOf": [
        {"type": "number", "minimum": 0, "maximum": 100},
        {"enum": [AVERAGE_PLUS, AVERAGE, AVERAGE_MINUS]},
    ]
}


class AskedResult(Struct, kw_only=True):
    """What a deal came to at a table: the points of both sides, or what they are awarded."""

    null_is_left_out: ClassVar[bool] = True

    sides: Annotated[tuple[Members, ...], Meta(min_length=SIDES, max_length=SIDES)]
    points: Annotated[Any, read_by(_pair_reader(read_number), _each_of_two({"type": "number"}))] = (
        None
    )
    award: Annotated[Any, read_by(_pair_reader(_read_award), _each_of_two(AWARD))] = None
    round: RoundNumber | None = None
    table: TableNumber | None = None
    provisional: bool = False


class AskedDeal(Struct, kw_only=True):
    """A deal with what it came to at each table."""

    deal: DealNumber
    results: Annotated[tuple[AskedResult, ...], Meta(max_length=MOST_RESULTS)]


OF_DEAL, OF_RESULT = keys_of(AskedDeal), keys_of(AskedResult)
_FACTS_OF_RESULT = {name: read for name, read in fields_of(AskedResult).items() if name != "sides"}

"""Reading `deals` in a request: every fault is named by its place."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.sentences import say
from league.doors.played import (
    MOST_DEALS,
    MOST_ROUNDS,
    MOST_SIDES,
    MOST_TABLES,
    Match,
    read_known,
)
from league.doors.reading import (
    Number,
    read_choice,
    read_count,
    read_flag,
    read_list,
    read_number,
    read_object,
    shown_input,
    within,
)
from league.doors.unanswerable import Unanswerable
from league.standings.methods.deals.methods import ComparedDeals, DealMethod, DealPoints
from league.standings.methods.deals.options import MOST_RESULTS
from league.standings.methods.deals.played import (
    AVERAGE,
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    Award,
    DealResult,
    PlayedDeal,
    team_deals,
)

SIDES = 2
RESULT_KEYS = ("sides", "points", "award", "round", "table", "provisional")
AWARDS = (AVERAGE_PLUS, AVERAGE, AVERAGE_MINUS)


def read_deals(
    value: object, path: str, *, known: Mapping[str, Any], method: DealMethod | None = None
) -> tuple[PlayedDeal, ...]:
    """Return the deals, after making sure that their results do not contradict each other.

    Without a `method` they are the deals of teams, from which matches are made. Raises
    Unanswerable for a deal or an entry twice, an unknown entry, a side against itself, and a
    result without points and award.
    """
    deals: list[PlayedDeal] = []
    places: dict[int, str] = {}
    for place, element in read_list(value, path, most=MOST_DEALS):
        fields = read_object(
            element, place, allowed=("deal", "results"), required=("deal", "results")
        )
        number = read_count(fields["deal"], within(place, "deal"), least=1, most=MOST_DEALS)
        before = places.setdefault(number, place)
        if before != place:
            raise Unanswerable(
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
        deals.append(_read_deal(number, fields["results"], within(place, "results"), known, method))
    return tuple(deals)


def refuse_matches(matches: Sequence[Match], method: ComparedDeals) -> None:
    """Refuse matches, which a method over deals does not count."""
    if matches:
        raise Unanswerable(
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
    number: int, value: object, path: str, known: Mapping[str, Any], method: DealMethod | None
) -> PlayedDeal:
    results: list[DealResult] = []
    by_side = method is None or method.in_teams or isinstance(method, DealPoints)
    seen: dict[tuple[str, int, int], str] = {}
    for place, element in read_list(value, path, most=MOST_RESULTS):
        result = _read_result(element, place, known, has_a_top=not isinstance(method, DealPoints))
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


def _twice(entry: str, deal: int, before: str, place: str, *, in_teams: bool) -> Unanswerable:
    if in_teams:
        return Unanswerable(
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
    return Unanswerable(
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
            raise Unanswerable(
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
    element: object, place: str, known: Mapping[str, Any], *, has_a_top: bool
) -> DealResult:
    """Return the result; awards only where deals have a top to take a percentage of.

    Raises Unanswerable.
    """
    fields = read_object(element, place, allowed=RESULT_KEYS, required=("sides",))
    first, second = _read_sides(fields["sides"], within(place, "sides"), known)
    _check_nobody_twice([*first, *second], place)
    points, award = fields.get("points"), fields.get("award")
    if points is None and award is None:
        raise Unanswerable(
            "missing_points",
            say(
                "%(place)s has no points; give the points of both sides, or leave out a table "
                "that has not played the deal",
                place=place,
            ),
            path=within(place, "points"),
        )
    if award is not None and not has_a_top:
        raise Unanswerable(
            "award_without_a_top",
            say(
                "%(place)s: deal points have no top to take a percentage of; "
                "give in points what each side is to have",
                place=within(place, "award"),
            ),
            path=within(place, "award"),
        )
    number, table = fields.get("round"), fields.get("table")
    provisional = fields.get("provisional")
    return DealResult(
        sides=(first, second),
        points=None if points is None else _read_points(points, within(place, "points")),
        award=None if award is None else _read_awards(award, within(place, "award")),
        round=1
        if number is None
        else read_count(number, within(place, "round"), least=1, most=MOST_ROUNDS),
        table=None
        if table is None
        else read_count(table, within(place, "table"), least=1, most=MOST_TABLES),
        provisional=False
        if provisional is None
        else read_flag(provisional, within(place, "provisional")),
    )


def _read_sides(
    value: object, place: str, known: Mapping[str, Any]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    sides = []
    for side_place, side in _two(value, place):
        entries = tuple(
            read_known(entry, entry_place, known)
            for entry_place, entry in read_list(side, side_place, most=MOST_SIDES)
        )
        if not entries:
            raise Unanswerable(
                "empty_side",
                say("%(place)s names nobody; a side needs at least one entry", place=side_place),
                path=side_place,
            )
        sides.append(entries)
    return sides[0], sides[1]


def _read_points(value: object, place: str) -> tuple[Number, Number]:
    first, second = (read_number(points, at) for at, points in _two(value, place))
    return first, second


def _read_awards(value: object, place: str) -> tuple[Award, Award]:
    first, second = (_read_award(award, at) for at, award in _two(value, place))
    return first, second


def _read_award(value: object, place: str) -> Award:
    if isinstance(value, str):
        return read_choice(value, place, AWARDS)
    percent = read_number(value, place)
    if not 0 <= percent <= 100:
        raise Unanswerable(
            "award_out_of_range",
            say(
                "%(place)s must be a percentage from 0 to 100, not %(given)s",
                place=place,
                given=shown_input(value),
            ),
            path=place,
        )
    return percent


def _two(value: object, place: str) -> list[tuple[str, Any]]:
    elements = list(read_list(value, place, most=MOST_SIDES))
    if len(elements) != SIDES:
        raise Unanswerable(
            "not_two_sides",
            say(
                "%(place)s must have one element for each of the two sides, not %(count)d",
                place=place,
                count=len(elements),
            ),
            path=place,
        )
    return elements


def _check_nobody_twice(entries: Sequence[str], place: str) -> None:
    if len(set(entries)) == len(entries):
        return
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

"""Reading what came out at one table of a deal."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.sentences import say
from league.rounds.drawing.played import MOST_ROUNDS, MOST_SIDES, MOST_TABLES, read_known
from league.rounds.drawing.reading import (
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
from league.rounds.drawing.unanswerable import Unanswerable
from league.standings.methods.deals.played import (
    AVERAGE,
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    Award,
    DealResult,
)

SIDES = 2
RESULT_KEYS = ("sides", "points", "award", "round", "table", "provisional")
AWARDS = (AVERAGE_PLUS, AVERAGE, AVERAGE_MINUS)


def read_result(
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

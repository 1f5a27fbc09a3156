"""Points of the round: all who played it are ranked, and the first get 12, 11, 10, ..."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Annotated, Any, ClassVar

from games.sentences import say
from league.foundation.doors.declared import read_by, word
from league.foundation.doors.reading import InvalidRequest, Number, read_list, read_number, whole
from league.tables.standings.methods.matches.awards import OWN_AVERAGE, Award
from league.tables.standings.methods.matches.match_method import (
    AskedMethodWithoutDraw,
    MatchMethod,
    read_own,
    read_shared,
)

SHARE, HIGHEST, LOWEST = "share", "highest", "lowest"
MOST_PLACES = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPoints(MatchMethod):
    """The entries of a round, by their points in it, get the points of their places.

    `places` are what the first, the second and so on get; who comes after the last of them gets
    nothing. Without them the winner gets as many points as entries played, the next one fewer,
    down to 1. Entries level in a round share what their places give, or all get the highest or
    the lowest of it.
    """

    bye: Award = OWN_AVERAGE
    forfeit_win: Award = OWN_AVERAGE
    places: tuple[Number, ...] = ()
    ties: str = SHARE
    name: ClassVar[str] = "round_points"
    two_sided: ClassVar[bool] = False
    adds_points: ClassVar[bool] = True

    def awards(self, points: Iterable[Number]) -> dict[Number, Number]:
        """Return what each number of points of one round is worth, given all of them."""
        ordered = sorted(points, reverse=True)
        places = self.places or range(len(ordered), 0, -1)
        worth: dict[Number, Number] = {}
        first = 0
        for own, level in groupby(ordered):
            last = first + len(list(level))
            given = [places[at] if at < len(places) else 0 for at in range(first, last)]
            if self.ties == SHARE:
                worth[own] = whole(Fraction(sum(given)) / len(given))
            else:
                worth[own] = given[0] if self.ties == HIGHEST else given[-1]
            first = last
        return worth


@dataclass(slots=True)
class RoundsByPlace:
    """What was made in each round of each group, and what that is worth."""

    method: RoundPoints
    made: dict[tuple[int, int], list[Number]] = field(default_factory=lambda: defaultdict(list))
    worth: dict[tuple[int, int], dict[Number, Number]] = field(default_factory=dict)

    def add(self, groups: Iterable[int], numbers: Iterable[int], points: Iterable[Number]) -> None:
        for group, number, own in zip(groups, numbers, points, strict=True):
            self.made[group, number].append(own)

    def results(
        self, groups: Iterable[int], numbers: Iterable[int], points: Iterable[Number]
    ) -> Sequence[Number]:
        if not self.worth:
            self.worth = {one: self.method.awards(made) for one, made in self.made.items()}
        worth = self.worth
        return [
            worth[group, number][own]
            for group, number, own in zip(groups, numbers, points, strict=True)
        ]


def _read_places(value: object, path: str) -> tuple[Number, ...]:
    places: list[Number] = []
    for place, element in read_list(value, path, most=MOST_PLACES):
        number = read_number(element, place)
        if places and number > places[-1]:
            raise InvalidRequest(
                "places_out_of_order",
                say("%(place)s gives more than the place before it", place=place),
                path=place,
            )
        places.append(number)
    if not places or places[0] == places[-1]:
        raise InvalidRequest(
            "places_all_alike",
            say(
                "method.places needs the points of at least two places, the first worth more "
                "than the last"
            ),
            path=path,
        )
    return tuple(places)


PLACES = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": MOST_PLACES}


class AskedRoundPoints(
    AskedMethodWithoutDraw, kw_only=True, tag_field="name", tag=RoundPoints.name
):
    """All who play a round are ranked, and the places give points."""

    places: Annotated[Any, read_by(_read_places, PLACES)] = None
    ties: Annotated[str, word(SHARE, HIGHEST, LOWEST)] = SHARE


def read_round_points(value: Mapping[str, Any]) -> RoundPoints:
    return RoundPoints(**read_shared(value, AskedRoundPoints), **read_own(value, AskedRoundPoints))

"""The scoring methods over deals as JSON: which options each has, and how they are read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.sentences import Sentence, say
from league.foundation.doors.fields import Fields, Reader, checked, choice, count, object_of
from league.foundation.doors.reading import Number, read_number, shown_input
from league.foundation.doors.unanswerable import Unanswerable
from league.tables.standings.methods.deals.comparing import AWAY_FROM_ZERO, TOWARDS_ZERO
from league.tables.standings.methods.deals.methods import (
    AS_PLAYED,
    AVERAGE_A_DEAL,
    MATCHPOINTS,
    PERCENTAGE,
    SCALE_UP,
    SUM_A_DEAL,
    BoardAMatch,
    Butler,
    CrossImps,
    DealMethod,
    DealPoints,
    Imps,
    Matchpoints,
)

MOST_RESULTS = 10_000
PLACE = "method"


read_multiplier = checked(
    read_number,
    lambda number: number > 0,
    "multiplier_not_positive",
    say(
        "%(place)s must be more than 0, not %(given)s; choose it so that an ordinary "
        "swing gives 10 to 12 IMPs"
    ),
)
_read_rounding = checked(
    read_number,
    lambda number: number >= 0,
    "rounding_negative",
    say("%(place)s must be 0 (do not round) or more, not %(given)s"),
)


def _read_bye(value: object, place: str) -> Number:
    if isinstance(value, str):
        raise Unanswerable(
            "bye_not_a_number",
            say(
                "a bye is worth a fixed number of points where deals are compared, not %(given)s; "
                "whoever sat out has played fewer deals, which uneven_deals makes up for",
                given=shown_input(value),
            ),
            path=place,
        )
    return read_number(value, place)


ALL: Fields = {"bye": _read_bye, "uneven_deals": choice(SCALE_UP, AS_PLAYED)}
IN_IMPS: Fields = {**ALL, "multiplier": read_multiplier}


@dataclass(frozen=True, slots=True)
class About:
    """A method: how people call it, what it counts, and its options."""

    kind: type[DealMethod]
    label: Sentence
    help: Sentence
    options: Fields
    _read: Reader[DealMethod] = field(init=False)

    def __post_init__(self) -> None:
        reader = object_of(self.kind, self.options, listed=("name", *self.options))
        object.__setattr__(self, "_read", reader)

    def read(self, value: Mapping[str, Any]) -> DealMethod:
        return self._read(value, PLACE)


DEAL_METHODS: dict[str, About] = {
    Matchpoints.name: About(
        Matchpoints,
        say("Matchpoints"),
        say(
            "On each deal 2 for every other table one did better than and 1 for every equal one, "
            "so that the luck of the cards is the same for all."
        ),
        {
            **ALL,
            "full_results": count(1, MOST_RESULTS),
            "points_as": choice(MATCHPOINTS, PERCENTAGE),
        },
    ),
    CrossImps.name: About(
        CrossImps,
        say("Cross-IMPs"),
        say("On each deal the IMPs against every other table that played it."),
        {**IN_IMPS, "per_deal": choice(AVERAGE_A_DEAL, SUM_A_DEAL)},
    ),
    Butler.name: About(
        Butler,
        say("Butler"),
        say("On each deal the IMPs against the average of all tables that played it."),
        {
            **IN_IMPS,
            "drop_high": count(0, MOST_RESULTS),
            "drop_low": count(0, MOST_RESULTS),
            "datum_rounding": _read_rounding,
            "datum_half": choice(AWAY_FROM_ZERO, TOWARDS_ZERO),
        },
    ),
    Imps.name: About(
        Imps,
        say("IMPs of teams"),
        say("Two teams play the same deals at two tables; what they come to together gives IMPs."),
        IN_IMPS,
    ),
    BoardAMatch.name: About(
        BoardAMatch,
        say("Board-a-match"),
        say("Two teams play the same deals at two tables; each deal won is 2 points, drawn 1."),
        ALL,
    ),
    DealPoints.name: About(
        DealPoints,
        say("Deal points"),
        say("The points of all deals, added up, as in the sessions of Fifty-Six."),
        ALL,
    ),
}

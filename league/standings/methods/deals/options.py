"""The scoring methods over deals as JSON: which options each has, and how they are read."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from games.sentences import Sentence, say
from league.doors.reading import (
    Number,
    read_choice,
    read_count,
    read_number,
    read_object,
    shown_input,
    within,
)
from league.doors.unanswerable import Unanswerable
from league.standings.methods.deals.comparing import AWAY_FROM_ZERO, TOWARDS_ZERO
from league.standings.methods.deals.methods import (
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


def _choice(*choices: str) -> Callable[[object, str], str]:
    return lambda value, place: read_choice(value, place, choices)


def _count(least: int) -> Callable[[object, str], int]:
    return lambda value, place: read_count(value, place, least=least, most=MOST_RESULTS)


def read_multiplier(value: object, place: str) -> Number:
    number = read_number(value, place)
    if number <= 0:
        raise Unanswerable(
            "multiplier_not_positive",
            say(
                "%(place)s must be more than 0, not %(given)s; choose it so that an ordinary "
                "swing gives 10 to 12 IMPs",
                place=place,
                given=shown_input(value),
            ),
            path=place,
        )
    return number


def _read_rounding(value: object, place: str) -> Number:
    number = read_number(value, place)
    if number < 0:
        raise Unanswerable(
            "rounding_negative",
            say(
                "%(place)s must be 0 (do not round) or more, not %(given)s",
                place=place,
                given=shown_input(value),
            ),
            path=place,
        )
    return number


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


Options = Mapping[str, Callable[[object, str], Any]]
ALL: Options = {"bye": _read_bye, "uneven_deals": _choice(SCALE_UP, AS_PLAYED)}
IN_IMPS: Options = {**ALL, "multiplier": read_multiplier}


class About(NamedTuple):
    """A method: its label, an explanation of what it counts, and its options."""

    kind: type[DealMethod]
    label: Sentence
    help: Sentence
    options: Options

    def read(self, value: Mapping[str, Any]) -> DealMethod:
        fields = read_object(value, PLACE, allowed=("name", *self.options))
        options = {
            name: read(fields[name], within(PLACE, name))
            for name, read in self.options.items()
            if fields.get(name) is not None
        }
        return self.kind(**options)


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
            "full_results": _count(1),
            "points_as": _choice(MATCHPOINTS, PERCENTAGE),
        },
    ),
    CrossImps.name: About(
        CrossImps,
        say("Cross-IMPs"),
        say("On each deal the IMPs against every other table that played it."),
        {**IN_IMPS, "per_deal": _choice(AVERAGE_A_DEAL, SUM_A_DEAL)},
    ),
    Butler.name: About(
        Butler,
        say("Butler"),
        say("On each deal the IMPs against the average of all tables that played it."),
        {
            **IN_IMPS,
            "drop_high": _count(0),
            "drop_low": _count(0),
            "datum_rounding": _read_rounding,
            "datum_half": _choice(AWAY_FROM_ZERO, TOWARDS_ZERO),
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

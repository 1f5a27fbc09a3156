"""The scoring methods over deals as JSON: which options each has, and how they are read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, TypeAlias

from msgspec import Meta, Struct

from games.sentences import Sentence, say
from league.foundation.doors.declared import fields_of, read_by, reader_of, word
from league.foundation.doors.reading import (
    InvalidRequest,
    Number,
    Reader,
    checked,
    read_number,
    shown_input,
)
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
        raise InvalidRequest(
            "bye_not_a_number",
            say(
                "a bye is worth a fixed number of points where deals are compared, not %(given)s; "
                "whoever sat out has played fewer deals, which uneven_deals makes up for",
                given=shown_input(value),
            ),
            path=place,
        )
    return read_number(value, place)


POSITIVE = {"type": "number", "exclusiveMinimum": 0}
Multiplier: TypeAlias = Annotated[Any, read_by(read_multiplier, POSITIVE)]


class AskedDeals(Struct, kw_only=True):
    """What is sent of every method over deals."""

    null_is_left_out: ClassVar[bool] = True

    bye: Annotated[Any, read_by(_read_bye, {"type": "number"})] = 0
    uneven_deals: Annotated[str, word(SCALE_UP, AS_PLAYED)] = AS_PLAYED


class AskedImps(AskedDeals, kw_only=True, tag_field="name", tag=Imps.name):
    """Two teams play the same deals at two tables, for IMPs."""

    multiplier: Multiplier = 1


class AskedMatchpoints(AskedDeals, kw_only=True, tag_field="name", tag=Matchpoints.name):
    """On each deal 2 for every other table one did better than and 1 for every equal one."""

    uneven_deals: Annotated[str, word(SCALE_UP, AS_PLAYED)] = SCALE_UP
    full_results: Annotated[int, Meta(ge=1, le=MOST_RESULTS)] | None = None
    points_as: Annotated[str, word(MATCHPOINTS, PERCENTAGE)] = MATCHPOINTS


class AskedCrossImps(AskedDeals, kw_only=True, tag_field="name", tag=CrossImps.name):
    """On each deal the IMPs against every other table that played it."""

    multiplier: Multiplier = 1
    per_deal: Annotated[str, word(AVERAGE_A_DEAL, SUM_A_DEAL)] = AVERAGE_A_DEAL


class AskedButler(AskedDeals, kw_only=True, tag_field="name", tag=Butler.name):
    """On each deal the IMPs against the average of all tables that played it."""

    multiplier: Multiplier = 1
    drop_high: Annotated[int, Meta(ge=0, le=MOST_RESULTS)] | None = None
    drop_low: Annotated[int, Meta(ge=0, le=MOST_RESULTS)] | None = None
    datum_rounding: Annotated[Any, read_by(_read_rounding, {"type": "number", "minimum": 0})] = 10
    datum_half: Annotated[str, word(AWAY_FROM_ZERO, TOWARDS_ZERO)] = AWAY_FROM_ZERO


class AskedBoardAMatch(AskedDeals, kw_only=True, tag_field="name", tag=BoardAMatch.name):
    """Two teams play the same deals at two tables; each deal is a match."""


class AskedDealPoints(AskedDeals, kw_only=True, tag_field="name", tag=DealPoints.name):
    """The points of all deals, added up."""


@dataclass(frozen=True, slots=True)
class About:
    """A method: how people call it, what it counts, and what is sent of it."""

    kind: type[DealMethod]
    label: Sentence
    help: Sentence
    asked: type[AskedDeals]
    _read: Reader[DealMethod] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_read", reader_of(self.asked, make=self.kind))

    @property
    def options(self) -> Sequence[str]:
        return tuple(fields_of(self.asked))

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
        AskedMatchpoints,
    ),
    CrossImps.name: About(
        CrossImps,
        say("Cross-IMPs"),
        say("On each deal the IMPs against every other table that played it."),
        AskedCrossImps,
    ),
    Butler.name: About(
        Butler,
        say("Butler"),
        say("On each deal the IMPs against the average of all tables that played it."),
        AskedButler,
    ),
    Imps.name: About(
        Imps,
        say("IMPs of teams"),
        say("Two teams play the same deals at two tables; what they come to together gives IMPs."),
        AskedImps,
    ),
    BoardAMatch.name: About(
        BoardAMatch,
        say("Board-a-match"),
        say("Two teams play the same deals at two tables; each deal won is 2 points, drawn 1."),
        AskedBoardAMatch,
    ),
    DealPoints.name: About(
        DealPoints,
        say("Deal points"),
        say("The points of all deals, added up, as in the sessions of Fifty-Six."),
        AskedDealPoints,
    ),
}

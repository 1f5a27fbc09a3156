"""What all methods over matches share: byes, forfeits, and points that are capped."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, ClassVar, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict

from games.sentences import say
from league.foundation.doors.declared import fields_of, keys_of, read_by
from league.foundation.doors.reading import (
    Number,
    checked,
    read_fields,
    read_number,
    read_object,
    whole,
    within,
)
from league.tables.standings.methods.duels import Duels
from league.tables.standings.methods.exact import Range
from league.tables.standings.methods.matches.awards import (
    DRAW,
    HALF,
    LOSS,
    OWN_AVERAGE,
    ROUND_AVERAGE,
    WIN,
    WINNERS_AVERAGE,
    WITH_DRAW,
    WITHOUT_DRAW,
    Award,
    award,
)

Column: TypeAlias = Sequence[Number]

PLACE = "method"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchMethod:
    """A scoring method that looks at one match at a time.

    `bye` is what a bye is worth, `forfeit_win` and `forfeit_loss` what is given where a side did
    not come. A word stands for what is worked out from the matches: the entry's own average, or
    the average of those who won, or drew, in that round.

    `cap` is the most points that a side takes from a match, `cap_margin` the most by which it is
    ahead, so that one monster deal does not decide: for total points and for the tie-breaks that
    add up points (a method that `adds_points` takes them as its results).
    """

    bye: Award = WIN
    forfeit_win: Award = WIN
    forfeit_loss: Award = 0
    cap: Number | None = None
    cap_margin: Number | None = None

    name: ClassVar[str] = ""
    two_sided: ClassVar[bool] = True
    is_average: ClassVar[bool] = False
    adds_points: ClassVar[bool] = False

    @property
    def worths(self) -> Mapping[str, Number]:
        """What a win, a draw and a loss are worth, where the method knows beforehand."""
        return {}

    @property
    def even(self) -> Number | None:
        """What a drawn match is worth, where the method knows beforehand."""
        return self.worths.get(DRAW)

    @property
    def bounds(self) -> Range | None:
        """None where a match could bring anything."""
        return None

    def of_duels(self, duels: Duels, outcomes: Sequence[int]) -> tuple[Column, Column]:
        """Return what each match was worth to the home sides, and to the others: the points."""
        return duels.home_points, duels.away_points

    def of_table(self, points: Column, outcomes: Sequence[int]) -> Column:
        """Return what a match was worth to each of its sides: the points."""
        return points

    def worth_of(self, award: Award, own_average: Number, winners_average: Number) -> Number:
        """Return what an award comes to. Raises ValueError for a word the method does not know."""
        if not isinstance(award, str):
            return award
        worths = self.worths
        if award in (OWN_AVERAGE, ROUND_AVERAGE):
            return own_average
        if award == WINNERS_AVERAGE:
            return winners_average
        if award in (WIN, HALF):
            win = worths.get(WIN, winners_average)
            return win if award == WIN else whole(Fraction(win) / 2)
        if award not in worths:
            raise ValueError(f"{self.name} gives no {award} for a bye")
        return worths[award]


def three_worths(win: Number, draw: Number, loss: Number) -> dict[str, Number]:
    return {WIN: win, DRAW: draw, LOSS: loss}


_read_cap = checked(
    read_number,
    lambda cap: cap > 0,
    "cap_not_positive",
    say("%(place)s must be more than 0, not %(given)s; leave it out to count every point"),
)
# typed loosely: a struct says what may be sent, and not what is counted by
WithDraw: TypeAlias = Annotated[Any, award(*WITH_DRAW)]
WithoutDraw: TypeAlias = Annotated[Any, award(*WITHOUT_DRAW)]
Cap: TypeAlias = Annotated[Any, read_by(_read_cap, {"type": "number", "exclusiveMinimum": 0})]


class AskedForfeit(Struct, kw_only=True):
    """What a side gets that came, and one that did not."""

    null_is_left_out: ClassVar[bool] = True

    win: WithDraw = None
    loss: WithDraw = None


class AskedMethod(Struct, kw_only=True):
    """What is sent of every method over matches: byes, forfeits, and the most that counts."""

    null_is_left_out: ClassVar[bool] = True

    bye: WithDraw = None
    forfeit: AskedForfeit | None = None
    cap: Cap = None
    cap_margin: Cap = None


class AskedForfeitWithoutDraw(AskedForfeit, kw_only=True):
    win: WithoutDraw = None
    loss: WithoutDraw = None


class AskedMethodWithoutDraw(AskedMethod, kw_only=True):
    bye: WithoutDraw = None
    forfeit: AskedForfeitWithoutDraw | None = None


def read_shared(value: Mapping[str, Any], asked: type[AskedMethod]) -> dict[str, Any]:
    """Return what all methods share, and refuse keys that the method does not know."""
    keys, fields = keys_of(asked), fields_of(asked)
    read_object(value, PLACE, allowed=keys.names)
    shared = read_fields(value, PLACE, {"bye": fields["bye"]})
    given = value.get("forfeit")
    forfeit = fields["forfeit"]({} if given is None else given, within(PLACE, "forfeit"))
    shared |= {
        f"forfeit_{name}": award for name, award in asdict(forfeit).items() if award is not None
    }
    return shared | read_fields(
        value, PLACE, {name: fields[name] for name in ("cap", "cap_margin")}
    )


def read_own(value: Mapping[str, Any], asked: type[AskedMethod]) -> dict[str, Any]:
    """Return what a method has beside what all share."""
    shared = keys_of(AskedMethod).names
    own = {name: read for name, read in fields_of(asked).items() if name not in shared}
    return read_fields(value, PLACE, own)

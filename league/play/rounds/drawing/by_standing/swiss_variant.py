"""The choices of the formats in which whoever is level meets: Swiss, Monrad and Danish."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Struct, structs

from games.sentences import Sentence, say
from league.foundation.doors.declared import (
    NULL_IS_LEFT_OUT,
    Exact,
    Seed,
    fields_of,
    keys_of,
    read_by,
)
from league.foundation.doors.reading import InvalidRequest, read_fields, read_object
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.stage_options import FormatOption, options_of, said

# who meets whom among entries that are level, in words for the reasons
PATTERNS: dict[str, Sentence] = {
    "slide": say("the upper half meets the lower half in order"),
    "fold": say("the first meets the last"),
    "adjacent": say("neighbours meet"),
    "lot": say("by lot"),
}
BAKU = "baku"


class Score(Struct, frozen=True):
    """What a result counts for the draw: match points, not the points of the deals."""

    win: Exact = 2
    draw: Exact = 1
    loss: Exact = 0
    bye: Exact = 2


def _read_score(value: object, place: str) -> Score:
    fields = read_object(value, place, allowed=keys_of(Score).names)
    counts = read_fields(fields, place, fields_of(Score))
    counts.setdefault("bye", counts.get("win", Score().bye))
    score = Score(**counts)
    if not score.loss <= score.draw <= score.win or score.loss == score.win:
        raise InvalidRequest(
            "score_order",
            say(
                "%(place)s must let a win count more than a loss and a draw between the two",
                place=place,
            ),
            path=place,
        )
    return score


class Options(Struct, frozen=True, kw_only=True):
    """How a round is drawn: `in_order` from the top, or as the round with the fewest faults.

    `in_order`: each meets the next one it may meet. `clubs_apart` is for how many rounds members
    of one club are kept apart; `repeats` says who may meet again as if for the first time.
    """

    in_order: bool = False
    first_round: Annotated[
        str,
        said(
            say("The first round"),
            say("Who meets whom while nobody has a score yet."),
            *PATTERNS.items(),
        ),
    ] = "slide"
    later_rounds: Annotated[
        str,
        said(
            say("The later rounds"),
            say("Who meets whom among those with the same score."),
            *PATTERNS.items(),
        ),
    ] = "slide"
    accelerated: Annotated[
        str,
        said(
            say("Accelerated start"),
            say(
                "For many entries in few rounds: the upper half meets among itself at first. "
                "Say how many rounds there are."
            ),
            ("none", say("no")),
            (BAKU, say("yes, the Baku way")),
        ),
    ] = "none"
    repeats: Annotated[
        str,
        said(
            say("Who may meet again"),
            say("Everybody, or only the upper half, as is usual in the last rounds."),
            ("allowed", say("everybody")),
            ("top_half", say("the upper half")),
        ),
    ] = "none"
    level: Annotated[
        str,
        said(
            say("Among those who are level"),
            say("What puts one of them before the other in the draw."),
            ("number", say("their number in the draw")),
            ("points", say("the difference of their points so far")),
        ),
    ] = "number"
    first_deal: Annotated[
        str,
        said(
            say("Who deals first"),
            say("At each table one side is named first and has the first deal."),
            ("balanced", say("in turn, as evenly as can be")),
            ("higher", say("whoever stands higher")),
            ("lot", say("by lot")),
        ),
    ] = "balanced"
    delayed: Annotated[
        bool,
        said(
            say("Draw one round ahead"),
            say("From the scores before the round being played, so that nobody waits."),
        ),
    ] = False
    score: Annotated[Score, read_by(_read_score), NULL_IS_LEFT_OUT] = Score()
    seed: Seed = 1
    clubs_apart: Annotated[int, Meta(ge=0, le=1_000)] = 0

    @property
    def is_accelerated(self) -> bool:
        return self.accelerated == BAKU

    def pattern(self, number: int) -> str:
        return self.first_round if number == 1 else self.later_rounds

    def uses_lot(self, number: int) -> bool:
        return "lot" in (self.pattern(number), self.first_deal)


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissVariant:
    """How the formats that are drawn by standing differ: what is usual, and options they lack."""

    usual: Options
    lacks: tuple[str, ...]

    @property
    def options(self) -> tuple[FormatOption, ...]:
        return tuple(o for o in options_of(Options, self.usual) if o.name not in self.lacks)


def read_options(request: DrawRequest, variant: SwissVariant) -> Options:
    """Return the options of the request. Raises InvalidRequest for what the format has not."""
    unknown = ("in_order", *variant.lacks)
    fields = {name: read for name, read in fields_of(Options).items() if name not in unknown}
    sent = read_object(request.options, "options", allowed=fields)
    asked = read_fields(sent, "options", fields, not_null=keys_of(Options).not_null)
    return structs.replace(variant.usual, **asked)

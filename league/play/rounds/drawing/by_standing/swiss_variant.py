"""The choices of the formats in which whoever is level meets: Swiss, Monrad and Danish."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Struct

from games.sentences import Sentence, say
from league.foundation.doors.declared import Exact, Seed, fields_of, keys_of
from league.foundation.doors.reading import InvalidRequest, read_fields, read_object
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.stage_options import FormatOption, choices_of

# who meets whom among entries that are level, in words for the reasons
PATTERNS: dict[str, Sentence] = {
    "slide": say("the upper half meets the lower half in order"),
    "fold": say("the first meets the last"),
    "adjacent": say("neighbours meet"),
    "lot": say("by lot"),
}
WHO_MEETS_WHOM = choices_of(*PATTERNS.items())


class Numbers(Struct, kw_only=True):
    """`clubs_apart`: for so many rounds members of one club are kept apart."""

    seed: Seed = 1
    clubs_apart: Annotated[int, Meta(ge=0, le=1_000)] = 0


NUMBERS = fields_of(Numbers)


def first_round(default: str) -> FormatOption:
    return FormatOption(
        name="first_round",
        label=say("The first round"),
        help=say("Who meets whom while nobody has a score yet."),
        default=default,
        choices=WHO_MEETS_WHOM,
    )


BY_SCORE = (
    FormatOption(
        name="level",
        label=say("Among those who are level"),
        help=say("What puts one of them before the other in the draw."),
        default="number",
        choices=choices_of(
            ("number", say("their number in the draw")),
            ("points", say("the difference of their points so far")),
        ),
    ),
    FormatOption(
        name="first_deal",
        label=say("Who deals first"),
        help=say("At each table one side is named first and has the first deal."),
        default="balanced",
        choices=choices_of(
            ("balanced", say("in turn, as evenly as can be")),
            ("higher", say("whoever stands higher")),
            ("lot", say("by lot")),
        ),
    ),
    FormatOption(
        name="delayed",
        label=say("Draw one round ahead"),
        help=say("From the scores before the round being played, so that nobody waits."),
        default=False,
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissVariant:
    """How the formats that are drawn by standing differ.

    `in_order`: from the top of the ranking each meets the next one it may meet; else the round
    with the fewest penalties is searched for. `extra` has options of this format alone, `keys`
    the names of options that only requests to the door can have.
    """

    in_order: bool
    first_round: FormatOption
    extra: tuple[FormatOption, ...] = ()
    keys: tuple[str, ...] = ()

    @property
    def options(self) -> tuple[FormatOption, ...]:
        return (self.first_round, *self.extra, *BY_SCORE)

    @property
    def allowed(self) -> tuple[str, ...]:
        extra = (option.name for option in self.extra)
        common = ("score", "delayed", "level", "first_round", "first_deal", "seed")
        return (*common, *extra, *self.keys)


class Score(Struct, frozen=True):
    """What a result counts for the draw: match points, not the points of the deals."""

    win: Exact = 2
    draw: Exact = 1
    loss: Exact = 0
    bye: Exact = 2


USUAL_SCORE = Score()


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a round is drawn: `in_order` from the top, or as the round with the fewest faults.

    `level` orders those with equal scores: by pairing number, or by the difference of their points.
    `first_round` and `later_rounds` say who meets whom among those who are level; `clubs_apart` is
    for how many rounds members of one club are kept apart; `repeats` says who may meet again as if
    for the first time: "none", the "top_half", or everybody ("allowed").
    """

    in_order: bool = False
    score: Score = USUAL_SCORE
    delayed: bool = False
    level: str = "number"
    first_round: str = "slide"
    later_rounds: str = "slide"
    first_deal: str = "balanced"
    seed: int = 1
    accelerated: bool = False
    clubs_apart: int = 0
    repeats: str = "none"

    def pattern(self, number: int) -> str:
        return self.first_round if number == 1 else self.later_rounds

    def uses_lot(self, number: int) -> bool:
        return "lot" in (self.pattern(number), self.first_deal)


def read_options(request: DrawRequest, variant: SwissVariant) -> Options:
    """Return the options of the request. Raises InvalidRequest for what the format has not."""
    sent = read_object(request.options, "options", allowed=variant.allowed)
    score = _read_score(sent.get("score"))
    values = {option.name: option.read(sent) for option in variant.options}
    accelerated = values.pop("accelerated", "none") == "baku"
    return Options(
        in_order=variant.in_order,
        score=score,
        accelerated=accelerated,
        **read_fields(sent, "options", NUMBERS, not_null=NUMBERS),
        **values,
    )


def _read_score(value: object) -> Score:
    place = "options.score"
    fields = read_object({} if value is None else value, place, allowed=keys_of(Score).names)
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

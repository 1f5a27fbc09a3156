"""The choices of the formats in which whoever is level meets: Swiss, Monrad and Danish."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.sentences import Sentence, say
from league.rounds.drawing.reading import (
    Number,
    read_choice,
    read_count,
    read_flag,
    read_number,
    read_object,
    within,
)
from league.rounds.drawing.request import LARGEST_SEED, DrawRequest
from league.rounds.drawing.unanswerable import Unanswerable

# who meets whom among entries that are level, in words for the reasons
PATTERNS: dict[str, Sentence] = {
    "slide": say("the upper half meets the lower half in order"),
    "fold": say("the first meets the last"),
    "adjacent": say("neighbours meet"),
    "lot": say("by lot"),
}
FIRST_DEALS = ("balanced", "higher", "lot")
ORDERS = ("number", "points")
MOST_ROUNDS_APART = 1_000

COMMON = ("score", "delayed", "level", "first_round", "first_deal", "seed")
OF_FORMAT: dict[str, tuple[str, ...]] = {
    "swiss": (*COMMON, "later_rounds", "accelerated", "clubs_apart"),
    "monrad": COMMON,
    "danish": (*COMMON, "repeats"),
}
BY_STANDING = tuple(OF_FORMAT)


@dataclass(frozen=True, slots=True)
class Score:
    """What a result counts for the draw: match points, not the points of the deals."""

    win: Number = 2
    draw: Number = 1
    loss: Number = 0
    bye: Number = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a round is drawn.

    `level` orders those with equal scores: by pairing number, or by the difference of their points.
    `first_round` and `later_rounds` say who meets whom among those who are level; `clubs_apart` is
    for how many rounds members of one club are kept apart; `repeats` says who may meet again as if
    for the first time: "none", the "top_half", or everybody ("allowed").
    """

    score: Score = Score()
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


def read_options(request: DrawRequest) -> Options:
    """Return the options of the request's format. Raises Unanswerable for what it does not have."""
    given = read_object(request.options, "options", allowed=OF_FORMAT[request.format])
    in_order = request.format != "swiss"
    return Options(
        score=_read_score(given.get("score")),
        delayed=read_flag(given.get("delayed", False), "options.delayed"),
        level=_choice(given, "level", "number", ORDERS),
        first_round=_choice(given, "first_round", "adjacent" if in_order else "slide", PATTERNS),
        later_rounds=_choice(given, "later_rounds", "slide", PATTERNS),
        first_deal=_choice(given, "first_deal", "balanced", FIRST_DEALS),
        seed=read_count(given.get("seed", 1), "options.seed", least=0, most=LARGEST_SEED),
        accelerated=_choice(given, "accelerated", "none", ("none", "baku")) == "baku",
        clubs_apart=read_count(
            given.get("clubs_apart", 0), "options.clubs_apart", least=0, most=MOST_ROUNDS_APART
        ),
        repeats=_choice(given, "repeats", "allowed", ("allowed", "top_half"))
        if request.format == "danish"
        else "none",
    )


def _choice(
    given: Mapping[str, object],
    key: str,
    default: str,
    choices: tuple[str, ...] | Mapping[str, object],
) -> str:
    return read_choice(given.get(key, default), f"options.{key}", tuple(choices))


def _read_score(value: object) -> Score:
    place = "options.score"
    fields = read_object(
        {} if value is None else value, place, allowed=("win", "draw", "loss", "bye")
    )
    counts = {
        key: read_number(count, within(place, key))
        for key, count in fields.items()
        if count is not None
    }
    counts.setdefault("bye", counts.get("win", Score().bye))
    score = Score(**counts)
    if not score.loss <= score.draw <= score.win or score.loss == score.win:
        raise Unanswerable(
            "score_order",
            say(
                "%(place)s must let a win count more than a loss and a draw between the two",
                place=place,
            ),
            path=place,
        )
    return score

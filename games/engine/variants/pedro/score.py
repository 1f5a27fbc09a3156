"""The score: a made bid earns the points taken, a failed one costs the bid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.result import DealResult, ScoreLine
from games.engine.ruleset import Ruleset
from games.engine.variants.pedro.deal import SEATS, SIDES
from games.engine.variants.pedro.options import Options
from games.engine.variants.pedro.trumps import WORTH
from games.sentences import Sentence, say

CARD_LINES: dict[str, Sentence] = {
    "high": say("high: the ace of trumps"),
    "jack": say("jack: the jack of trumps"),
    "game": say("game: the ten of trumps"),
    "low": say("low: the two of trumps"),
    "pedro": say("pedro: the five of trumps"),
    "low_pedro": say("low pedro: the other five of the colour of trumps"),
}
LINES_LOW_PLAYED = CARD_LINES | {"low": say("low: the two of trumps, for the side that played it")}
_POINTS_TAKEN = say("points taken")


@dataclass(slots=True, kw_only=True)
class FinishedDeal:
    """What the score of a deal depends on. What a summary may leave out is None."""

    declarer: int
    bid: int
    points: Sequence[int]  # by side, 14 together
    trump: str | None = None
    cards: Mapping[str, int] | None = None  # the side that has each point card, by its name
    tricks: Sequence[int] | None = None  # by side
    hand_sizes: Sequence[int] | None = None  # by seat, after the exchange


def points_of(cards: Mapping[str, int]) -> list[int]:
    """Return the points of each side, given who has which point card."""
    points = [0] * SIDES
    for name, side in cards.items():
        points[side] += WORTH[name]
    return points


def score_deal(ruleset: Ruleset, dealer: int, deal: FinishedDeal) -> DealResult:
    """Return what a deal scores for both sides."""
    declaring = deal.declarer % SIDES
    made = deal.points[declaring] >= deal.bid
    lines: list[ScoreLine] = []
    for side in range(SIDES):
        if side == declaring and not made:
            lines.append(_set_line(deal, side))
        else:
            lines += _earned_lines(ruleset.options, deal, side)
    return DealResult(
        sides=SIDES, made=made, lines=tuple(lines), detail=_detail(dealer, deal), dealer=dealer
    )


def next_dealer(dealer: int) -> int:
    """Return the seat that deals next: the one to the left."""
    return (dealer + 1) % SEATS


def _earned_lines(options: Options, deal: FinishedDeal, side: int) -> list[ScoreLine]:
    if deal.cards is None:
        return [ScoreLine(side, deal.points[side], "points", _POINTS_TAKEN)]
    sentences = LINES_LOW_PLAYED if options.low_scores_for == "player" else CARD_LINES
    return [
        ScoreLine(side, WORTH[name], name, sentences[name])
        for name, owner in deal.cards.items()
        if owner == side
    ]


def _set_line(deal: FinishedDeal, side: int) -> ScoreLine:
    sentence = say(
        "set: took %(taken)d of the %(worth)d points bid, which costs the bid",
        taken=deal.points[side],
        worth=deal.bid,
    )
    return ScoreLine(side, -deal.bid, "set", sentence)


def _detail(dealer: int, deal: FinishedDeal) -> dict[str, Any]:
    declaring = deal.declarer % SIDES
    return {
        "redeal": False,
        "declarer": deal.declarer,
        "side": declaring,
        "declarer_side": declaring,
        "bid": deal.bid,
        "trump": deal.trump,
        "points": list(deal.points),
        "cards": None if deal.cards is None else dict(deal.cards),
        "tricks": None if deal.tricks is None else list(deal.tricks),
        "hand_sizes": None if deal.hand_sizes is None else list(deal.hand_sizes),
        "wins_game": None,
        "next_dealer": next_dealer(dealer),
    }

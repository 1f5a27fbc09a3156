"""The score: a made bid earns what was taken, a failed one costs the bid."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.result import DealResult, ScoreLine
from games.engine.ruleset import Ruleset
from games.engine.variants.pitch.auction import SMUDGE, WORTH
from games.engine.variants.pitch.deal import HAND_SIZE
from games.engine.variants.pitch.four_points import AWARDS, Awards, points_of
from games.engine.variants.pitch.options import Options
from games.sentences import Sentence, say

AWARD_LINES: dict[str, Sentence] = {
    "high": say("high: the highest trump in play"),
    "low": say("low: the lowest trump in play"),
    "jack": say("jack: the jack of trumps"),
    "game": say("game: the most card points"),
}


@dataclass(slots=True, kw_only=True)
class PlayedDeal:
    """What the score of a deal depends on. What a summary may leave out is None."""

    declarer: int
    bid: str
    awards: Awards
    trump: str | None = None
    tricks: Sequence[int] | None = None  # by side
    game_points: Sequence[int] | None = None  # by side
    scores_before: Sequence[int]  # by side


def passed_out(ruleset: Ruleset, dealer: int) -> DealResult:
    """Return the result of a deal in which nobody bid."""
    return DealResult(
        sides=ruleset.sides,
        made=None,
        lines=tuple(
            ScoreLine(side, 0, "passed_out", say("everybody passed; the deal is dealt again"))
            for side in range(ruleset.sides)
        ),
        detail={
            "passed_out": True,
            "redeal": True,
            "declarer_side": None,
            "smudge_by": None,
            "wins_game": None,
            "next_dealer": next_dealer(ruleset, dealer, redeal=True),
        },
        dealer=dealer,
    )


def score_deal(ruleset: Ruleset, dealer: int, deal: PlayedDeal) -> DealResult:
    """Return what a played deal scores for each side."""
    options: Options = ruleset.options
    declaring = ruleset.side_of(deal.declarer)
    points = points_of(deal.awards, ruleset.sides)
    made = is_made(options, deal, declaring, points[declaring])
    smudger = smudged_by(options, deal, declaring, points, made=made)
    return DealResult(
        sides=ruleset.sides,
        made=made,
        lines=tuple(_lines(options, deal, declaring, points[declaring], made=made)),
        detail=_detail(ruleset, dealer, deal, points, smudger),
        dealer=dealer,
    )


def is_made(options: Options, deal: PlayedDeal, declaring: int, taken: int) -> bool:
    """Say whether the pitcher's side took what it bid."""
    needed = min(WORTH[deal.bid], 4)
    if taken < needed:
        return False
    if is_smudge_bid(options, deal.bid) and options.smudge_all_tricks:
        return has_all_tricks(deal, declaring)
    return True


def is_smudge_bid(options: Options, bid: str) -> bool:
    return bid == SMUDGE or (options.smudge == "wins_game" and bid == "4")


def has_all_tricks(deal: PlayedDeal, side: int) -> bool:
    return deal.tricks is not None and deal.tricks[side] == HAND_SIZE


def smudged_by(
    options: Options, deal: PlayedDeal, declaring: int, points: Sequence[int], *, made: bool
) -> int | None:
    """Return the side that wins the game at once by a smudge, bid or not."""
    if options.smudge != "wins_game" or 4 not in points:
        return None
    sweeper = points.index(4)
    if not counts_unbid(options, deal, sweeper == declaring):
        return None
    if sweeper == declaring and not made:
        return None
    if options.smudge_all_tricks and not has_all_tricks(deal, sweeper):
        return None
    in_hole = deal.scores_before[sweeper] < 0
    return None if in_hole and options.smudge_in_hole != "wins" else sweeper


def counts_unbid(options: Options, deal: PlayedDeal, by_pitcher: bool) -> bool:
    """Say whether all four points are a smudge of this side, given what was bid."""
    if by_pitcher:
        return deal.bid == "4" or options.smudge_unbid != "no"
    return options.smudge_unbid == "anyone"


def next_dealer(ruleset: Ruleset, dealer: int, *, redeal: bool) -> int:
    """Return who deals next: the deal moves on, unless the same dealer deals again."""
    if redeal and ruleset.options.all_pass == "redeal_same":
        return dealer
    return (dealer + 1) % ruleset.players


def _lines(
    options: Options, deal: PlayedDeal, declaring: int, taken: int, *, made: bool
) -> list[ScoreLine]:
    lines = []
    if not made:
        lines.append(_set_line(options, deal, declaring, taken))
    smudge_of_five = made and deal.bid == SMUDGE
    if smudge_of_five:
        sentence = say("smudge made: all four points, worth 5")
        lines.append(ScoreLine(declaring, WORTH[SMUDGE], "smudge", sentence))
    for award in AWARDS:
        side = deal.awards[award]
        if side is None or (side == declaring and (not made or smudge_of_five)):
            continue
        lines.append(ScoreLine(side, 1, award, AWARD_LINES[award]))
    return lines


def _set_line(options: Options, deal: PlayedDeal, declaring: int, taken: int) -> ScoreLine:
    worth = WORTH[deal.bid]
    if taken >= min(worth, 4):
        sentence = say(
            "set: all four points but not all six tricks; the smudge fails and costs %(worth)d",
            worth=worth,
        )
    elif deal.bid == SMUDGE:
        sentence = say(
            "set: %(taken)d of the four points; the smudge fails and costs %(worth)d",
            taken=taken,
            worth=worth,
        )
    else:
        sentence = say(
            "set: took %(taken)d of the %(worth)d points bid, which costs the bid",
            taken=taken,
            worth=worth,
        )
    return ScoreLine(declaring, -worth, "set", sentence)


def _detail(
    ruleset: Ruleset, dealer: int, deal: PlayedDeal, points: Sequence[int], smudger: int | None
) -> dict[str, Any]:
    declaring = ruleset.side_of(deal.declarer)
    return {
        "passed_out": False,
        "redeal": False,
        "pitcher": deal.declarer,
        "declarer": deal.declarer,
        "side": declaring,
        "declarer_side": declaring,
        "bid": deal.bid if deal.bid == SMUDGE else int(deal.bid),
        "trump": deal.trump,
        "awards": dict(deal.awards),
        "points": list(points),
        "game_points": None if deal.game_points is None else list(deal.game_points),
        "tricks": None if deal.tricks is None else list(deal.tricks),
        "smudge_by": smudger,
        "wins_game": smudger,
        "next_dealer": next_dealer(ruleset, dealer, redeal=False),
    }

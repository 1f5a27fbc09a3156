"""The score: meld and points in play against the bid."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.result import DealResult, ScoreLine
from games.engine.ruleset import Ruleset
from games.engine.variants.double_deck_pinochle.deal import SEATS, SIDES, TRICKS, card_values
from games.engine.variants.double_deck_pinochle.meld import LEAST_MELD, counted_meld
from games.engine.variants.double_deck_pinochle.options import Options
from games.sentences import Sentence, say

LEAST_IN_PLAY = 20  # a side with less is wiped off, where the ruleset has it


@dataclass(slots=True, kw_only=True)
class FinishedDeal:
    """What the score of a deal depends on, from a record or a summary. Lists are by side.

    `outcome` is played, no_play, thrown_in or no_marriage; `points` are those taken in play, the
    last trick's included, and zeros where nothing was played.
    """

    declarer: int
    bid: int
    outcome: str
    melds: Sequence[int]  # as laid down, whether they count or not
    has_bid: Sequence[bool]
    aces_around: Sequence[bool]
    points: Sequence[int]
    tricks: Sequence[int] | None = None
    seat_melds: Sequence[int] | None = None
    trump: str | None = None


class SideScore(NamedTuple):
    """What a side would score for meld and play, before bid and penalty."""

    meld: int  # the part of the meld that counts
    play: int
    wiped: bool = False  # fewer than 20 in play cost everything
    meld_lost: bool = False  # fewer than 20 in play cost the meld

    @property
    def total(self) -> int:
        return self.meld + self.play


def score_deal(ruleset: Ruleset, dealer: int, deal: FinishedDeal) -> DealResult:
    """Return what a deal scores for both sides."""
    options: Options = ruleset.options
    declaring = deal.declarer % SIDES
    counted = list(map(counted_meld, deal.melds, deal.has_bid, (options, options)))
    played = deal.outcome == "played"
    sides = [
        side_score(counted[0], deal.points[0], options, played),
        side_score(counted[1], deal.points[1], options, played),
    ]
    made = played and not sides[declaring].wiped and sides[declaring].total >= deal.bid
    branch = ("made" if made else "set") if played else deal.outcome
    lines: list[ScoreLine] = []
    for side in range(SIDES):
        if side == declaring and not made:
            lines.append(_penalty_line(deal, branch, sides[side], options))
        elif branch == "no_marriage" and options.no_marriage_opponents == "none":
            lines.append(ScoreLine(side, 0, "no_marriage", _NOTHING_WITHOUT_MARRIAGE))
        else:
            lines += earned_lines(side, deal, sides[side])
    all_tricks = deal.tricks.index(TRICKS) if deal.tricks and TRICKS in deal.tricks else None
    sweeper = all_tricks if options.all_tricks_wins else None
    return DealResult(
        sides=SIDES,
        made=made,
        lines=tuple(lines),
        detail=_detail(dealer, deal, branch, counted, sides, sweeper, options),
        dealer=dealer,
    )


def side_score(counted: int, points: int, options: Options, played: bool) -> SideScore:
    """Return the points of a side; with fewer than 20 in play it may lose the meld, or all."""
    if not played:
        return SideScore(counted, 0)
    if points >= LEAST_IN_PLAY or options.wipe_off == "off":
        return SideScore(counted, points)
    if options.wipe_off == "meld_only":
        return SideScore(0, points, meld_lost=counted > 0)
    return SideScore(0, 0, wiped=True)


def earned_lines(side: int, deal: FinishedDeal, score: SideScore) -> list[ScoreLine]:
    """Return the lines of a side that pays no penalty; a meld it lost is a line of 0 points."""
    if score.wiped:
        sentence = say(
            "wiped off: %(points)d points in play are fewer than %(least)d, so nothing counts",
            points=deal.points[side],
            least=LEAST_IN_PLAY,
        )
        return [ScoreLine(side, 0, "wiped_off", sentence)]
    lines = [_meld_line(side, deal, score)]
    if deal.outcome == "played":
        lines.append(ScoreLine(side, score.play, "play", _PLAY))
    return lines


def _meld_line(side: int, deal: FinishedDeal, score: SideScore) -> ScoreLine:
    raw = deal.melds[side]
    if score.meld:
        return ScoreLine(side, score.meld, "meld", _MELD)
    if score.meld_lost:
        sentence = say(
            "meld of %(meld)d lost: %(points)d points in play are fewer than %(least)d",
            meld=raw,
            points=deal.points[side],
            least=LEAST_IN_PLAY,
        )
        return ScoreLine(side, 0, "meld_lost", sentence)
    if raw < LEAST_MELD:
        sentence = say(
            "meld of %(meld)d does not count: a side needs %(least)d", meld=raw, least=LEAST_MELD
        )
        return ScoreLine(side, 0, "meld_below_minimum", sentence)
    sentence = say("meld of %(meld)d does not count: the side made no bid", meld=raw)
    return ScoreLine(side, 0, "meld_without_bid", sentence)


def _penalty_line(deal: FinishedDeal, branch: str, score: SideScore, options: Options) -> ScoreLine:
    side = deal.declarer % SIDES
    penalty = _penalty(deal, branch, options)
    return ScoreLine(
        side, -penalty, branch, _why_failed(deal, branch, score, card_values(options).total)
    )


def _penalty(deal: FinishedDeal, branch: str, options: Options) -> int:
    if isinstance(options.set_penalty, int):
        return options.set_penalty
    costs_meld = options.set_penalty == "meld" and branch in ("set", "thrown_in")
    return _meld_at_stake(deal, options) if costs_meld else deal.bid


def _meld_at_stake(deal: FinishedDeal, options: Options) -> int:
    side = deal.declarer % SIDES
    return counted_meld(deal.melds[side], deal.has_bid[side], options)


def _why_failed(deal: FinishedDeal, branch: str, score: SideScore, all_points: int) -> Sentence:
    side = deal.declarer % SIDES
    if branch == "no_marriage":
        return say("no royal marriage: the declarer lacks king or queen of trumps")
    if branch == "thrown_in":
        return say("thrown in: the bid of %(bid)d was given up", bid=deal.bid)
    if branch == "no_play":
        return say(
            "no play: with a meld of %(meld)d even all %(points)d points "
            "do not reach the bid of %(bid)d",
            points=all_points,
            meld=score.meld,
            bid=deal.bid,
        )
    if score.wiped:
        return say(
            "set: %(points)d points in play are fewer than %(least)d, so the bid of %(bid)d failed",
            points=deal.points[side],
            least=LEAST_IN_PLAY,
            bid=deal.bid,
        )
    return say(
        "set: meld %(meld)d and play %(play)d are %(total)d, less than the bid of %(bid)d",
        meld=score.meld,
        play=score.play,
        total=score.total,
        bid=deal.bid,
    )


def is_shown(deal: FinishedDeal, side: int, counted: int, options: Options) -> bool:
    """Say whether a side lays its meld open: when it counts, or has aces around that must be shown.

    A deal that ends because the declarer has no royal marriage ends before melding; then only
    opponents who score their meld show it.
    """
    if deal.outcome == "no_marriage":
        scores = side != deal.declarer % SIDES and options.no_marriage_opponents == "meld"
        return scores and counted > 0
    return counted > 0 or (options.aces_must_show and deal.aces_around[side])


def _detail(
    dealer: int,
    deal: FinishedDeal,
    branch: str,
    counted: Sequence[int],
    sides: Sequence[SideScore],
    sweeper: int | None,
    options: Options,
) -> dict[str, Any]:
    declaring = deal.declarer % SIDES
    return {
        "branch": branch,
        "redeal": False,
        "declarer": deal.declarer,
        "declarer_side": declaring,
        "bid": deal.bid,
        "trump": deal.trump,
        "seat_melds": None if deal.seat_melds is None else list(deal.seat_melds),
        "melds": list(deal.melds),
        "melds_counted": list(counted),
        "points": list(deal.points) if deal.outcome == "played" else None,
        "tricks": None if deal.tricks is None else list(deal.tricks),
        "wiped": [side.wiped for side in sides],
        "shown": [is_shown(deal, side, counted[side], options) for side in range(SIDES)],
        "game_win_side": sweeper,
        "wins_game": sweeper,
        "next_dealer": next_dealer(dealer),
    }


def next_dealer(dealer: int) -> int:
    """Return the seat that deals next: the one to the left, whether the deal was played or not."""
    return (dealer + 1) % SEATS


_MELD = say("meld")
_PLAY = say("points in play")
_NOTHING_WITHOUT_MARRIAGE = say(
    "the deal ended for want of a royal marriage; the other side scores nothing"
)

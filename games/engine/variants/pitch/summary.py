"""A deal as a scorer writes it down: pitcher, bid and who has the four points."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import bad_field, missing_field, shortened
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.summaries import impossible, needed
from games.engine.summary_fields import Summary
from games.engine.variants.pitch.auction import SMUDGE, WORTH, bars_smudge, ladder, meant_by
from games.engine.variants.pitch.awards import Awards, points_of
from games.engine.variants.pitch.options import Options
from games.engine.variants.pitch.score import (
    PlayedDeal,
    is_smudge_bid,
    passed_out,
    score_deal,
)
from games.engine.variants.pitch.scores_before import read_scores_before
from games.engine.variants.pitch.summary_auction import check_auction
from games.engine.variants.pitch.summary_fields import FIELDS
from games.engine.variants.pitch.summary_tricks import check_game_points, check_tricks
from games.sentences import Sentence, SideName, say

BID_FIELDS = ("declarer", "bid", "awards", "trump", "tricks", "game_points")


def score_summary(
    ruleset: Ruleset,
    dealer: int,
    data: Mapping[str, Any],
    scores_before: object = None,
) -> DealResult:
    """Return what the deal scored, or raise at the first thing that cannot have happened."""
    summary = Summary(FIELDS, ruleset, data)
    before = read_scores_before(ruleset, scores_before)
    if summary.get("passed_out"):
        _check_passed_out(ruleset, dealer, summary, before)
        return passed_out(ruleset, dealer)
    deal = _read_deal(ruleset, summary, before)
    check_auction(ruleset, dealer, summary.get("auction"), before, (deal.declarer, deal.bid))
    return score_deal(ruleset, dealer, deal)


def _check_passed_out(
    ruleset: Ruleset, dealer: int, summary: Summary, before: Sequence[int]
) -> None:
    if ruleset.options.all_pass == "dealer_forced":
        sentence = say("nobody can pass a deal out in this game: the dealer must bid")
        impossible("passed_out_not_possible", sentence, "passed_out")
    for name in BID_FIELDS:
        if summary.has(name):
            sentence = say(
                'everybody passed, so there is no "%(name)s"; leave it out, or say who bid',
                name=name,
            )
            impossible("passed_out_with_bid", sentence, name)
    check_auction(ruleset, dealer, summary.get("auction"), before, None)


def _read_deal(ruleset: Ruleset, summary: Summary, before: Sequence[int]) -> PlayedDeal:
    declarer = summary.needed("declarer")
    bid = _read_bid(ruleset.options, needed(summary.data, "bid"))
    if bid == "4" and bars_smudge(ruleset.options, before[ruleset.side_of(declarer)]):
        sentence = say("a side with a score below zero may not bid 4")
        impossible("bid_not_allowed_in_hole", sentence, "bid")
    awards = {
        name: _read_award(ruleset, name, field, side)
        for name, field, side in summary.parts("awards", _no_award)
    }
    tricks = check_tricks(ruleset, summary.get("tricks"), awards)
    if tricks is None and tricks_decide(ruleset, declarer, bid, awards):
        raise missing_field("tricks", phase="summary")
    return PlayedDeal(
        declarer=declarer,
        bid=bid,
        awards=awards,
        trump=summary.get("trump"),
        tricks=tricks,
        game_points=check_game_points(ruleset, summary.get("game_points"), awards, tricks),
        scores_before=before,
    )


def tricks_decide(ruleset: Ruleset, declarer: int, bid: str, awards: Awards) -> bool:
    """Say whether the result hangs on the tricks: all four points, and six tricks asked for."""
    options: Options = ruleset.options
    if not options.smudge_all_tricks or 4 not in points_of(awards, ruleset.sides):
        return False
    by_pitcher = awards["high"] == ruleset.side_of(declarer)
    return (by_pitcher and is_smudge_bid(options, bid)) or options.smudge_unbid != "no"


def _read_bid(options: Options, value: object) -> str:
    """Return the bid as a call; a number may be written as a number."""
    bid = str(value) if type(value) is int or isinstance(value, str) else ""
    if bid not in WORTH:
        sentence = say(
            '"%(bid)s" is not a bid; the bids are %(bids)s',
            bid=shortened(value),
            bids=", ".join(ladder(options)),
        )
        raise bad_field("bid", sentence, phase="summary")
    bid = meant_by(bid, options)
    if bid not in ladder(options):
        rule = "bid_off_ladder" if bid == SMUDGE else "bid_below_minimum"
        sentence = say(
            "there is no bid of %(bid)s in this game; the bids are %(bids)s",
            bid=bid,
            bids=", ".join(ladder(options)),
        )
        impossible(rule, sentence, "bid")
    return bid


def _no_award(name: str) -> Sentence:
    return say('there is no award "%(name)s"; the awards are high, low, jack and game', name=name)


def _read_award(ruleset: Ruleset, name: str, field: str, side: object) -> int | None:
    if side is None:
        if name in ("high", "low"):
            sentence = say(
                "every deal has a highest and a lowest trump: say which side has %(name)s",
                name=name,
            )
            raise IllegalAction("summary", None, "award_missing", sentence, field=field)
        return None
    if type(side) is int and 0 <= side < ruleset.sides:
        return side
    sentence = say(
        "%(name)s goes to a side, %(first)s to %(last)s, or to nobody",
        name=name,
        first=SideName(0),
        last=SideName(ruleset.sides - 1),
    )
    raise MalformedRecord("bad_side", sentence, phase="summary", field=field)

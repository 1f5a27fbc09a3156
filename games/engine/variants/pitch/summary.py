"""A deal as a scorer writes it down: pitcher, bid and who has the four points."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import bad_field, missing_field, shortened
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.summaries import check_total, impossible, needed
from games.engine.summary_fields import Summary
from games.engine.unfinished import calls_missing
from games.engine.variants.pitch.auction import (
    SMUDGE,
    WORTH,
    bars_smudge,
    ladder,
    make_calls,
    meant_by,
    opening,
)
from games.engine.variants.pitch.deal import CARD_POINTS, HAND_SIZE
from games.engine.variants.pitch.four_points import Awards, points_of, side_with_game
from games.engine.variants.pitch.options import Options
from games.engine.variants.pitch.score import (
    PlayedDeal,
    is_smudge_bid,
    passed_out,
    score_deal,
)
from games.engine.variants.pitch.scores_before import read_scores_before
from games.engine.variants.pitch.summary_fields import FIELDS, always_has_game
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
    declaring = ruleset.side_of(declarer)
    _check_game_given(ruleset, awards)
    tricks = check_tricks(ruleset, summary.get("tricks"), awards, declaring)
    if tricks is None and tricks_decide(ruleset, declarer, bid, awards):
        raise missing_field("tricks", phase="summary")
    return PlayedDeal(
        declarer=declarer,
        bid=bid,
        awards=awards,
        trump=summary.get("trump"),
        tricks=tricks,
        game_points=check_game_points(
            ruleset, summary.get("game_points"), awards, tricks, declaring
        ),
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


def _check_game_given(ruleset: Ruleset, awards: Awards) -> None:
    """Refuse two sides without game where a tie, in which both are level, gives it to one."""
    if always_has_game(ruleset.options, ruleset.sides) and awards["game"] is None:
        sentence = say(
            "one of the two sides has game: where card points are level it is the pitcher’s side"
        )
        impossible("game_mismatch", sentence, "awards.game")


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


# The auction a scorer may add to a summary: it must be legal and lead to the same bid.


def check_auction(
    ruleset: Ruleset,
    dealer: int,
    calls: Sequence[Any] | None,
    scores_before: Sequence[int],
    agreed: tuple[int, str] | None,
) -> None:
    """Refuse calls that are not legal, or arrive at another pitcher and bid than agreed."""
    if calls is None:
        return
    state = opening(ruleset, dealer, scores_before)
    make_calls(state, calls)
    if state.phase == "auction":
        raise calls_missing(len(state.calls), ruleset.players, phase="summary")
    reached = None if state.declarer is None else (state.declarer, state.bid)
    if reached != agreed:
        sentence = say("the calls lead to another pitcher or bid than the one written down")
        impossible("auction_mismatch", sentence, "auction")


# What the tricks and card points of a summary can be, given who has which of the four points.

# by number of cards: the most card points that so many are worth
HIGHEST_TOTALS = tuple(accumulate(sorted(CARD_POINTS, reverse=True), initial=0))


def check_tricks(
    ruleset: Ruleset, tricks: tuple[int, ...] | None, awards: Awards, declaring: int
) -> tuple[int, ...] | None:
    """Return the tricks of each side, or None where they were not written down."""
    if tricks is None:
        return None
    check_total(tricks, HAND_SIZE, rule="tricks_total", name="tricks")
    for award, side in awards.items():
        needs_none = _needs_no_trick(ruleset.options, award, by_pitcher=side == declaring)
        if side is not None and not tricks[side] and not needs_none:
            sentence = say("%(side)s has %(award)s but no trick", side=SideName(side), award=award)
            impossible("award_unreachable", sentence, f"awards.{award}")
    if HAND_SIZE in tricks and awards["jack"] is not None:
        sweeper = tricks.index(HAND_SIZE)
        if awards["game"] != sweeper:
            sentence = say(
                "%(side)s took all six tricks with the jack of trumps, so it has game",
                side=SideName(sweeper),
            )
            impossible("award_unreachable", sentence, "awards.game")
    return tricks


def _needs_no_trick(options: Options, award: str, *, by_pitcher: bool) -> bool:
    """Say whether an award can be had without a trick: dealt, or in a tie for no card points."""
    if award == "game":
        return by_pitcher and options.game_tie == "pitcher"
    return award == "low" and options.high_low_to == "dealt"


def check_game_points(
    ruleset: Ruleset,
    points: tuple[int, ...] | None,
    awards: Awards,
    tricks: Sequence[int] | None,
    declaring: int,
) -> tuple[int, ...] | None:
    """Return the card points of each side, or None where they were not written down."""
    if points is None:
        return None
    most = highest_total(ruleset.players * HAND_SIZE)
    if sum(points) > most:
        sentence = say(
            "card points add up to %(sum)d; with %(players)d players there are at most %(most)d",
            sum=sum(points),
            players=ruleset.players,
            most=most,
        )
        impossible("points_unreachable", sentence, "game_points")
    _check_game(ruleset.options, points, awards, declaring)
    jack = awards["jack"]
    if jack is not None and points[jack] < 1:
        sentence = say(
            "%(side)s has the jack of trumps, so it has at least 1 card point",
            side=SideName(jack),
        )
        impossible("points_unreachable", sentence, "game_points")
    for side, count in enumerate(tricks or ()):
        best = highest_total(count * ruleset.players)
        if points[side] > best:
            sentence = say(
                "%(side)s has %(points)d card points; %(tricks)d tricks hold at most %(best)d",
                side=SideName(side),
                points=points[side],
                tricks=count,
                best=best,
            )
            impossible("points_unreachable", sentence, "game_points")
    return points


def highest_total(cards: int) -> int:
    """Return the most card points so many cards of the pack can be worth."""
    return HIGHEST_TOTALS[min(cards, len(CARD_POINTS))]


def _check_game(options: Options, points: Sequence[int], awards: Awards, declaring: int) -> None:
    due = side_with_game(options, points, declaring)
    if awards["game"] == due:
        return
    if due is None:
        sentence = say(
            "the highest total of card points, %(most)d, is shared, so nobody has game",
            most=max(points),
        )
    elif points.count(max(points)) > 1:
        sentence = say(
            "the highest total of card points, %(most)d, is shared, so the pitcher’s side, "
            "%(side)s, has game",
            side=SideName(due),
            most=max(points),
        )
    else:
        sentence = say(
            "%(side)s has the most card points, %(most)d, so it has game",
            side=SideName(due),
            most=max(points),
        )
    impossible("game_mismatch", sentence, "awards.game")

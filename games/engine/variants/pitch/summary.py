"""A deal as a scorer writes it down: pitcher, bid and who has the four points."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import as_object, bad_field, missing_field, read_seat, shortened
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.sentences import SideName, say
from games.engine.summaries import (
    check_fields,
    impossible,
    needed,
    read_flag_field,
    read_suit,
)
from games.engine.variants.pitch.auction import SMUDGE, WORTH, bars_smudge, ladder, meant_by
from games.engine.variants.pitch.awards import AWARDS, Awards, points_of
from games.engine.variants.pitch.options import Options
from games.engine.variants.pitch.score import (
    PlayedDeal,
    is_smudge_bid,
    passed_out,
    score_deal,
)
from games.engine.variants.pitch.scores_before import read_scores_before
from games.engine.variants.pitch.summary_auction import check_auction
from games.engine.variants.pitch.summary_tricks import read_game_points, read_tricks

FIELDS = frozenset(
    {"passed_out", "declarer", "bid", "awards", "trump", "tricks", "game_points", "auction"}
)
BID_FIELDS = ("declarer", "bid", "awards", "trump", "tricks", "game_points")


def score_summary(
    ruleset: Ruleset,
    dealer: int,
    summary: Mapping[str, Any],
    scores_before: object = None,
) -> DealResult:
    """Return what the deal scored, or raise at the first thing that cannot have happened."""
    check_fields(summary, FIELDS)
    before = read_scores_before(ruleset, scores_before)
    if read_flag_field(summary, "passed_out"):
        _check_passed_out(ruleset, dealer, summary, before)
        return passed_out(ruleset, dealer)
    deal = _read_deal(ruleset, summary, before)
    check_auction(ruleset, dealer, summary.get("auction"), before, (deal.declarer, deal.bid))
    return score_deal(ruleset, dealer, deal)


def _check_passed_out(
    ruleset: Ruleset, dealer: int, summary: Mapping[str, Any], before: Sequence[int]
) -> None:
    if ruleset.options.all_pass == "dealer_forced":
        sentence = say("nobody can pass a deal out in this game: the dealer must bid")
        impossible("passed_out_not_possible", sentence, "passed_out")
    for name in BID_FIELDS:
        if summary.get(name) is not None:
            sentence = say(
                'everybody passed, so there is no "%(name)s"; leave it out, or say who bid',
                name=name,
            )
            impossible("passed_out_with_bid", sentence, name)
    check_auction(ruleset, dealer, summary.get("auction"), before, None)


def _read_deal(ruleset: Ruleset, summary: Mapping[str, Any], before: Sequence[int]) -> PlayedDeal:
    declarer = read_seat(needed(summary, "declarer"), ruleset.players, name="declarer")
    bid = _read_bid(ruleset.options, needed(summary, "bid"))
    if bid == "4" and bars_smudge(ruleset.options, before[ruleset.side_of(declarer)]):
        sentence = say("a side with a score below zero may not bid 4")
        impossible("bid_not_allowed_in_hole", sentence, "bid")
    awards = _read_awards(ruleset, as_object(needed(summary, "awards"), name="awards"))
    tricks = read_tricks(ruleset, summary.get("tricks"), awards)
    if tricks is None and tricks_decide(ruleset, declarer, bid, awards):
        raise missing_field("tricks", phase="summary")
    trump = summary.get("trump")
    return PlayedDeal(
        declarer=declarer,
        bid=bid,
        awards=awards,
        trump=None if trump is None else read_suit(trump),
        tricks=tricks,
        game_points=read_game_points(ruleset, summary.get("game_points"), awards, tricks),
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


def _read_awards(ruleset: Ruleset, data: Mapping[str, Any]) -> Awards:
    for name in data:
        if name not in AWARDS:
            sentence = say(
                'there is no award "%(name)s"; the awards are high, low, jack and game',
                name=shortened(name),
            )
            raise MalformedRecord("unknown_field", sentence, phase="summary", field="awards")
    awards: dict[str, int | None] = {}
    for name in AWARDS:
        if name not in data:
            raise missing_field(f"awards.{name}", phase="summary")
        awards[name] = _read_award(ruleset, name, data[name])
    return awards


def _read_award(ruleset: Ruleset, name: str, side: object) -> int | None:
    field = f"awards.{name}"
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

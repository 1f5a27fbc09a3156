"""A deal as a scorer writes it down: the contract, who played it, and the points of the sides."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from games.engine.deal_contracts import DealContract, contract_bid
from games.engine.errors import MalformedRecord
from games.engine.record import shortened
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.summaries import (
    check_total,
    impossible,
)
from games.engine.summary_fields import Summary
from games.engine.variants.fifty_six.calls import HIGHEST, LOWEST, NO_TRUMP
from games.engine.variants.fifty_six.deal import (
    POINTS,
    SIDES,
    Pack,
    ThrownIn,
    can_be_dealt,
    pack_for,
    points_in_tricks,
    possible_points,
)
from games.engine.variants.fifty_six.score import MULTIPLIERS, PlayedDeal, redealt, score_deal
from games.engine.variants.fifty_six.summary_fields import FIELDS
from games.sentences import SeatName, Sentence, SideName, say

# of a deal that was played, and none of a deal that was thrown in
PLAYED_FIELDS = (
    "all_pass", "bid", "trump", "declarer", "side", "doubled", "points", "tricks", "made",
)  # fmt: skip


class Contract(NamedTuple):
    """What was to be taken, and by whom; nobody declares when everybody passed."""

    bid: int
    trump: str
    side: int
    declarer: int | None
    multiplier: int = 1


def score_summary(ruleset: Ruleset, dealer: int, data: Mapping[str, Any]) -> DealResult:
    """Return what the deal scored, or raise at the first thing that cannot have happened."""
    summary = Summary(FIELDS, ruleset, data)
    thrown_in = _read_redeal(ruleset, summary)
    if thrown_in is not None:
        return redealt(ruleset, dealer, thrown_in)
    all_pass = bool(summary.get("all_pass"))
    read_contract = _contract_of_all_pass if all_pass else _contract
    contract = read_contract(ruleset, dealer, summary)
    pack = pack_for(ruleset.options, ruleset.players)
    points = check_points(pack, summary.needed("points"))
    tricks = check_tricks(pack, summary.get("tricks"), points)
    _check_made(summary, contract, points[contract.side])
    return score_deal(
        ruleset,
        dealer,
        PlayedDeal(
            side=contract.side,
            declarer=contract.declarer,
            bid=contract.bid,
            trump=contract.trump,
            multiplier=contract.multiplier,
            points=points,
            all_pass=all_pass,
            tricks=tricks,
        ),
    )


def _read_redeal(ruleset: Ruleset, summary: Summary) -> ThrownIn | None:
    """Return why the deal was thrown in, or None for one that was played."""
    reason = summary.get("redeal")
    if reason in (None, "none"):
        if summary.has("redeal_seat"):
            sentence = say('"%(name)s" belongs to a deal that was thrown in', name="redeal_seat")
            _out_of_place("redeal_seat", sentence)
        return None
    if ruleset.options.redeal == "none":
        sentence = say("in this game every deal is played, whatever a hand holds")
        impossible("no_redeal_rule", sentence, "redeal")
    if not can_be_dealt(pack_for(ruleset.options, ruleset.players), reason):
        sentence = say("with this pack and number of players no hand can be like that")
        impossible("redeal_unreachable", sentence, "redeal")
    for name in PLAYED_FIELDS:
        if summary.data.get(name) not in (None, False):
            sentence = say('the deal was thrown in, so there is no "%(name)s"', name=name)
            _out_of_place(name, sentence)
    return ThrownIn(reason, summary.get("redeal_seat"))


def _contract(ruleset: Ruleset, dealer: int, summary: Summary) -> Contract:
    bid = summary.needed("bid")
    if bid < LOWEST:
        sentence = say("the bid is %(bid)d; the lowest bid is %(low)d", bid=bid, low=LOWEST)
        impossible("bid_below_minimum", sentence, "bid")
    if bid > HIGHEST:
        sentence = say(
            "the bid is %(bid)s; the highest bid is %(high)d", bid=shortened(bid), high=HIGHEST
        )
        impossible("bid_too_high", sentence, "bid")
    side, declarer = _read_bidder(summary)
    trump = summary.needed("trump")
    return Contract(bid, trump, side, declarer, _read_multiplier(summary))


def _read_bidder(summary: Summary) -> tuple[int, int | None]:
    """Return the bidding side, and the seat if the scorer named it."""
    side = summary.get("side")
    if side is not None and not summary.has("declarer"):
        return int(side), None
    declarer = summary.needed("declarer")
    if side not in (None, declarer % SIDES):
        sentence = say(
            "%(seat)s declares but does not belong to %(side)s",
            seat=SeatName(declarer),
            side=SideName(side),
        )
        impossible("side_mismatch", sentence, "side")
    return declarer % SIDES, declarer


def _read_multiplier(summary: Summary) -> int:
    return MULTIPLIERS[summary.get("doubled") or "none"]


def contract(
    summary: Mapping[str, Any], made: bool | None, detail: Mapping[str, Any]
) -> DealContract:
    """Return what a scored deal was played for; its result knows what, where nobody bid."""
    if summary.get("redeal") not in (None, "none"):
        return DealContract("dealt_again")
    if summary.get("all_pass"):
        return DealContract("all_passed", detail["bid"], detail["trump"], side=detail["side"])
    return contract_bid(summary, made, detail)


def _contract_of_all_pass(ruleset: Ruleset, dealer: int, summary: Summary) -> Contract:
    """Return the contract when nobody bid: the dealer's opponents play 28 at no trump.

    Whatever else the summary says of the contract must agree with it.
    """
    if ruleset.options.all_pass != "deemed_28nt":
        sentence = say("in this game somebody must bid, so not everybody can have passed")
        impossible("all_pass_not_possible", sentence, "all_pass")
    contract = Contract(LOWEST, NO_TRUMP, (dealer + 1) % SIDES, None)
    due = {"bid": contract.bid, "trump": contract.trump, "side": contract.side, "declarer": None}
    for name, value in due.items():
        written = summary.data.get(name)
        if written is not None and (type(written) is not type(value) or written != value):
            sentence = say(
                "everybody passed: %(side)s plays %(bid)d at no trump and nobody declares; "
                'leave "%(name)s" out',
                side=SideName(contract.side),
                bid=contract.bid,
                name=name,
            )
            impossible("all_pass_mismatch", sentence, name)
    if _read_multiplier(summary) != 1:
        sentence = say("everybody passed, so nobody can have doubled")
        impossible("all_pass_mismatch", sentence, "doubled")
    return contract


def _check_made(summary: Summary, contract: Contract, taken: int) -> None:
    claimed = summary.get("made")
    if claimed is None or claimed == (taken >= contract.bid):
        return
    if claimed:
        sentence = say(
            "%(side)s took %(points)d points, so the bid of %(bid)d was not made",
            side=SideName(contract.side),
            points=taken,
            bid=contract.bid,
        )
    else:
        sentence = say(
            "%(side)s took %(points)d points, so the bid of %(bid)d was made",
            side=SideName(contract.side),
            points=taken,
            bid=contract.bid,
        )
    impossible("made_mismatch", sentence, "made")


def _out_of_place(name: str, sentence: Sentence) -> NoReturn:
    raise MalformedRecord("unexpected_field", sentence, phase="summary", field=name)


# The play of a summary: points and tricks that the sides can have taken together.


def check_points(pack: Pack, points: Sequence[int]) -> Sequence[int]:
    """Return the points by side: 56 together, and for each as many as some tricks can hold."""
    check_total(points, POINTS, rule="points_total", name="points")
    for side, taken in enumerate(points):
        if taken not in possible_points(pack):
            sentence = say(
                "%(side)s cannot have taken exactly %(points)d points with this pack, however "
                "many tricks it won",
                side=SideName(side),
                points=taken,
            )
            impossible("points_unreachable", sentence, "points")
    return points


def check_tricks(
    pack: Pack, tricks: Sequence[int] | None, points: Sequence[int]
) -> Sequence[int] | None:
    """Return the tricks by side, checked against the points; None where they are not given."""
    if tricks is None:
        return None
    check_total(tricks, pack.hand_size, rule="tricks_total", name="tricks")
    for side, won in enumerate(tricks):
        least, most = points_in_tricks(pack, won)
        if not least <= points[side] <= most:
            sentence = say(
                "%(side)s has %(points)d points; %(tricks)d tricks are worth %(least)d to %(most)d",
                side=SideName(side),
                points=points[side],
                tricks=won,
                least=least,
                most=most,
            )
            impossible("points_unreachable", sentence, "points")
    return tricks

"""An auction of plain numbers: bids rise by steps, a pass is for good, the last bidder declares.

The game says how the calls are limited (`AuctionRules`) and what follows when the auction is over.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import shortened
from games.sentences import SeatName, say

PASS = "pass"
PASS_HELP = "pass help"
HIGHEST_BID = 999_990  # six digits at most: enough for any bid, and a bound for what is sent
_BID = re.compile(r"[1-9][0-9]{0,11}")


class AuctionRules(NamedTuple):
    """How the calls of an auction are limited."""

    lowest: int  # bid, a multiple of the step
    step: int
    # whether the dealer must bid when all others passed; else the cards are dealt again
    dealer_forced: bool
    help_pass: bool


@dataclass(slots=True, kw_only=True)
class NumberAuction:
    """The calls so far. Once it is over, a `declarer` of None says that everybody has passed."""

    rules: AuctionRules
    seats: int
    dealer: int
    turn: int
    calls: list[str] = field(default_factory=list)
    callers: list[int] = field(default_factory=list)  # who made each call
    has_passed: list[bool] = field(default_factory=list)  # by seat
    bid: int = 0  # the highest so far; 0 before the first
    declarer: int | None = None  # the seat that made the highest bid so far
    over: bool = False

    @property
    def helpers(self) -> list[int]:
        """The seats that passed with help, in the order of their calls."""
        made = zip(self.callers, self.calls, strict=True)
        return [seat for seat, call in made if call == PASS_HELP]


def start_auction(rules: AuctionRules, *, seats: int, dealer: int) -> NumberAuction:
    """Return an auction before its first call, which the seat after the dealer makes."""
    return NumberAuction(
        rules=rules,
        seats=seats,
        dealer=dealer,
        turn=(dealer + 1) % seats,
        has_passed=[False] * seats,
    )


def lowest_bid(auction: NumberAuction) -> int:
    """Return the lowest bid the seat in turn may make."""
    return auction.bid + auction.rules.step if auction.bid else auction.rules.lowest


def is_forced(auction: NumberAuction) -> bool:
    """Say whether all others have passed without a bid, so that the dealer must bid the lowest."""
    return (
        auction.rules.dealer_forced
        and not auction.bid
        and auction.has_passed.count(False) == 1
        and not auction.over
    )


def legal_calls(auction: NumberAuction) -> Iterator[str]:
    """Give every call the seat in turn may make; the passes first, then bids rising."""
    if auction.over:
        return
    lowest = lowest_bid(auction)
    if is_forced(auction):
        yield str(lowest)
        return
    yield PASS
    if auction.rules.help_pass:
        yield PASS_HELP
    for bid in range(lowest, HIGHEST_BID + 1, auction.rules.step):
        yield str(bid)


def make_calls(auction: NumberAuction, calls: Sequence[Any]) -> None:
    """Make the calls one after the other. Raises at the first that is not allowed."""
    for written in calls:
        if auction.over:
            raise auction_over(auction)
        call = _read_call(auction, written)
        seat = auction.turn
        if call.startswith(PASS):
            if is_forced(auction):
                raise _must_bid(auction)
            auction.has_passed[seat] = True
        else:
            bid = int(call)
            _check_bid(auction, bid)
            auction.bid, auction.declarer = bid, seat
        auction.calls.append(call)
        auction.callers.append(seat)
        _pass_turn_on(auction)


def shown_help(auction: NumberAuction) -> dict[str, Any] | None:
    """Return what the last call shows the partner: of all calls only a pass with help shows any."""
    return {"means": "help"} if auction.calls[-1:] == [PASS_HELP] else None


def _pass_turn_on(auction: NumberAuction) -> None:
    """Find who calls next, or end the auction."""
    still_in = auction.has_passed.count(False)
    if not still_in or (still_in == 1 and auction.declarer is not None):
        auction.over = True
        return
    auction.turn = (auction.turn + 1) % auction.seats
    while auction.has_passed[auction.turn]:
        auction.turn = (auction.turn + 1) % auction.seats


def _read_call(auction: NumberAuction, written: object) -> str:
    index = len(auction.calls)
    if isinstance(written, str):
        if written == PASS or _BID.fullmatch(written):
            return written
        if written == PASS_HELP:
            if auction.rules.help_pass:
                return written
            sentence = say(
                '%(seat)s calls "%(call)s"; passes with help are not used in this game',
                seat=SeatName(auction.turn),
                call=written,
            )
            raise IllegalAction("auction", index, "help_pass_not_allowed", sentence)
    sentence = say(
        '"%(call)s" is not a call; write a number such as %(low)d, or pass',
        call=shortened(written),
        low=auction.rules.lowest,
    )
    raise MalformedRecord("malformed_call", sentence, phase="auction", index=index)


def _check_bid(auction: NumberAuction, bid: int) -> None:
    index, seat, rules = len(auction.calls), SeatName(auction.turn), auction.rules
    if bid < rules.lowest:
        sentence = say(
            "%(seat)s bids %(bid)d; the lowest bid is %(low)d", seat=seat, bid=bid, low=rules.lowest
        )
        raise IllegalAction("auction", index, "bid_below_minimum", sentence)
    if bid <= auction.bid:
        sentence = say(
            "%(seat)s must bid %(low)d or more, or pass; %(bid)d does not beat %(highest)d",
            seat=seat,
            low=lowest_bid(auction),
            bid=bid,
            highest=auction.bid,
        )
        raise IllegalAction("auction", index, "bid_too_low", sentence)
    if bid > HIGHEST_BID:
        sentence = say(
            "the bid is %(bid)s; the highest that can be written is %(high)d",
            bid=bid,
            high=HIGHEST_BID,
        )
        raise IllegalAction("auction", index, "bid_too_high", sentence)
    if bid % rules.step:
        sentence = say(
            "%(seat)s bids %(bid)d; every bid is a multiple of %(step)d",
            seat=seat,
            bid=bid,
            step=rules.step,
        )
        raise IllegalAction("auction", index, "bid_off_ladder", sentence)
    if bid != rules.lowest and is_forced(auction):
        raise _must_bid(auction)


def _must_bid(auction: NumberAuction) -> IllegalAction:
    sentence = say(
        "all others passed, so the dealer, %(seat)s, must bid exactly %(low)d",
        seat=SeatName(auction.turn),
        low=auction.rules.lowest,
    )
    return IllegalAction("auction", len(auction.calls), "dealer_must_bid", sentence)


def auction_over(auction: NumberAuction) -> IllegalAction:
    """Return the refusal of a call after the end."""
    index = len(auction.calls)
    if auction.declarer is None:
        sentence = say("everybody has passed, so the auction is over; there is a call too many")
        return IllegalAction("auction", index, "auction_over", sentence)
    sentence = say(
        "the auction had ended with the bid of %(bid)d by %(seat)s; there is a call too many",
        bid=auction.bid,
        seat=SeatName(auction.declarer),
    )
    return IllegalAction("auction", index, "auction_over", sentence)


def auction_unfinished(auction: NumberAuction) -> IllegalAction:
    """Return the refusal of a record whose calls do not end the auction."""
    sentence = say(
        "the auction is not over after %(made)d calls: it is the turn of %(seat)s to call",
        made=len(auction.calls),
        seat=SeatName(auction.turn),
    )
    return IllegalAction("auction", len(auction.calls), "auction_unfinished", sentence)

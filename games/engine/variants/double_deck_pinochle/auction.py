"""The auction: bids rise along the ladder, a player who has passed stays out, the last declares."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import shortened, split_seat
from games.engine.variants.double_deck_pinochle.deal import SEATS
from games.engine.variants.double_deck_pinochle.options import (
    Options,
    is_on_ladder,
    next_on_ladder,
)
from games.engine.variants.double_deck_pinochle.state import State
from games.sentences import SeatName, say

PASS = "pass"
HIGHEST_BID = 9999  # four digits at most: enough for any bid, and a bound for what is sent
BIDS = {str(bid): bid for bid in range(1, HIGHEST_BID + 1)}  # as they are written
_BY_ME = re.compile(r"pass (?:[1-9][0-9]?(?:\.5)?|0\.5)")


def lowest_bid(state: State) -> int:
    """Return the lowest bid the seat in turn may make."""
    return next_on_ladder(state.bid, state.options) if state.bid else state.options.opening_min


def legal_bids(state: State) -> Iterator[int]:
    """Give the bids the seat in turn may make, lowest first."""
    lowest = lowest_bid(state)
    if is_forced(state):
        yield lowest
        return
    for bid in range(lowest, HIGHEST_BID + 1):
        if is_on_ladder(bid, state.options):
            yield bid


def legal_calls(state: State) -> Iterator[str]:
    """Give every call the seat in turn may make; the passes first."""
    if not is_forced(state):
        yield PASS
        yield from _by_me_passes(state.options)
    for bid in legal_bids(state):
        yield str(bid)


def is_forced(state: State) -> bool:
    """Say whether the seat in turn must bid the minimum: the dealer after three passes."""
    return (
        not state.bid and state.turn == state.dealer and state.has_passed.count(True) == SEATS - 1
    )


def make_calls(state: State, calls: Sequence[Any]) -> None:
    """Make the calls one after the other. Raises at the first that is not allowed."""
    for written in calls:
        if state.phase != "auction":
            raise _auction_over(state)
        call = written if written == PASS else _read_call(state, written)
        seat = state.turn
        bid = BIDS.get(call)
        if bid is None:
            if is_forced(state):
                raise _must_bid(state)
            state.has_passed[seat] = True
        elif _may_bid(state, bid):
            state.bid, state.declarer, state.has_bid[seat] = bid, seat, True
        else:
            raise _refused_bid(state, bid)
        state.calls.append(call)
        state.calls_made[seat] += 1
        _pass_turn_on(state)


def _pass_turn_on(state: State) -> None:
    """Find who calls next, or end the auction."""
    passed = state.has_passed
    if state.declarer is not None and passed.count(True) == SEATS - 1:
        _end(state)
        return
    turn = (state.turn + 1) % SEATS
    while passed[turn]:
        turn = (turn + 1) % SEATS
    rounds = state.options.bidding_rounds
    if isinstance(rounds, int) and state.calls_made[turn] >= rounds:
        _end(state)
    else:
        state.turn = turn


def _end(state: State) -> None:
    before_trump = state.options.exchange != "none" and (
        state.options.exchange_timing == "before_trump"
    )
    state.phase = "exchange" if before_trump else "trump"
    state.turn = state.declarer or 0
    if before_trump:
        state.turn = (state.turn + 2) % SEATS


def _read_call(state: State, written: object) -> str:
    """Return a call in its canonical form, without the seat. Raises where it cannot be read."""
    index = len(state.calls)
    if isinstance(written, str):
        if written in BIDS:
            return written
        seat, call = split_seat(written) if ":" in written else (None, written)
        if seat is not None and seat != state.turn:
            sentence = say(
                "call %(number)d is written for %(written)s, but it is the turn of %(turn)s",
                number=index + 1,
                written=SeatName(seat),
                turn=SeatName(state.turn),
            )
            raise IllegalAction("auction", index, "out_of_turn", sentence)
        if call == PASS or call in BIDS:
            return call
        if _BY_ME.fullmatch(call):
            _check_by_me(state, call)
            return call
    sentence = say(
        '"%(call)s" is not a call; write a number such as 55, or pass', call=shortened(written)
    )
    raise MalformedRecord("malformed_call", sentence, phase="auction", index=index)


def _by_me_passes(options: Options) -> Iterator[str]:
    if options.by_me == "half":
        yield f"{PASS} 0.5"
    for number in range(1, 100):
        if options.by_me != "off":
            yield f"{PASS} {number}"
        if options.by_me == "half":
            yield f"{PASS} {number}.5"


def _check_by_me(state: State, call: str) -> None:
    index = len(state.calls)
    if state.options.by_me == "off":
        sentence = say(
            '%(seat)s calls "%(call)s"; by-me passes are not used in this game',
            seat=SeatName(state.turn),
            call=call,
        )
        raise IllegalAction("auction", index, "by_me_not_allowed", sentence)
    if state.options.by_me == "whole" and call.endswith(".5"):
        sentence = say(
            '%(seat)s calls "%(call)s"; this game has whole by-me passes only',
            seat=SeatName(state.turn),
            call=call,
        )
        raise IllegalAction("auction", index, "half_by_me_not_allowed", sentence)


def _may_bid(state: State, bid: int) -> bool:
    """Say whether the seat in turn may bid this; `_refused_bid` says why not."""
    options = state.options
    if not is_on_ladder(bid, options):
        return False
    if state.bid:
        return bid > state.bid
    return bid == options.opening_min or (bid > options.opening_min and not is_forced(state))


def _refused_bid(state: State, bid: int) -> IllegalAction:
    options, index, seat = state.options, len(state.calls), SeatName(state.turn)
    if bid < options.opening_min:
        sentence = say(
            "%(seat)s bids %(bid)d; the lowest bid is %(low)d",
            seat=seat,
            bid=bid,
            low=options.opening_min,
        )
        return IllegalAction("auction", index, "bid_below_minimum", sentence)
    if bid <= state.bid:
        sentence = say(
            "%(seat)s must bid %(low)d or more, or pass; %(bid)d does not beat %(highest)d",
            seat=seat,
            low=lowest_bid(state),
            bid=bid,
            highest=state.bid,
        )
        return IllegalAction("auction", index, "bid_too_low", sentence)
    if not is_on_ladder(bid, options):
        sentence = say(
            "%(seat)s bids %(bid)d, which is not a step of the bidding; the next one is %(next)d",
            seat=seat,
            bid=bid,
            next=next_on_ladder(bid, options),
        )
        return IllegalAction("auction", index, "bid_off_ladder", sentence)
    return _must_bid(state)


def _must_bid(state: State) -> IllegalAction:
    sentence = say(
        "the three others passed, so the dealer, %(seat)s, must bid exactly %(low)d",
        seat=SeatName(state.turn),
        low=state.options.opening_min,
    )
    return IllegalAction("auction", len(state.calls), "dealer_must_bid", sentence)


def _auction_over(state: State) -> IllegalAction:
    sentence = say(
        "the auction had ended with the bid of %(bid)d by %(seat)s; there is a call too many",
        bid=state.bid,
        seat=SeatName(state.declarer or 0),
    )
    return IllegalAction("auction", len(state.calls), "auction_over", sentence)

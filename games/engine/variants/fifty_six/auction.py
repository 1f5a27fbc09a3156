"""The auction: bids of 28 to 56 in a strain, doubled and redoubled, until all others pass."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.engine.cards import SUITS
from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import shortened
from games.engine.variants.fifty_six.calls import (
    DOUBLE,
    FORMS,
    HIGHEST,
    LOWEST,
    NO_TRUMP,
    PASS,
    REDOUBLE,
    SUIT_FORMS,
    Words,
    read_bid,
    write_bid,
)
from games.engine.variants.fifty_six.deal import SIDES
from games.engine.variants.fifty_six.play import open_play, redeal_required
from games.engine.variants.fifty_six.state import Bid, State
from games.sentences import SeatName, Sentence, say


def lowest_bid(state: State) -> int:
    """Return the lowest bid that may be made now, 57 when nothing is left to bid."""
    return state.bid.amount + 1 if state.bid else LOWEST


def must_bid(state: State) -> bool:
    """Say whether the seat in turn may not pass."""
    if state.bids:
        return False
    if state.options.all_pass == "eldest_must_open":
        return not state.calls
    return state.options.all_pass == "eldest_must_bid" and len(state.calls) == state.players


def legal_calls(state: State) -> Iterator[str]:
    """Give every call the seat in turn may make: pass, double, then bids in rising order."""
    if not must_bid(state):
        yield PASS
    if why_not_double(state) is None:
        yield DOUBLE
    if why_not_redouble(state) is None:
        yield REDOUBLE
    before = lowest_bid(state) - 1
    for amount in range(before + 1, HIGHEST + 1):
        for form in FORMS:
            if form.startswith("plus") and not state.bids:
                continue
            for strain in SUITS if form in SUIT_FORMS else (NO_TRUMP,):
                yield write_bid(form, amount, strain, before)


def make_calls(state: State, calls: Sequence[Any]) -> None:
    """Make the calls one after the other. Raises at the first that is not allowed."""
    for call in calls:
        if state.phase != "auction":
            raise _auction_over(state)
        _make(state, call)
        state.calls.append(call)
        if _is_finished(state, call):
            _end(state)
        else:
            state.turn = (state.turn + 1) % state.players


def _make(state: State, call: object) -> None:
    if call == PASS:
        if must_bid(state):
            raise _must_bid(state)
        state.passes += 1
        return
    if call == DOUBLE:
        _refuse(state, why_not_double(state))
        state.multiplier = 2
    elif call == REDOUBLE:
        _refuse(state, why_not_redouble(state))
        state.multiplier = 4
    else:
        words = read_bid(call) if isinstance(call, str) else None
        if words is None:
            raise _not_a_call(state, call)
        state.bids.append(_checked_bid(state, words))
        state.multiplier = 1
    state.passes = 0


def _is_finished(state: State, call: str) -> bool:
    if call == REDOUBLE:
        return True
    if state.bids:
        return state.passes == state.players - 1
    return state.passes == state.players and state.options.all_pass == "deemed_28nt"


def _end(state: State) -> None:
    open_play(state, state.bid.strain if state.bid else NO_TRUMP)


def why_not_double(state: State) -> tuple[str, Sentence] | None:
    """Return why the seat in turn may not double, as code and sentence."""
    seat, bid = SeatName(state.turn), state.bid
    if bid is None:
        return "nothing_to_double", say("%(seat)s doubles, but nobody has bid yet", seat=seat)
    if bid.seat % SIDES == state.turn % SIDES:
        return "double_own_side", say(
            "%(seat)s doubles, but the bid of %(bid)d was made by the same side",
            seat=seat,
            bid=bid.amount,
        )
    if state.multiplier > 1:
        return "already_doubled", say(
            "%(seat)s doubles, but the bid of %(bid)d is doubled already",
            seat=seat,
            bid=bid.amount,
        )
    return None


def why_not_redouble(state: State) -> tuple[str, Sentence] | None:
    """Return why the seat in turn may not redouble, as code and sentence."""
    seat, bid = SeatName(state.turn), state.bid
    if bid is None or state.multiplier == 1:
        return "nothing_to_redouble", say("%(seat)s redoubles, but no bid is doubled", seat=seat)
    if bid.seat % SIDES != state.turn % SIDES:
        return "redouble_wrong_side", say(
            "%(seat)s redoubles, but the bid of %(bid)d was made by the other side",
            seat=seat,
            bid=bid.amount,
        )
    return None


def _refuse(state: State, reason: tuple[str, Sentence] | None) -> None:
    if reason is not None:
        raise IllegalAction("auction", len(state.calls), *reason)


def _checked_bid(state: State, words: Words) -> Bid:
    """Return the bid that these words make for the seat in turn. Raises where it is not allowed."""
    index, seat, before = len(state.calls), SeatName(state.turn), state.bid
    if words.is_increase and before is None:
        sentence = say(
            "%(seat)s bids %(number)d more, but there is no bid yet to raise",
            seat=seat,
            number=words.number,
        )
        raise IllegalAction("auction", index, "plus_without_bid", sentence)
    amount = words.number
    if words.is_increase and before is not None:
        amount += before.amount
    if amount > HIGHEST:
        sentence = say(
            "%(seat)s bids %(bid)d; the highest bid is %(high)d",
            seat=seat,
            bid=amount,
            high=HIGHEST,
        )
        raise IllegalAction("auction", index, "bid_too_high", sentence)
    if amount < LOWEST:
        sentence = say(
            "%(seat)s bids %(bid)d; the lowest bid is %(low)d", seat=seat, bid=amount, low=LOWEST
        )
        raise IllegalAction("auction", index, "bid_below_minimum", sentence)
    if before is not None and amount <= before.amount:
        sentence = say(
            "%(seat)s bids %(bid)d, which does not beat the bid of %(highest)d; only a higher "
            "number does",
            seat=seat,
            bid=amount,
            highest=before.amount,
        )
        raise IllegalAction("auction", index, "bid_too_low", sentence)
    return Bid(state.turn, words.form, amount, words.strain)


def _not_a_call(state: State, call: object) -> MalformedRecord:
    sentence = say(
        '"%(call)s" is not a call; write pass, double, redouble, or a bid such as 28 S, +1 S, '
        "S 28, 28 NT, 29 noes, +1 noes",
        call=shortened(call),
    )
    return MalformedRecord("malformed_call", sentence, phase="auction", index=len(state.calls))


def _must_bid(state: State) -> IllegalAction:
    seat = SeatName(state.turn)
    if state.calls:
        sentence = say("everybody has passed, so %(seat)s must bid now", seat=seat)
    else:
        sentence = say("%(seat)s calls first and must bid", seat=seat)
    return IllegalAction("auction", len(state.calls), "must_bid", sentence)


def _auction_over(state: State) -> IllegalAction:
    index = len(state.calls)
    if state.thrown_in is not None:
        return redeal_required(state, "auction")
    sentence = say("the auction ended with call %(last)d; there is a call too many", last=index)
    return IllegalAction("auction", index, "auction_over", sentence)

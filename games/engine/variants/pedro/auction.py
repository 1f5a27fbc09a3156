"""The auction: once round the table, the dealer last; each bid is higher than those before it."""

import re
from collections.abc import Sequence
from typing import Any

from games.engine import json_schema as schema
from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import shortened
from games.engine.ruleset import Ruleset
from games.engine.variants.pedro.deal import SEATS
from games.engine.variants.pedro.state import State
from games.sentences import SeatName, Sentence, say

PASS = "pass"
LOWEST_BID, HIGHEST_BID = 1, 14  # the lowest and highest that any ruleset allows
CALLS = schema.one_each({"enum": [PASS, *map(str, range(LOWEST_BID, HIGHEST_BID + 1))]}, SEATS)
_BID = re.compile(r"[1-9][0-9]{0,3}")


def opening(ruleset: Ruleset, dealer: int) -> State:
    """Return a deal before its first call, without cards: which calls are legal needs none."""
    return State(
        ruleset=ruleset,
        options=ruleset.options,
        dealer=dealer,
        dealt=[],
        stock=(),
        turn=(dealer + 1) % SEATS,
    )


def legal_bids(state: State) -> range:
    """Return the numbers the seat in turn may bid."""
    options = state.options
    if is_forced(state) and options.forced_dealer == "exact":
        return range(options.min_bid, options.min_bid + 1)
    if state.bid == HIGHEST_BID and options.fourteen_over_fourteen:
        return range(HIGHEST_BID, HIGHEST_BID + 1)
    return range(max(options.min_bid, state.bid + 1), HIGHEST_BID + 1)


def legal_calls(state: State) -> list[str]:
    """Return the calls the seat in turn may make, the pass first."""
    bids = [str(bid) for bid in legal_bids(state)]
    return bids if is_forced(state) else [PASS, *bids]


def is_forced(state: State) -> bool:
    """Say whether the seat in turn must bid: the dealer, when all others have passed."""
    return state.turn == state.dealer and not state.bid


def explain_call(ruleset: Ruleset, dealer: int, auction: list[Any], call: object) -> None:
    """Return None: a call shows the partner nothing but its number. Raises for an illegal one."""
    make_calls(opening(ruleset, dealer), [*auction, call])


def make_calls(state: State, calls: Sequence[Any]) -> None:
    """Make the calls one after the other. Raises at the first that cannot be read or made."""
    for call in calls:
        index = len(state.calls)
        if state.phase != "auction":
            sentence = say(
                "everybody has called once; the auction ended with call %(last)d", last=SEATS
            )
            raise IllegalAction("auction", index, "auction_over", sentence)
        bid = _read_bid(call, index)
        allowed = bid in legal_bids(state) if bid else not is_forced(state)
        if not allowed:
            rule, sentence = _reason(state, bid)
            raise IllegalAction("auction", index, rule, sentence)
        _make_call(state, call, bid)


def _make_call(state: State, call: str, bid: int) -> None:
    state.calls.append(call)
    if bid:
        state.bid, state.declarer = bid, state.turn
    if len(state.calls) < SEATS:
        state.turn = (state.turn + 1) % SEATS
    else:
        state.phase, state.turn = "trump", state.declarer or 0


def _read_bid(call: object, index: int) -> int:
    """Return the number bid, 0 for a pass. Raises MalformedRecord for anything else."""
    if call == PASS:
        return 0
    if isinstance(call, str) and _BID.fullmatch(call):
        return int(call)
    sentence = say(
        '"%(call)s" is not a call; write a number such as 9, or pass', call=shortened(call)
    )
    raise MalformedRecord("malformed_call", sentence, phase="auction", index=index)


def _reason(state: State, bid: int) -> tuple[str, Sentence]:
    """Return code and sentence of the rule that the bid (0: a pass) of the seat in turn breaks."""
    seat, lowest = SeatName(state.turn), state.options.min_bid
    if bid > HIGHEST_BID:
        return "bid_too_high", say(
            "%(seat)s bids %(bid)d; a deal has %(highest)d points, so no bid is higher",
            seat=seat,
            bid=bid,
            highest=HIGHEST_BID,
        )
    if bid and bid < lowest:
        return "bid_below_minimum", say(
            "%(seat)s bids %(bid)d; the lowest bid is %(low)d", seat=seat, bid=bid, low=lowest
        )
    if is_forced(state):
        return "dealer_must_bid", _must_bid(state, lowest)
    if state.bid == HIGHEST_BID:
        return "bid_too_low", say(
            "%(seat)s bids %(bid)d over a bid of 14, which nobody can beat; the rest must pass",
            seat=seat,
            bid=bid,
        )
    return "bid_too_low", say(
        "%(seat)s must bid %(low)d or more, or pass; %(bid)d does not beat %(highest)d",
        seat=seat,
        low=state.bid + 1,
        bid=bid,
        highest=state.bid,
    )


def _must_bid(state: State, lowest: int) -> Sentence:
    if state.options.forced_dealer == "exact":
        return say(
            "the three others passed, so the dealer, %(seat)s, must bid exactly %(low)d",
            seat=SeatName(state.turn),
            low=lowest,
        )
    return say(
        "all others passed, so the dealer, %(seat)s, must bid %(low)s or more",
        seat=SeatName(state.turn),
        low=lowest,
    )

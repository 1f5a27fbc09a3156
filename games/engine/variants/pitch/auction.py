"""The auction: once round the table, the dealer last; each bid is higher than those before it."""

from collections.abc import Sequence
from typing import Any

from games.engine import json_schema as schema
from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import shortened
from games.engine.ruleset import Ruleset
from games.engine.variants.pitch.options import Options
from games.engine.variants.pitch.state import State
from games.sentences import SeatName, Sentence, say

PASS, SMUDGE = "pass", "smudge"
CALLS = schema.list_of({"enum": [PASS, "1", "2", "3", "4", SMUDGE]})
WORTH = {"1": 1, "2": 2, "3": 3, "4": 4, SMUDGE: 5}  # the order of bids, and what failing costs


def opening(ruleset: Ruleset, dealer: int, scores_before: Sequence[int]) -> State:
    """Return a deal before its first call, without cards: which calls are legal needs none."""
    return State(
        ruleset=ruleset,
        options=ruleset.options,
        players=ruleset.players,
        dealer=dealer,
        scores_before=tuple(scores_before),
        dealt=[],
        turn=(dealer + 1) % ruleset.players,
    )


def ladder(options: Options) -> list[str]:
    """Return the bids of this ruleset, lowest first."""
    return [*WORTH][options.min_bid - 1 : 5 if options.smudge == "five" else 4]


def meant_by(call: str, options: Options) -> str:
    """Return the call as the rules know it: "smudge" is "4" where a bid of 4 is the smudge."""
    return "4" if call == SMUDGE and options.smudge == "wins_game" else call


def legal_calls(state: State) -> list[str]:
    """Return the calls the seat in turn may make, the pass first."""
    options, highest = state.options, state.bid
    steps = ladder(options)
    bids = steps if highest is None else steps[steps.index(highest) + 1 :]
    if state.turn == state.dealer and highest is not None and may_steal(options, highest):
        bids = [*bids, highest]
    if "4" in bids and is_barred_from_four(state):
        bids = [bid for bid in bids if bid != "4"]
    return bids if is_forced(state) else [PASS, *bids]


def may_steal(options: Options, highest: str) -> bool:
    """Say whether the dealer may take this bid over by naming it again."""
    if options.dealer_steal == "except_smudge":
        return highest != ladder(options)[-1]
    return options.dealer_steal == "any"


def is_forced(state: State) -> bool:
    """Say whether the seat in turn must bid: the dealer after passes only, if the rules say so."""
    return (
        state.options.all_pass == "dealer_forced"
        and state.turn == state.dealer
        and state.bid is None
    )


def is_barred_from_four(state: State) -> bool:
    """Say whether the side in turn may not bid 4 (the smudge), its total being below zero."""
    side = state.ruleset.side_of(state.turn)
    return bars_smudge(state.options, state.scores_before[side])


def bars_smudge(options: Options, score_before: int) -> bool:
    return (
        options.smudge == "wins_game"
        and options.smudge_in_hole == "not_allowed"
        and score_before < 0
    )


def explain_call(ruleset: Ruleset, dealer: int, auction: list[Any], call: object) -> None:
    """Return None: a call shows the partner nothing but its number. Raises for an illegal one."""
    make_calls(opening(ruleset, dealer, (0,) * ruleset.sides), [*auction, call])


def make_calls(state: State, calls: Sequence[Any]) -> None:
    """Make the calls one after the other. Raises at the first that is not allowed."""
    for written in calls:
        index = len(state.calls)
        if state.phase != "auction":
            sentence = say(
                "everybody has called once; the auction ended with call %(last)d", last=index
            )
            raise IllegalAction("auction", index, "auction_over", sentence)
        if not isinstance(written, str) or (written != PASS and written not in WORTH):
            raise _not_a_call(written, index)
        call = meant_by(written, state.options)
        if call not in legal_calls(state):
            raise _refused(state, call, index)
        _make(state, call)


def _make(state: State, call: str) -> None:
    state.calls.append(call)
    if call != PASS:
        state.bid, state.declarer = call, state.turn
    if len(state.calls) < state.players:
        state.turn = (state.turn + 1) % state.players
    elif state.declarer is None:
        state.phase = "over"
    else:
        state.phase, state.turn = "play", state.declarer


def _not_a_call(written: object, index: int) -> MalformedRecord:
    sentence = say(
        '"%(call)s" is not a call; write pass, 1, 2, 3, 4 or smudge', call=shortened(written)
    )
    return MalformedRecord("malformed_call", sentence, phase="auction", index=index)


def _refused(state: State, call: str, index: int) -> IllegalAction:
    rule, sentence = _reason(state, call)
    return IllegalAction("auction", index, rule, sentence)


def _reason(state: State, call: str) -> tuple[str, Sentence]:
    seat = SeatName(state.turn)
    steps = ladder(state.options)
    if call == PASS:
        return "dealer_must_bid", say(
            "all others passed, so the dealer, %(seat)s, must bid %(low)s or more",
            seat=seat,
            low=steps[0],
        )
    if call not in steps:
        if call == SMUDGE:
            return "bid_off_ladder", say(
                "%(seat)s calls smudge; there is no such bid in this game", seat=seat
            )
        return "bid_below_minimum", say(
            "%(seat)s bids %(bid)s; the lowest bid in this game is %(low)s",
            seat=seat,
            bid=call,
            low=steps[0],
        )
    if state.bid is None or WORTH[call] > WORTH[state.bid]:
        return "bid_not_allowed_in_hole", say(
            "%(seat)s has a score below zero and may not bid 4", seat=seat
        )
    return "bid_too_low", say(
        "%(seat)s bids %(bid)s, which does not beat the bid of %(highest)s; bid more, or pass",
        seat=seat,
        bid=call,
        highest=state.bid,
    )

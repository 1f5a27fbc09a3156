"""Trump: the declarer names a suit, before the exchange or after it."""

from games.engine.actions import trump_named_already, trump_too_early
from games.engine.errors import IllegalAction
from games.engine.summaries import read_suit
from games.engine.variants.partnership_pinochle.exchange import giver_due, has_exchange
from games.engine.variants.partnership_pinochle.meld_phase import lay_melds
from games.engine.variants.partnership_pinochle.state import State
from games.sentences import say


def begin_contract(state: State) -> None:
    """Go on after the last call: to trump or the exchange, or to the end when all have passed."""
    if state.auction.declarer is None:
        state.phase = "over"
    elif has_exchange(state) and state.options.trump_timing == "after_exchange":
        state.phase, state.turn = "exchange", giver_due(state)
    else:
        state.phase, state.turn = "trump", state.declarer


def name_trump(state: State, suit: object) -> None:
    """Name any of the four suits, held or not. Raises out of its time."""
    if state.phase != "trump":
        raise _not_now(state)
    state.trump = read_suit(suit)
    if has_exchange(state) and state.options.trump_timing == "before_exchange":
        state.phase, state.turn = "exchange", giver_due(state)
    else:
        lay_melds(state)


def _not_now(state: State) -> IllegalAction:
    if state.trump is not None:
        return trump_named_already()
    if state.over:
        sentence = say("everybody passed, so the deal is over and trump is not named")
        return IllegalAction("trump", None, "deal_already_over", sentence)
    return trump_too_early(state.phase)

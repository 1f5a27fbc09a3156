"""The dix, the nine of trumps: shown, or exchanged for the turned-up card; 10 points, once."""

from games.engine.errors import IllegalAction
from games.engine.single_deck.deck import DECK
from games.engine.variants.two_handed_pinochle.deal import STOCK_TRICKS
from games.engine.variants.two_handed_pinochle.state import Laid, State, TableCard
from games.engine.variants.two_handed_pinochle.table import in_hand, lay
from games.sentences import CardName, SeatName, say


def nines_to_score(state: State) -> int:
    """Return how many nines of trumps the seat in turn has in hand that have not scored."""
    return in_hand(state, state.turn, state.nine) - (state.scored_nine == state.turn)


def can_exchange(state: State) -> bool:
    """Say whether a nine may be exchanged for the turned-up card.

    The rules must have the exchange, the card must not be drawn yet, nor itself be a nine.
    """
    return state.options.dix_exchange and state.draws < STOCK_TRICKS and state.up != state.nine


def may_use_dix(state: State) -> bool:
    """Say whether the seat in turn may score a nine beside what it has laid down this turn."""
    options = state.options
    return options.dix_extra or not state.melded or options.melds_per_trick == "many"


def use_dix(state: State, use: str, index: int) -> None:
    """Score a nine of the seat in turn. Raises before anything is changed."""
    if not may_use_dix(state):
        sentence = say(
            "a nine of trumps counts as the one meld that may be laid down after a trick"
        )
        raise IllegalAction("events", index, "one_meld_a_trick", sentence)
    if nines_to_score(state) < 1:
        raise _no_nine(state, index)
    if use == "show":
        lay(state, TableCard(state.nine))
        label = _SHOWN
    else:
        if not can_exchange(state):
            raise _no_exchange(state, index)
        _exchange(state)
        label = _EXCHANGED
    nine = DECK.texts[state.nine]
    state.log.append(Laid(state.tricks_taken, state.turn, "dix", state.options.dix, label, nine))
    state.melded += not state.options.dix_extra


def _exchange(state: State) -> None:
    """Give the nine for the turned-up card."""
    play, seat, nine, up = state.play, state.turn, state.nine, state.up
    hand = play.hands[seat]
    hand[nine] -= 1
    hand[up] += 1
    if not hand[nine]:
        play.held[seat] ^= DECK.bits[nine]
    play.held[seat] |= DECK.bits[up]
    state.up = nine


def _no_nine(state: State, index: int) -> IllegalAction:
    seat, card = SeatName(state.turn), CardName(DECK.texts[state.nine])
    if state.play.hands[state.turn][state.nine]:
        sentence = say("%(seat)s has no %(card)s that has not scored already", seat=seat, card=card)
        return IllegalAction("events", index, "dix_scored", sentence)
    sentence = say("%(seat)s does not hold %(card)s", seat=seat, card=card)
    return IllegalAction("events", index, "card_not_held", sentence)


def _no_exchange(state: State, index: int) -> IllegalAction:
    if not state.options.dix_exchange:
        sentence = say("the nine of trumps is not exchanged in this game, only shown")
        return IllegalAction("events", index, "exchange_not_allowed", sentence)
    sentence = (
        say("a nine of trumps lies turned up already; the other one can only be shown")
        if state.draws < STOCK_TRICKS
        else say("the turned-up card has been drawn; a nine of trumps can only be shown")
    )
    return IllegalAction("events", index, "nothing_to_exchange", sentence)


_SHOWN = say("nine of trumps shown")
_EXCHANGED = say("nine of trumps exchanged for the turned-up card")

"""A plain but sensible player: melds what it has, and fights for the tricks that are worth it."""

from typing import Any

from games.engine.actions import Action
from games.engine.cards import codes_in
from games.engine.plain_play import plain_card
from games.engine.single_deck.deck import DECK
from games.engine.variants.two_handed_pinochle.deal import STOCK_TRICKS
from games.engine.variants.two_handed_pinochle.dix import nines_to_score
from games.engine.variants.two_handed_pinochle.meld_events import legal_events, legal_melds
from games.engine.variants.two_handed_pinochle.melding import may_use_again
from games.engine.variants.two_handed_pinochle.melds import Meld, meld_rows
from games.engine.variants.two_handed_pinochle.play import legal_cards
from games.engine.variants.two_handed_pinochle.state import State
from games.engine.variants.two_handed_pinochle.table import copies_on_table, in_hand

LATE = STOCK_TRICKS - 3  # from this trick on a dear meld does not wait for a cheaper one


def plain_player(state: State) -> Action:
    """Return what a careful player would do in the seat whose turn it is."""
    event = _event(state)
    if event is not None:
        return Action("events", event)
    if state.choice_due:
        return Action("last_draw", _last_card(state))
    free = state.tricks_taken < STOCK_TRICKS and state.options.stock_play == "free"
    card = _free_card(state) if free else plain_card(state.play, partners=_nobody)
    # a card that has been melded goes before one that has not
    return Action("play", [text for text in legal_cards(state) if text[:2] == DECK.texts[card]][-1])


def _nobody(_one: int, _other: int) -> bool:
    """Return False: no two seats are partners."""
    return False


def _event(state: State) -> dict[str, Any] | None:
    """Return what to lay down: nines when they cost no meld, then the best meld."""
    events = list(legal_events(state))
    if not events:
        return None
    melds = [event for event in events if "meld" in event]
    if not melds or (len(melds) < len(events) and state.options.dix_extra):
        return events[0]
    cards = _best_meld(state)
    return next(event for event in melds if event["meld"] == cards)


def _best_meld(state: State) -> str:
    """Return the dearest meld, or first a cheaper one of the same class that it contains."""
    melds = list(legal_melds(state))
    dearest = melds[0][0]
    parts = [
        meld
        for meld, _ in melds
        if meld.kind == dearest.kind and set(meld.cards) <= set(dearest.cards)
    ]
    chosen = dearest if state.tricks_taken >= LATE else parts[-1]
    # cards on the table rather than fresh ones, which may serve again
    return max((cards for meld, cards in melds if meld is chosen), key=lambda text: text.count("*"))


def _last_card(state: State) -> str:
    """Return which of the two last cards to draw: the higher, a trump before others."""
    stock, up = state.stock[-1], state.up
    same_suit = DECK.suit_of[stock] == DECK.suit_of[up]
    return "stock" if same_suit and stock > up else "up"


def _free_card(state: State) -> int:
    """Return a card for a trick in which any card may be played.

    What a card is worth in melds to come is weighed against the points of the trick and against
    the right to meld.
    """
    play = state.play
    codes = codes_in(play.legal())
    kept = {code: _worth_keeping(state, code) for code in codes}
    if not play.placed:
        return min(codes, key=lambda code: (kept[code] + play.values[code], code))
    winning = [code for code in codes if DECK.bits[code] & play.beating]
    losing = [code for code in codes if not DECK.bits[code] & play.beating]
    dix = state.options.dix
    prize = play.at_stake + max((meld.points for meld, _ in legal_melds(state)), default=dix)
    taking = max(
        ((prize + play.values[code] - kept[code], -code) for code in winning), default=None
    )
    giving = max(((-play.values[code] - kept[code], -code) for code in losing), default=None)
    return -max(choice for choice in (taking, giving) if choice is not None)[1]


def _worth_keeping(state: State, code: int) -> int:
    """Return about how much a card promises in melds; each card a meld lacks quarters it."""
    worth = state.options.dix if code == state.nine and nines_to_score(state) else 0
    for meld in meld_rows(state.trump, state.options).values():
        if code in meld.cards and _may_serve(state, meld, code):
            held = state.play.held[state.turn]
            missing = sum(not held & DECK.bits[card] for card in set(meld.cards))
            worth += meld.points >> 2 * missing
    return worth


def _may_serve(state: State, meld: Meld, code: int) -> bool:
    copies = copies_on_table(state, state.turn, code)
    return bool(in_hand(state, state.turn, code)) or any(
        may_use_again(state, meld, card) for card in copies
    )

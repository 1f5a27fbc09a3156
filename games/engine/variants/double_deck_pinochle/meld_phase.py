"""After trump and exchange the hands are melded, and the deal may end there."""

from games.engine.cards import SUITS
from games.engine.tricks import Duty, TrickPlay, follow_then_trump, head_always, head_trump_leads
from games.engine.variants.double_deck_pinochle.deal import COUNTERS, DECK, POINTS
from games.engine.variants.double_deck_pinochle.meld import (
    best_meld,
    counted_meld,
    meld_table,
    raw_melds,
)
from games.engine.variants.double_deck_pinochle.state import State

DUTIES: dict[str, Duty] = {
    "always": head_always,
    "trump_led_only": head_trump_leads,
    "none": follow_then_trump,
}


def lay_melds(state: State) -> None:
    """Count every hand's meld; end the deal, or let the declarer lead."""
    trump = SUITS.index(state.trump or "")
    table = meld_table(state.options)
    state.melds = [best_meld(hand, trump, table) for hand in state.hands]
    declarer = state.declarer or 0
    if state.options.royal_marriage_required and not state.melds[declarer].has_royal_marriage:
        state.outcome, state.phase = "no_marriage", "over"
    elif declaring_meld(state) + POINTS < state.bid:
        state.outcome, state.phase = "no_play", "over"
    else:
        state.phase, state.turn = "play", declarer
        state.play = TrickPlay(
            deck=DECK,
            hands=state.hands,
            duty=DUTIES[state.options.heading],
            values=COUNTERS,
            trumps=DECK.suits[trump],
            leads=declarer,
        )


def declaring_meld(state: State) -> int:
    """Return the counted meld of the declarer's side; it has bid, by being the declarer's."""
    return counted_meld(raw_melds(state.melds)[state.declaring], True, state.options)

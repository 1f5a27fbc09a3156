"""After the burying all three players meld, and the deal may end there."""

from games.engine.cards import SUITS
from games.engine.single_deck.meld import is_dix_only, named_melds
from games.engine.single_deck.score import is_unmakeable
from games.engine.variants.three_handed_pinochle.deal import SEATS
from games.engine.variants.three_handed_pinochle.play import open_play
from games.engine.variants.three_handed_pinochle.state import State


def lay_meld(state: State, seat: int) -> None:
    """Count a player's meld on the cards now held."""
    trump, hand = SUITS.index(state.trump or ""), state.hands[seat]
    named = named_melds(hand, trump, state.options.run_extras)
    meld = sum(named.values())
    state.named_melds[seat], state.melds[seat] = named, meld
    state.dix_only[seat] = is_dix_only([hand], trump, meld)


def lay_melds(state: State) -> None:
    """Count what has not been melded yet; end the deal, or let the first trick be led."""
    for seat in range(SEATS):
        if seat != state.declarer or state.options.meld_hand == "kept":
            lay_meld(state, seat)
    out_of_reach = is_unmakeable(state.auction.bid, state.melds[state.declarer])
    if out_of_reach and state.options.unmakeable_bid == "no_play":
        state.ending, state.phase = "unmakeable", "over"
    else:
        open_play(state)

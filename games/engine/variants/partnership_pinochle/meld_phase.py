"""After trump and exchange every hand's meld is counted, and the deal may end there."""

from games.engine.cards import SUITS
from games.engine.single_deck.meld import is_dix_only, named_melds
from games.engine.single_deck.play import start_play
from games.engine.single_deck.score import is_unmakeable
from games.engine.single_deck.values import card_values, meld_values
from games.engine.variants.partnership_pinochle.deal import SEATS, SIDES, by_side
from games.engine.variants.partnership_pinochle.state import State


def lay_melds(state: State) -> None:
    """Count the melds; end the deal where the bid is out of reach, or let the first seat lead."""
    options = state.options
    trump = SUITS.index(state.trump or "")
    values, cards = meld_values(options), card_values(options)
    state.melds = [named_melds(hand, trump, values) for hand in state.hands]
    melds = by_side(state.seat_melds)
    state.dix_only = [
        is_dix_only(state.hands[side::SIDES], trump, melds[side], values) for side in range(SIDES)
    ]
    if options.unmakeable_bid == "no_play" and is_unmakeable(
        state.auction.bid, melds[state.declaring], cards.total
    ):
        state.ending, state.phase = "unmakeable", "over"
        return
    leads = state.declarer if options.first_lead == "declarer" else (state.dealer + 1) % SEATS
    state.phase, state.turn = "play", leads
    state.play = start_play(
        state.hands,
        cards,
        trump=trump,
        leads=leads,
        must_head=options.must_head,
        must_overtrump=options.must_overtrump,
    )

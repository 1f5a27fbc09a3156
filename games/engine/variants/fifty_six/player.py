"""A plain but sensible player: bids what the side can expect to take, then plays tricks."""

from games.engine.actions import Action
from games.engine.cards import SUITS, codes_in
from games.engine.plain_play import plain_card
from games.engine.variants.fifty_six.auction import (
    lowest_bid,
    must_bid,
    why_not_double,
    why_not_redouble,
)
from games.engine.variants.fifty_six.calls import (
    DOUBLE,
    HIGHEST,
    NO_TRUMP,
    PASS,
    REDOUBLE,
    write_bid,
)
from games.engine.variants.fifty_six.conventions import cards_shown
from games.engine.variants.fifty_six.deal import POINTS, SIDES
from games.engine.variants.fifty_six.state import State

# points by which the opponents' bid should fail; a bid says of them what the own hand cannot know
TO_DOUBLE = 9
TO_REDOUBLE = 5  # points by which the own bid should be made
OVER_PARTNER = 3  # points for which a partner's bid is taken over


def plain_player(state: State) -> Action:
    """Return what a careful player would do in the seat whose turn it is."""
    if state.phase == "auction":
        return Action("auction", _call(state))
    if state.play is None:
        raise ValueError("the deal is over; there is nothing to do")
    card = plain_card(state.play, partners=lambda one, other: one % SIDES == other % SIDES)
    return Action("play", state.pack.deck.texts[card])


def _call(state: State) -> str:
    amount, bid = lowest_bid(state), state.bid
    strain = max((*SUITS, NO_TRUMP), key=lambda strain: promised_points(state, strain))
    promise = promised_points(state, strain)
    if bid is not None and why_not_redouble(state) is None:
        return REDOUBLE if promised_points(state, bid.strain) >= bid.amount + TO_REDOUBLE else PASS
    if bid is not None and why_not_double(state) is None:
        expected = POINTS - promised_points(state, bid.strain)
        if expected + TO_DOUBLE <= bid.amount:
            return DOUBLE
    if must_bid(state):
        return _worded(state, amount, strain)
    partner_bids = bid is not None and bid.seat % SIDES == state.turn % SIDES
    limit = promise - (OVER_PARTNER if partner_bids else 0)
    return _worded(state, amount, strain) if amount <= min(limit, HIGHEST) else PASS


def _worded(state: State, amount: int, strain: str) -> str:
    """Word the lowest bid so that it is true: with the strongest card not yet shown, or without."""
    before = amount - 1
    if strain == NO_TRUMP:
        return write_bid("number_nt", amount, strain, before)
    shown = cards_shown(state.pack, state.options, state.bids)
    next_card = shown.next_card(SUITS.index(strain))
    has_it = shown.holds_unshown(state.turn, state.dealt[state.turn], next_card)
    return write_bid("number_suit" if has_it else "suit_number", amount, strain, before)


def promised_points(state: State, strain: str) -> float:
    """Return about how many points the seat in turn and its partners take at this trump.

    Half of the points are a fair share; points above the average of a hand and long trumps are
    what a hand brings above it.
    """
    hand, pack = state.dealt[state.turn], state.pack
    held = sum(copies * value for copies, value in zip(hand, pack.values, strict=True))
    surplus = held - POINTS / state.players
    if strain == NO_TRUMP:
        jacks = sum(hand[code] for code in codes_in(pack.jacks))
        return POINTS / SIDES + surplus + jacks - 2
    trumps = pack.suits[SUITS.index(strain)]
    length = sum(hand[code] for code in trumps)
    strength = sum(hand[code] * pack.values[code] for code in trumps)
    average = pack.hand_size / len(SUITS)
    return POINTS / SIDES + 0.7 * surplus + 1.5 * (length - average) + 0.6 * (strength - average)

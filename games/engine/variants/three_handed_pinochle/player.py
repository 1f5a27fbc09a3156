"""A plain but sensible player: bids what the hand can expect, then plays tricks."""

from games.engine.actions import Action
from games.engine.cards import SUITS, Counts, codes_in, mask_of, write_cards
from games.engine.plain_play import plain_card
from games.engine.single_deck.deck import DECK, SUIT_SIZE, A
from games.engine.single_deck.meld import hand_meld
from games.engine.single_deck.number_auction import PASS, is_forced, lowest_bid
from games.engine.single_deck.score import is_unmakeable
from games.engine.single_deck.values import card_values, meld_values
from games.engine.variants.three_handed_pinochle.deal import KITTY_SIZE
from games.engine.variants.three_handed_pinochle.kitty import barred_cards
from games.engine.variants.three_handed_pinochle.options import Options
from games.engine.variants.three_handed_pinochle.play import may_concede
from games.engine.variants.three_handed_pinochle.state import State

FAIR_SHARE = 70  # points in play that come without a strong hand
KITTY_BRINGS = 30  # what three more cards add to the meld, about


def plain_player(state: State) -> Action:
    """Return what a careful player would do in the seat whose turn it is."""
    if state.phase == "auction":
        return Action("auction", _call(state))
    if state.phase == "trump":
        return Action("trump", SUITS[best_trump(state.hands[state.turn], state.options)])
    if state.phase == "discards":
        entry = {"seat": state.turn, "cards": write_cards(DECK, spare_cards(state))}
        return Action("discards", entry)
    if state.play is None:
        raise ValueError("the deal is over; there is nothing to do")
    is_hopeless = is_unmakeable(
        state.auction.bid, state.melds[state.declarer], card_values(state.options).total
    )
    if state.turn == state.declarer and is_hopeless and may_concede(state):
        return Action("concede", True)
    declarer = state.declarer
    # the two opponents of the declarer want the same: that the bid fails
    card = plain_card(
        state.play, partners=lambda seat, other: (seat == declarer) == (other == declarer)
    )
    return Action("play", DECK.texts[card])


def _call(state: State) -> str:
    lowest, hand = lowest_bid(state.auction), state.hands[state.turn]
    if is_forced(state.auction):
        return str(lowest)
    limit = KITTY_BRINGS + promise(hand, best_trump(hand, state.options), state.options)
    return str(lowest) if lowest <= limit else PASS


def best_trump(hand: Counts, options: Options) -> int:
    """Return the suit, by place, that promises most."""
    return max(range(len(SUITS)), key=lambda trump: promise(hand, trump, options))


def promise(hand: Counts, trump: int, options: Options) -> int:
    """Return about how much these cards score with that suit as trump."""
    trumps = sum(hand[trump * SUIT_SIZE : (trump + 1) * SUIT_SIZE])
    aces = sum(hand[A::SUIT_SIZE])
    meld = hand_meld(hand, trump, meld_values(options))
    return meld + FAIR_SHARE + 10 * aces + 10 * max(0, trumps - 3)


def spare_cards(state: State) -> list[int]:
    """Return three cards to bury: those that cost no meld, no trumps, no aces, counters first."""
    hand = list(state.hands[state.turn])
    barred, _ = barred_cards(state)
    trump = SUITS.index(state.trump or "")
    chosen: list[int] = []
    for _ in range(KITTY_SIZE):
        held = codes_in(mask_of(DECK, hand))
        free = [code for code in held if code not in barred]
        card = max(free or held, key=lambda code: _spare(hand, code, trump, state.options))
        hand[card] -= 1
        chosen.append(card)
    return chosen


def _spare(hand: Counts, card: int, trump: int, options: Options) -> tuple[int, bool, bool, int]:
    """Return how gladly a card is buried."""
    left = list(hand)
    left[card] -= 1
    kept = options.meld_hand == "kept"
    meld = hand_meld(left, trump, meld_values(options)) if kept else 0
    worth = card_values(options).by_code[card]
    brings = worth if options.buried_points == "declarer" else -worth
    return meld, DECK.suit_of[card] != trump, card % SUIT_SIZE != A, brings

"""A plain but sensible player: bids what the hand promises, then plays tricks."""

from games.engine.actions import Action
from games.engine.cards import SUITS, Counts
from games.engine.plain_play import plain_card
from games.engine.variants.pitch.auction import PASS, WORTH, legal_calls
from games.engine.variants.pitch.deal import DECK, RANKS
from games.engine.variants.pitch.state import State

SUIT_SIZE = len(RANKS)


def plain_player(state: State) -> Action:
    """Return what a careful player would do in the seat whose turn it is."""
    if state.phase == "auction":
        return Action("auction", _call(state))
    if state.play is None:
        return Action("play", DECK.texts[_pitch(state.dealt[state.turn])])
    sides = state.ruleset.sides
    card = plain_card(state.play, partners=lambda one, other: one % sides == other % sides)
    return Action("play", DECK.texts[card])


def _call(state: State) -> str:
    """Bid what the hand can be expected to make: everybody calls once, and the dealer last."""
    hand = state.dealt[state.turn]
    promise = max(promised_points(hand, place) for place in range(len(SUITS)))
    calls = legal_calls(state)
    bids = sorted((call for call in calls if call != PASS), key=WORTH.__getitem__)
    makeable = [bid for bid in bids if WORTH[bid] <= promise]
    if makeable:
        return makeable[0] if state.turn == state.dealer else makeable[-1]
    return PASS if PASS in calls else bids[0]


def _pitch(hand: Counts) -> int:
    """Return the highest card of the suit that promises most."""
    place = max(range(len(SUITS)), key=lambda suit: promised_points(hand, suit))
    held = [code for code in range(DECK.kinds) if hand[code]]
    of_suit = [code for code in held if DECK.suit_of[code] == place]
    return max(of_suit or held)


def promised_points(hand: Counts, place: int) -> float:
    """Return about how many of the four points this hand takes with that suit as trump."""
    first = place * SUIT_SIZE
    suit = {rank: hand[first + strength] for strength, rank in enumerate(RANKS)}
    length = sum(suit.values())
    if not length:
        return 0.0
    points = 0.9 * suit["A"] or 0.5 * suit["K"]
    points += 0.8 * suit["2"] or 0.5 * suit["3"]
    points += suit["J"] * (0.4 + 0.1 * length)
    points += 0.22 * length + 0.1 * (suit["A"] + suit["K"] + suit["T"])
    return points

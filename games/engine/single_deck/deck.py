"""The pinochle pack: 48 cards, two of each from nine to ace, with the ten above the king."""

from games.engine.cards import deck_of_ranks

RANKS = "9JQKTA"  # weak to strong, in every suit
NINE, J, Q, K, T, A = range(len(RANKS))  # the strength of a rank, its place in a suit's six codes
SUIT_SIZE = len(RANKS)
DECK = deck_of_ranks(RANKS, copies=2)

COUNTER = 10  # points of an ace, ten or king taken in a trick
VALUES = tuple(COUNTER * (text[0] in "ATK") for text in DECK.texts)  # card points by code
COUNTERS = 24  # cards of the pack that are worth something; the other 24 are worth nothing
LAST_TRICK = 10
POINTS = COUNTERS * COUNTER + LAST_TRICK  # 250, shared out in every played deal

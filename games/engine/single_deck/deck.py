"""The pinochle pack: 48 cards, two of each from nine to ace, with the ten above the king."""

from games.engine.cards import deck_of_ranks

RANKS = "9JQKTA"  # weak to strong, in every suit
NINE, J, Q, K, T, A = range(len(RANKS))  # the strength of a rank, its place in a suit's six codes
SUIT_SIZE = len(RANKS)
DECK = deck_of_ranks(RANKS, copies=2)

"""A plain choice of card, shared by the players of several games.

Takes a trick cheaply when it can, gives points to a partner who is winning, else parts with the
least.
"""

from collections.abc import Callable

from games.engine.cards import codes_in
from games.engine.tricks import TrickPlay


def plain_card(play: TrickPlay, *, partners: Callable[[int, int], bool]) -> int:
    """Return the card the seat in turn plays; `partners` says whether two seats are one side."""
    legal = codes_in(play.legal())
    if not play.placed:
        return _lead(play, legal)
    if partners(play.turn, play.best):
        keeping = [card for card in legal if not play.deck.bits[card] & play.beating]
        return max(keeping or legal, key=lambda card: (play.values[card], -_strength(play, card)))
    beating = [card for card in legal if play.deck.bits[card] & play.beating]
    if not beating:
        return _least(play, legal)
    is_last = play.placed == play.size - 1
    # somebody may still beat it: the strongest has the best chance
    return (min if is_last else max)(beating, key=lambda card: _strength(play, card))


def _lead(play: TrickPlay, legal: list[int]) -> int:
    """Lead a card that only a trump can beat, trumps first; else part with the least."""
    sure = [card for card in legal if _is_highest_left(play, card)]
    if not sure:
        return _least(play, legal)
    return max(sure, key=lambda card: (bool(play.deck.bits[card] & play.trumps), card))


def _is_highest_left(play: TrickPlay, card: int) -> bool:
    """Say whether all higher cards of the suit have been played, or are in the own hand."""
    mine = play.hands[play.turn]
    return all(
        play.played.count(other) + mine[other] == play.deck.copies
        for other in codes_in(play.deck.higher[card])
    )


def _least(play: TrickPlay, legal: list[int]) -> int:
    trumps = play.trumps
    return min(
        legal,
        key=lambda card: (
            bool(play.deck.bits[card] & trumps),
            play.values[card],
            _strength(play, card),
        ),
    )


def _strength(play: TrickPlay, card: int) -> int:
    """Return a rank that compares cards of any suit: fewer above it is stronger."""
    return -play.deck.higher[card].bit_count()

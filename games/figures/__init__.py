"""What a scored deal says of those who played it: bids, melds, and what is worth remembering.

To add a game: write a module beside these with `FEATS` and `read`, and list it in `GAMES`.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from games.engine.sentences import Sentence
from games.figures import (
    double_deck_pinochle,
    fifty_six,
    pedro,
    pitch,
    single_deck_pinochle,
)
from games.figures.deal import THROWN_IN, DealFigures, Feat, ScoredDeal

__all__ = ["GAMES", "DealFigures", "Feat", "ScoredDeal", "feat_label", "figures_of"]


class Game(NamedTuple):
    """What a game's feats are called, and how its deals are read."""

    feats: Mapping[str, Sentence]
    read: Callable[[ScoredDeal], DealFigures]


_SINGLE_DECK = Game(single_deck_pinochle.FEATS, single_deck_pinochle.read)
GAMES: Mapping[str, Game] = {
    "double-deck-pinochle": Game(double_deck_pinochle.FEATS, double_deck_pinochle.read),
    "fifty-six": Game(fifty_six.FEATS, fifty_six.read),
    "partnership-pinochle": _SINGLE_DECK,
    "pedro": Game(pedro.FEATS, pedro.read),
    "pitch": Game(pitch.FEATS, pitch.read),
    "three-handed-pinochle": _SINGLE_DECK,
    "two-handed-pinochle": _SINGLE_DECK,
}


def figures_of(deal: ScoredDeal) -> DealFigures:
    """Return what a deal says of its players; of a game without figures only that it was played."""
    if deal.detail.get("redeal"):
        return THROWN_IN
    game = GAMES.get(deal.ruleset.variant)
    return game.read(deal) if game else DealFigures(played=True)


def feat_label(variant: str, kind: str) -> Sentence | None:
    """Return what a feat is called, or None for one that is no longer told."""
    game = GAMES.get(variant)
    return game.feats.get(kind) if game else None

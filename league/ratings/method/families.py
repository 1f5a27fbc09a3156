"""Which games share a rating, and how far apart two sides of equal strength end in one deal.

A family is what the same skill wins: the three games with one pinochle pack are one. A game that
stands in no family here is one of its own.
"""

from collections.abc import Mapping

from games.engine.sentences import Sentence, say

FAMILIES: Mapping[str, tuple[Sentence, tuple[str, ...]]] = {
    "double-deck-pinochle": (say("Double-deck pinochle"), ("double-deck-pinochle",)),
    "single-deck-pinochle": (
        say("Single-deck pinochle"),
        ("partnership-pinochle", "three-handed-pinochle", "two-handed-pinochle"),
    ),
    "fifty-six": (say("Fifty-Six"), ("fifty-six",)),
    "pedro": (say("Pedro"), ("pedro",)),
    "pitch": (say("Pitch"), ("pitch",)),
}

# The standard deviation of the margin of one deal, measured with plain players of equal strength
# (150 random deals a preset; the presets of a game differ by less than the figures are worth).
SPREADS: Mapping[str, float] = {
    "double-deck-pinochle": 75,
    "fifty-six": 2,
    "partnership-pinochle": 330,
    "pedro": 14,
    "pitch": 2.2,
    "three-handed-pinochle": 240,
    "two-handed-pinochle": 140,
}
UNKNOWN_SPREAD = 100.0

_FAMILY_OF = {variant: family for family, (_, variants) in FAMILIES.items() for variant in variants}


def family_of(variant: str) -> str:
    """Return the family that a game belongs to."""
    return _FAMILY_OF.get(variant, variant)


def spread_of(variant: str) -> float:
    """Return the usual margin of one deal of a game, in its own points."""
    return SPREADS.get(variant, UNKNOWN_SPREAD)


def family_label(family: str) -> Sentence:
    """Return what a family is called."""
    return FAMILIES[family][0] if family in FAMILIES else say(family)

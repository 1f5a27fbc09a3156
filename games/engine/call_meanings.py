"""What a call tells the partner, in sentences: a game has one entry for each code it sends."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from games.sentences import Sentence

# what was told (see `Variant.explain_call`) -> the sentences that say it
Meaning: TypeAlias = Callable[[Mapping[str, Any]], Sequence[Sentence]]


def plain(sentence: Sentence) -> Meaning:
    """Return the meaning that is always the same sentence."""
    return lambda told: [sentence]

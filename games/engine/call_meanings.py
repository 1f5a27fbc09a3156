"""What a call shows the partner, in sentences: a game has one entry for each code it sends."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from games.sentences import Sentence

# what a call shows, with its code under `means` or `claim` (see `Variant.explain_call`)
Meaning: TypeAlias = Mapping[str, Any]
MeaningInWords: TypeAlias = Callable[[Meaning], Sequence[Sentence]]


def plain(sentence: Sentence) -> MeaningInWords:
    """Return the meaning that is always the same sentence."""
    return lambda meaning: [sentence]

"""Melds by the cards that were laid down: which there can be, and what they come to."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import forms
from games.engine.laid import MeldSheet, add_up
from games.engine.ruleset import Ruleset
from games.engine.variants import VARIANTS
from games.wording import in_words


def meld_sheet(ruleset: Ruleset) -> MeldSheet | None:
    """Return what can be laid down as meld by this ruleset, None in a game without melds."""
    return VARIANTS[ruleset.variant].meld_sheet(ruleset.options, ruleset.players)


def melds_laid(
    ruleset: Ruleset, laid: Sequence[Mapping[str, int]], trump: str, declarer: int | None
) -> list[list[tuple[str, int]]]:
    """Return by seat the melds in words with their points; their sum is what the seat melds.

    Raises IllegalAction for cards that the pack or a hand does not hold.
    """
    sheet = meld_sheet(ruleset)
    named = add_up(sheet, laid, trump, declarer) if sheet else []
    return [[(in_words(name), points) for name, points in melds] for melds in named]


def with_melds(ruleset: Ruleset, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a deal whose summary names the melds laid down with their numbers beside them.

    Raises MalformedRecord or IllegalAction.
    """
    summary = data.get("summary") if isinstance(data, Mapping) else None
    if not isinstance(summary, Mapping) or "laid" not in summary:
        return data
    return {**data, "summary": forms.added_up(ruleset, summary)}

"""Several things in a row, and a name with what is said of it, parted as the language does."""

from collections.abc import Iterable
from typing import Any

from django import template

from league.foundation.lists import labelled, listed, noted

register = template.Library()


@register.filter(name="listed")
def listed_names(things: Iterable[Any]) -> str:
    return listed(things)


@register.filter
def then(one: Any, other: Any) -> str:
    """Return both in a row: "table 1, deal 4"."""
    return listed([one, other])


@register.filter(name="labelled")
def labelled_with(label: Any, words: Any) -> str:
    return labelled(label, words)


@register.filter(name="noted")
def noted_with(name: Any, words: Any) -> str:
    return noted(name, words)

"""Numbers as people write them: points with their sign, places, parts of a whole."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from django import template

from league.foundation.shown_numbers import Number, figure, place

register = template.Library()
register.filter(figure)
register.filter(place)
register.simple_tag(place)


@register.filter
def as_figure(text: str) -> str:
    """Return a number that is kept as text with the language's marks; other texts as they are."""
    try:
        return figure(Decimal(text))
    except InvalidOperation:
        return text


@register.filter
def signed(value: Number | None) -> str:
    """Return the number with its sign in front, zero without one."""
    text = figure(value)
    is_gain = isinstance(value, Number) and value > 0 and text != "0"
    return f"+{text}" if is_gain else text


@register.filter
def sign_class(value: Number | None) -> str:
    """Return the class that colours a gain or a loss; the sign itself is in the text."""
    if not isinstance(value, Number) or value == 0:
        return ""
    return "good-text" if value > 0 else "bad-text"


@register.filter
def under(figures: Sequence[object], columns: Sequence[object]) -> list[tuple[object, object]]:
    """Return each figure of a row with the label of its column, as (label, figure)."""
    return list(zip(columns, figures, strict=True))


@register.simple_tag
def percent(done: int, total: int) -> int:
    """Return how much of the whole is done, in whole per cent; an empty whole is 0."""
    return 100 * done // total if total else 0

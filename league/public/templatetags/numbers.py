"""Numbers as people write them: points with their sign, places, parts of a whole."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from fractions import Fraction

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext

register = template.Library()

MINUS = "\N{MINUS SIGN}"
HUNDREDTH = Decimal("0.01")

Number = int | float | Decimal | Fraction


@register.filter
def figure(value: Number | str | None) -> str:
    """Return the number with the language's marks, at most two decimals and none that are zero."""
    if value is None or value == "":
        return "\N{EN DASH}"
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal, Fraction)):
        return str(value)
    # halves away from zero, as standings round them
    rounded = abs(_exact(value)).quantize(HUNDREDTH, rounding=ROUND_HALF_UP)
    digits = f"{rounded:f}".rstrip("0").rstrip(".")
    text = number_format(digits, use_l10n=True, force_grouping=True)
    return f"{MINUS}{text}" if value < 0 and digits != "0" else text


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
@register.simple_tag
def place(rank: int | None, tied: bool = False) -> str:
    """Return a rank as standings print it: "3", or "3=" when it is shared."""
    if rank is None:
        return "\N{EN DASH}"
    return gettext("%(rank)d=") % {"rank": rank} if tied else str(rank)


@register.filter
def under(figures: Sequence[object], columns: Sequence[object]) -> list[tuple[object, object]]:
    """Return each figure of a row with the label of its column, as (label, figure)."""
    return list(zip(columns, figures, strict=True))


@register.simple_tag
def percent(done: int, total: int) -> int:
    """Return how much of the whole is done, in whole per cent; an empty whole is 0."""
    return 100 * done // total if total else 0


def _exact(value: Number) -> Decimal:
    if isinstance(value, Fraction):
        return Decimal(value.numerator) / Decimal(value.denominator)
    return Decimal(str(value))

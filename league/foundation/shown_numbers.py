"""Numbers and places as people write them, on pages and on paper."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext

MINUS = "\N{MINUS SIGN}"
HUNDREDTH = Decimal("0.01")

Number = int | float | Decimal | Fraction


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


def place(rank: int | None, tied: bool = False) -> str:
    """Return a rank as standings print it: "3", or "3=" when it is shared."""
    if rank is None:
        return "\N{EN DASH}"
    return gettext("%(rank)d=") % {"rank": rank} if tied else str(rank)


def _exact(value: Number) -> Decimal:
    if isinstance(value, Fraction):
        return Decimal(value.numerator) / Decimal(value.denominator)
    return Decimal(str(value))

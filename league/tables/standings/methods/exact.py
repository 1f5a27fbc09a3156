"""Exact numbers: what decides a rank is never rounded, only its text, so that it stays true."""

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from games.sentences import Figure
from league.foundation.doors.reading import Number, whole

SHOWN_DECIMALS = 2
MOST_DECIMALS = 8


def exact_sum(numbers: Sequence[Number]) -> Number:
    """Return the sum; fractions are added over one denominator, which is reduced once."""
    if all(type(number) is int for number in numbers):
        return sum(numbers)
    common = lcm(*{number.denominator for number in numbers})
    total = sum([number.numerator * (common // number.denominator) for number in numbers])
    return whole(Fraction(total, common))


def common_denominator(numbers: Iterable[Number], *, most_bits: int) -> int | None:
    """Return the least denominator that all have in common, None if it has more bits than that."""
    common = 1
    for denominator in {number.denominator for number in numbers}:
        common = lcm(common, denominator)
        if common.bit_length() > most_bits:
            return None
    return common


class Range(NamedTuple):
    """The least and the most points that a match can give, or an entry can have in the end."""

    least: Number
    most: Number


def round_for_json(number: Number) -> int | float:
    """Return the number rounded to two decimals, halves away from zero; whole ones as int."""
    if isinstance(number, int):
        return number
    rounded = _rounded(number, SHOWN_DECIMALS)
    return int(rounded) if rounded == rounded.to_integral_value() else float(rounded)


def format_number(number: Number, decimals: int = SHOWN_DECIMALS) -> Figure:
    """Return the number as people write it: no needless zeros, at most so many decimals."""
    if isinstance(number, int):
        return Figure(number)
    text = f"{_rounded(number, decimals):f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return Figure("0" if text == "-0" else text)


def distinct_texts(one: Number, other: Number) -> tuple[str, str]:
    """Return both as texts that differ if the numbers do, with more decimals where needed."""
    if isinstance(one, int) and isinstance(other, int):
        return format_number(one), format_number(other)
    for decimals in range(SHOWN_DECIMALS, MOST_DECIMALS + 1):
        texts = format_number(one, decimals), format_number(other, decimals)
        if texts[0] != texts[1]:
            return texts
    return (str(one), str(other)) if one != other else (format_number(one), format_number(other))


def _rounded(number: Number, decimals: int) -> Decimal:
    exact = Fraction(number)
    with localcontext() as context:
        # enough digits that the division itself cannot move a half
        context.prec = 60
        quotient = Decimal(exact.numerator) / Decimal(exact.denominator)
        return quotient.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)

"""Amounts of money as people type and read them.

An amount is a whole number of the smallest unit of its currency: cents of a euro, whole yen.
"""

import re
import unicodedata
from decimal import Decimal
from functools import cache

from babel import Locale
from babel.core import get_global
from babel.numbers import format_currency, format_decimal, get_currency_name, get_currency_precision
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.foundation.refusal import Refused

# the most that one booking may be, in whole units of the currency
MOST_UNITS = 1_000_000
LONGEST_TYPED = 40
USUAL = ("USD", "EUR", "GBP", "JPY", "CAD", "AUD", "INR")
NUMBER = re.compile(r"(?P<whole>[0-9]+)(?:[.,](?P<part>[0-9]+))?")


class AmountUnclear(Refused):
    """What was typed is no amount of the currency; the sentence says how one is written."""

    code = "amount_unclear"


@cache
def currencies() -> tuple[str, ...]:
    """Return the codes of the currencies that are legal tender somewhere today, in order."""
    territories = get_global("territory_currencies").values()
    used = {
        code for rows in territories for code, _since, until, tender in rows if tender and not until
    }
    return (*USUAL, *sorted(used.difference(USUAL)))


def digits_of(currency: str) -> int:
    """Return how many decimals the currency has: 2 for the euro, 0 for the yen."""
    return int(get_currency_precision(currency))


def most_of(currency: str) -> int:
    """Return the largest amount of one booking."""
    return MOST_UNITS * int(10 ** digits_of(currency))


def named(currency: str) -> str:
    """Return the currency's name in the reader's language, with its code."""
    return f"{get_currency_name(currency, locale=_locale())} ({currency})"


def shown(amount: int, currency: str) -> str:
    """Return the amount as the reader's language writes it: $1.50, 1,50 €, ￥150."""
    return str(format_currency(_decimal(amount, currency), currency, locale=_locale()))


def plain(amount: int, currency: str) -> str:
    """Return the amount as fields of forms and CSV files have it: 1.50, 150."""
    return f"{_decimal(amount, currency):f}"


def typed(amount: int, currency: str) -> str:
    """Return the amount as the reader would type it, without a currency: 1.50, or 1,50."""
    digits = digits_of(currency)
    pattern = "0." + "0" * digits if digits else "0"
    return str(format_decimal(_decimal(amount, currency), pattern, locale=_locale()))


def read(text: str, currency: str, *, least: int = 0) -> int:
    """Return the amount that somebody typed, with a comma or a point. Raises AmountUnclear.

    One that can be read in two ways, such as 1,500 in euros, is refused and never guessed.
    """
    tidy = "".join(unicodedata.normalize("NFKC", text[:LONGEST_TYPED]).split())
    found = NUMBER.fullmatch(tidy)
    digits = digits_of(currency)
    part = (found["part"] or "") if found else ""
    if found is None or len(part) > digits or len(found["whole"]) > len(str(MOST_UNITS)):
        raise AmountUnclear(_unclear(text, currency))
    amount = int(found["whole"]) * 10**digits + int((part + "0" * digits)[:digits] or 0)
    return check(amount, currency, least=least)


def check(amount: int, currency: str, *, least: int = 0) -> int:
    """Return the amount, if it lies within the limits of one booking. Raises AmountUnclear."""
    if not least <= amount <= most_of(currency):
        raise AmountUnclear(
            _("An amount must be between %(least)s and %(most)s.")
            % {"least": shown(least, currency), "most": shown(most_of(currency), currency)}
        )
    return amount


def _unclear(text: str, currency: str) -> str:
    values = {"text": text[:LONGEST_TYPED], "most": shown(most_of(currency), currency)}
    if not digits_of(currency):
        return (
            _(
                "“%(text)s” cannot be read as an amount: write a whole number such as 1500, "
                "without commas and points, of at most %(most)s."
            )
            % values
        )
    example = typed(150 * 10 ** (digits_of(currency) - 2), currency)
    return _(
        "“%(text)s” cannot be read as an amount: write it like %(example)s or 1500, without a "
        "mark for thousands, of at most %(most)s."
    ) % {**values, "example": example}


def _decimal(amount: int, currency: str) -> Decimal:
    return Decimal(amount).scaleb(-digits_of(currency))


def _locale() -> Locale:
    return Locale.parse((get_language() or "en").replace("-", "_"))

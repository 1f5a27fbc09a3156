"""Numbers and days as people write them in cells."""

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.foundation.limits import FIRST_YEAR, LAST_YEAR
from league.office.imports.kind import Material, Option

LARGEST = Decimal(9_999_999)
DECIMAL_COMMA = frozenset(["de"])  # languages of the site
SIGNED = re.compile(r"[+\-−]?(?P<digits>\d[\d.,]{0,17})")
GROUPED = {
    ".": re.compile(r"[1-9]\d{0,2}(,\d{3})+(\.\d{1,6})?"),
    ",": re.compile(r"[1-9]\d{0,2}(\.\d{3})+(,\d{1,6})?"),
}
PLAIN = re.compile(r"\d{1,9}([.,]\d{1,6})?")
# 1.234 is 1234 where a comma stands before the decimals
UNCLEAR = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
PLACE = re.compile(r"^(?:T|=)?(\d{1,5})(?:=|\.|st|nd|rd|th|位|位タイ|T)?$", re.IGNORECASE)
# day first where the month cannot be first; a month before the day only as Americans part it
DAYS = ("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%Y年%m月%d日", "%d %b %Y", "%d %B %Y", "%b %d, %Y")
SLASHED = re.compile(r"^(\d{1,2})/(\d{1,2})/(\d{4})$")


def number_in(text: str, decimal: str = ".") -> Decimal | None:
    """Return the number of a cell, None for none: "1,234.5", "12,5" and "58.33%" are some.

    What stands before the `decimal`s decides where both readings are possible.
    """
    digits = _digits(text)
    if digits is None:
        return None
    other = "," if decimal == "." else "."
    if GROUPED[decimal].fullmatch(digits):
        plain = digits.replace(other, "").replace(decimal, ".")
    elif PLAIN.fullmatch(digits):
        plain = digits.replace(",", ".")
    elif GROUPED[other].fullmatch(digits):
        plain = digits.replace(decimal, "").replace(other, ".")
    else:
        return None
    number = -Decimal(plain) if text.strip()[:1] in "-−" else Decimal(plain)
    return number.quantize(Decimal("0.0001")) if abs(number) <= LARGEST else None


def _digits(text: str) -> str | None:
    """Return the digits of a number with what parts them, without its sign and spaces."""
    bare = "".join(text.strip().removesuffix("%").split()).replace("'", "").replace("’", "")
    signed = SIGNED.fullmatch(bare)
    return signed["digits"] if signed and signed["digits"].isascii() else None


def is_unclear(text: str) -> bool:
    """Say whether a cell is another number where another sign stands before decimals."""
    return bool(UNCLEAR.fullmatch(_digits(text) or ""))


def decimal_sign(texts: Iterable[str], language: str) -> str:
    """Return what stands before decimals in a column: as its numbers show, else as in a language.

    A number shows it that has both signs, one of them twice, or not three digits behind one.
    """
    for text in texts:
        digits = _digits(text) or ""
        last = max(digits.rfind("."), digits.rfind(","))
        if last < 0 or is_unclear(text):
            continue
        sign = digits[last]
        other = "," if sign == "." else "."
        return other if digits.count(sign) > 1 else sign
    return "," if language in DECIMAL_COMMA else "."


def place_in(text: str) -> int | None:
    """Return the place of a cell: "3", "3.", "T3", "3=", "3rd", "3位"; None for none."""
    found = PLACE.match(text.strip().replace(" ", ""))
    place = int(found[1]) if found and found[1].isascii() else 0
    return place or None


def day_in(text: str, *, month_first: bool = False) -> date | None:
    """Return the day of a cell, None for none; 3/4/2026 is in April, or in March `month_first`."""
    text = text.strip().split("T")[0] if re.match(r"^\d{4}-\d\d-\d\dT", text) else text.strip()
    text = re.sub(r"(?<=\d) \d{1,2}:\d\d(:\d\d)?$", "", text)
    if slashed := SLASHED.match(text):
        first, second, year = map(int, slashed.groups())
        day, month = (second, first) if month_first else (first, second)
        if month > 12 >= day:
            day, month = month, day
        return _day(year, month, day)
    for form in DAYS:
        try:
            found = datetime.strptime(text, form).date()  # noqa: DTZ007
        except ValueError:
            continue
        return found if FIRST_YEAR <= found.year <= LAST_YEAR else None
    return None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return found if FIRST_YEAR <= year <= LAST_YEAR else None


# --- How the numbers of a file are written: as its user says, as it shows, or as in a language ---

NUMBERS = Option(
    name="numbers",
    label=gettext_lazy("Numbers are written"),
    input="numbers",
    help=gettext_lazy("Whether 1.234 is more than a thousand, or a little more than one."),
)


def decimal_of(material: Material, *fields: str) -> str:
    """Return what stands before the decimals in these columns."""
    if material.is_workbook:
        return "."  # numbers of workbooks are written by us
    chosen = material.options.get(NUMBERS.name, "")
    return chosen or decimal_sign(_texts(material, fields), material.language)


def unclear_numbers(material: Material, *fields: str) -> Iterator[str]:
    """Yield a sentence on how a number was read that can be another one, if nobody has said so."""
    if material.is_workbook or material.options.get(NUMBERS.name):
        return
    texts = list(_texts(material, fields))
    unclear = next(filter(is_unclear, texts), None)
    if unclear is None:
        return
    number = number_in(unclear, decimal_sign(texts, material.language))
    yield _(
        "“%(text)s” is read as %(number)s. If that is wrong, choose under “Change how it is read” "
        "how numbers are written."
    ) % {"text": unclear, "number": f"{number:f}".rstrip("0").rstrip(".")}


def _texts(material: Material, fields: Iterable[str]) -> Iterator[str]:
    return (row.get(field) for row in material.rows for field in fields)

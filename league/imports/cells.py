"""Numbers and days as people write them in cells."""

import re
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from league.limits import FIRST_YEAR, LAST_YEAR

LARGEST = Decimal(9_999_999)
NUMBER = re.compile(r"^[+\-−]?\d{1,9}(?:[.,]\d{1,6})?$")
PLACE = re.compile(r"^(?:T|=)?(\d{1,5})(?:=|\.|st|nd|rd|th|位|位タイ|T)?$", re.IGNORECASE)
# day first where the month cannot be first; a month before the day only as Americans part it
DAYS = ("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%Y年%m月%d日", "%d %b %Y", "%d %B %Y", "%b %d, %Y")
SLASHED = re.compile(r"^(\d{1,2})/(\d{1,2})/(\d{4})$")


def number_in(text: str) -> Decimal | None:
    """Return the number of a cell, None for none: "1,234.5", "12,5" and "58.33%" are some."""
    text = text.strip().removesuffix("%").replace(" ", "").replace("\u00a0", "")
    if re.fullmatch(r"[+\-−]?\d{1,3}(,\d{3})+(\.\d+)?", text):
        text = text.replace(",", "")
    if not NUMBER.match(text) or (not text.isascii() and "−" not in text):
        return None
    try:
        number = Decimal(text.replace("−", "-").replace(",", "."))
    except InvalidOperation:
        return None
    return number.quantize(Decimal("0.0001")) if abs(number) <= LARGEST else None


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

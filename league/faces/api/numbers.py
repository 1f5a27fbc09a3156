"""Numbers as answers have them: JSON numbers, whole ones without a point."""

from decimal import Decimal, InvalidOperation


def as_number(number: Decimal) -> int | float:
    return int(number) if number == int(number) else float(number)


def number_in(text: str) -> int | float | None:
    """Return the number that a text is; None for any other text."""
    try:
        return as_number(Decimal(text))
    except InvalidOperation:
        return None

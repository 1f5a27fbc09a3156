from decimal import Decimal
from fractions import Fraction

import pytest
from django.utils import translation

from league.foundation.shown_numbers import figure


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.001, "0"),
        (1205, "1,205"),
        (-1809, "−1,809"),
        (5.5, "5.5"),
        (Decimal("5.50"), "5.5"),
        (Fraction(1, 3), "0.33"),
        (Fraction(-7, 2), "−3.5"),
        (None, "–"),
        ("3 of 4", "3 of 4"),
        (True, "True"),
    ],
)
def test_figures_are_written_as_people_write_them(value: object, text: str) -> None:
    with translation.override("en"):
        assert figure(value) == text

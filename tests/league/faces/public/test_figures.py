from decimal import Decimal
from fractions import Fraction

import pytest
from django.template import Context, Template
from django.utils import translation

from league.faces.public.templatetags.numbers import percent, sign_class, signed, under
from league.foundation.shown_numbers import figure, place


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


def test_points_carry_their_sign_and_nothing_has_none() -> None:
    assert [signed(value) for value in (12, -12, 0, None, 0.001)] == ["+12", "−12", "0", "–", "0"]


def test_a_gain_and_a_loss_are_coloured_and_zero_is_not() -> None:
    assert [sign_class(value) for value in (3, -3, 0, None)] == ["good-text", "bad-text", "", ""]


def test_a_shared_place_says_so() -> None:
    assert [place(3, True), place(3), place(None)] == ["3=", "3", "–"]
    row = {"rank": 4}
    html = Template("{% load numbers %}{% place row.rank row.tied %}").render(Context({"row": row}))
    assert html == "4"


def test_part_of_nothing_is_no_part() -> None:
    assert [percent(3, 4), percent(1, 3), percent(0, 0)] == [75, 33, 0]


def test_each_figure_of_a_row_is_told_its_column_and_none_may_be_missing() -> None:
    assert under([4, 8], ["Won", "Points"]) == [("Won", 4), ("Points", 8)]
    with pytest.raises(ValueError, match="zip"):
        under([4], ["Won", "Points"])

from fractions import Fraction

import pytest

from league.tables.standings.methods.exact import distinct_texts, format_number, round_for_json


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (7, 7),
        (Fraction(1, 3), 0.33),
        (Fraction(2, 3), 0.67),
        (Fraction(1, 200), 0.01),  # halves away from zero
        (Fraction(-1, 200), -0.01),
        (Fraction(2675, 1000), 2.68),  # as a float 2.675 would be rounded down
        (Fraction(7, 2), 3.5),
        (Fraction(599999, 100000), 6),
        (10**15 + Fraction(1, 3), 1000000000000000.33),
    ],
)
def test_numbers_are_shown_to_two_decimals(number, shown):
    assert round_for_json(number) == shown
    assert type(round_for_json(number)) is type(shown)


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (-3, "-3"), (100, "100"), (Fraction(5, 2), "2.5"), (Fraction(-1, 999), "0")],
)
def test_texts_have_no_needless_zeros(number, text):
    assert format_number(number) == text


@pytest.mark.parametrize(
    ("one", "other", "texts"),
    [
        (3, 2, ("3", "2")),
        (Fraction(100, 3), Fraction(33334, 1000), ("33.333", "33.334")),
        (Fraction(1, 3), Fraction(1, 3), ("0.33", "0.33")),
        (
            Fraction(10**9, 10**9 + 1),
            Fraction(10**9 + 1, 10**9 + 2),
            ("1000000000/1000000001", "1000000001/1000000002"),
        ),
    ],
)
def test_two_different_numbers_never_look_equal(one, other, texts):
    assert distinct_texts(one, other) == texts

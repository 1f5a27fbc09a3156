"""Numbers as people write them."""

from decimal import Decimal

import pytest

from league.office.imports.cells import decimal_sign, is_unclear, number_in


@pytest.mark.parametrize(
    ("text", "decimal", "number"),
    [
        ("1,234.5", ".", "1234.5"),
        ("1,234.5", ",", "1234.5"),
        ("1.234,5", ".", "1234.5"),
        ("1.234,5", ",", "1234.5"),
        ("1.234", ".", "1.234"),
        ("1.234", ",", "1234"),
        ("1,234", ".", "1234"),
        ("1,234", ",", "1.234"),
        ("12,5", ".", "12.5"),
        ("0.125", ",", "0.125"),
        ("1.234.567", ".", "1234567"),
        ("1 234,5", ",", "1234.5"),
        ("1’234.50", ".", "1234.5"),
        ("−3,5", ".", "-3.5"),
        ("58.33%", ",", "58.33"),
        ("+7", ".", "7"),
    ],
)
def test_a_number_is_read_as_it_is_written(text, decimal, number):
    assert number_in(text, decimal) == Decimal(number)


@pytest.mark.parametrize("text", ["", "x", "1,2,3", "1..5", "1.2.3,4", "12345678", "１２", "1e5"])
def test_what_is_no_number_is_none(text):
    assert number_in(text) is None


@pytest.mark.parametrize(
    ("texts", "language", "sign"),
    [
        (["1.234"], "en", "."),
        (["1.234"], "de", ","),
        (["1.234", "12,5"], "en", ","),
        (["1.234", "12.5"], "de", "."),
        (["1.234.567"], "en", ","),
        (["1.234,5"], "en", ","),
        (["7", "x", ""], "ja", "."),
    ],
)
def test_a_column_shows_what_stands_before_decimals(texts, language, sign):
    assert decimal_sign(texts, language) == sign


def test_a_number_with_three_digits_behind_one_sign_is_unclear():
    assert [is_unclear(text) for text in ("1.234", "1,234", "0.125", "12.5", "1.234,5")] == [
        True,
        True,
        False,
        False,
        False,
    ]

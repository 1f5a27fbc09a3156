"""Amounts as people type and read them."""

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from league.office.kitty.money import (
    AmountUnclear,
    most_of,
    plain,
    read,
    typed,
)


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "currency", "amount"),
    [
        ("1.50", "USD", 150),
        ("1,50", "USD", 150),
        ("1,5", "EUR", 150),
        (" 25 ", "EUR", 2500),
        ("0.25", "USD", 25),
        ("1500", "JPY", 1500),
        ("１５００", "JPY", 1500),
        ("1.234", "KWD", 1234),
        ("1000000", "USD", 100_000_000),
    ],
)
def test_an_amount_is_read_with_a_comma_or_a_point(text, currency, amount):
    assert read(text, currency) == amount


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("1,500", "EUR"),
        ("1.500", "USD"),
        ("1,500", "JPY"),
        ("1.5", "JPY"),
        ("1.505", "USD"),
        ("1.000,50", "EUR"),
        ("-5", "USD"),
        ("$5", "USD"),
        ("five", "USD"),
        ("", "USD"),
        (".50", "USD"),
        ("1e3", "USD"),
        ("1000000.01", "USD"),
        ("9" * 5_000, "USD"),
    ],
)
def test_what_is_unclear_is_refused_and_never_guessed(text, currency):
    with pytest.raises(AmountUnclear):
        read(text, currency)


@pytest.mark.long
@given(
    st.sampled_from(["USD", "JPY", "KWD", "EUR"]),
    st.integers(0, 10**8),
    st.sampled_from(["en", "ja"]),
)
def test_what_is_written_into_a_field_is_read_back(currency, amount, language):
    amount = min(amount, most_of(currency))
    with translation.override(language):
        assert read(typed(amount, currency), currency) == amount
        assert read(plain(amount, currency), currency) == amount

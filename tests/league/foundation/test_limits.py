"""What a form says of numbers out of their limits."""

from uuid import UUID

import pytest

from league.foundation.limits import clean_text, key_of, parse_int


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("0007", None),
        ("12", 12),
        ("99", 99),
        ("100", None),
        ("-3", -3),
        ("-9", -9),
        ("-10", None),
        ("--3", None),
        ("-", None),
        ("", None),
        (None, None),
        (" 5", None),
        ("5.0", None),
        ("٣", None),
        ("²", None),
        ("5\x00", None),
        ("9" * 5_000, None),
        ("-" + "9" * 5_000, None),
    ],
)
def test_a_number_outside_a_form_is_read_within_its_limits_or_not_at_all(text, number):
    assert parse_int(text, least=-9, most=99) == number


def test_without_a_least_number_a_minus_is_no_number():
    assert parse_int("-1", most=9) is None
    assert parse_int("9", most=9) == 9


def test_text_outside_a_form_is_what_the_database_can_hold():
    assert clean_text("a\x00b", most=10) == "ab"
    assert clean_text("a" * 5_000, most=3) == "aaa"
    assert clean_text(None, most=3) == ""


def test_a_key_outside_a_form_is_a_uuid_or_none():
    key = UUID("6f1f6c3e-0000-4000-8000-00000000000a")
    assert key_of(str(key)) == key
    assert [key_of(text) for text in (None, "", "7", "g" * 32, "6" * 5_000)] == [None] * 5

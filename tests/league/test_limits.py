"""What a form says of numbers out of their limits."""

from decimal import Decimal

from django import forms
from django.utils import translation

from league.limits import limits

FIELD = forms.DecimalField(**limits(Decimal(-100), Decimal(1_000)))


def said(field: forms.Field, value: str) -> list[str]:
    try:
        field.clean(value)
    except forms.ValidationError as error:
        return list(error.messages)
    return []


def test_with_two_limits_both_are_named_whichever_was_passed():
    both = ["This must be between -100 and 1,000."]
    assert said(FIELD, "-101") == said(FIELD, "1001") == both
    assert said(FIELD, "-100") == said(FIELD, "1000") == []


def test_a_limit_alone_is_named_alone():
    assert said(forms.IntegerField(**limits(2, None)), "1") == ["This must be 2 or more."]
    assert said(forms.IntegerField(**limits(None, 2)), "3") == ["This must be 2 or less."]


def test_a_field_made_once_speaks_the_language_of_who_reads_it():
    with translation.override("ja"):
        japanese = said(FIELD, "-101")
    with translation.override("de"):
        german = said(FIELD, "-101")
    assert "1,000" in japanese[0]
    assert "1.000" in german[0]

"""Inputs that several forms share."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.test.html import parse_html
from django.utils import timezone

from league.faces.desk.inputs import QuickSelect, moment_field

CHOICES = [("", "–"), ("A", 'Group "A" & <b>'), ("B", "Group B")]


def select_of(widget, value):
    field = forms.ChoiceField(choices=CHOICES, widget=widget, help_text="Which?")
    form = type("One", (forms.Form,), {"group": field})({"group": value})
    return parse_html(str(form["group"]))


def test_a_quick_list_is_what_the_usual_one_is_without_a_template_an_option(monkeypatch):
    usual = [select_of(forms.Select, value) for value in ("", "A", "B", "C")]
    monkeypatch.delattr(forms.widgets.ChoiceWidget, "create_option")

    assert [select_of(QuickSelect, value) for value in ("", "A", "B", "C")] == usual


@pytest.mark.parametrize(
    ("typed", "refused"),
    [
        ("2027-03-28T01:30", "There is no 01:30 on Sun 28 Mar 2027"),
        ("2027-10-31T01:30", "01:30 comes twice on Sun 31 Oct 2027"),
    ],
)
def test_a_time_that_a_change_of_the_clock_leaves_out_or_repeats_is_refused(typed, refused):
    with timezone.override(ZoneInfo("Europe/London")), pytest.raises(ValidationError) as raised:
        moment_field().clean(typed)

    (sentence,) = raised.value.messages
    assert sentence.startswith(refused)
    assert "clocks go" in sentence


@pytest.mark.parametrize(
    ("typed", "moment"),
    [("2027-03-28T02:30", (2027, 3, 28, 1, 30)), ("2027-10-31T02:30", (2027, 10, 31, 2, 30))],
)
def test_a_time_beside_a_change_of_the_clock_is_taken(typed, moment):
    with timezone.override(ZoneInfo("Europe/London")):
        assert moment_field().clean(typed) == datetime(*moment, tzinfo=UTC)

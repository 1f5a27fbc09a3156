"""Inputs that several forms share."""

from django import forms
from django.test.html import parse_html

from league.desk.inputs import QuickSelect

CHOICES = [("", "–"), ("A", 'Group "A" & <b>'), ("B", "Group B")]


def select_of(widget, value):
    field = forms.ChoiceField(choices=CHOICES, widget=widget, help_text="Which?")
    form = type("One", (forms.Form,), {"group": field})({"group": value})
    return parse_html(str(form["group"]))


def test_a_quick_list_is_what_the_usual_one_is_without_a_template_an_option(monkeypatch):
    usual = [select_of(forms.Select, value) for value in ("", "A", "B", "C")]
    monkeypatch.delattr(forms.widgets.ChoiceWidget, "create_option")

    assert [select_of(QuickSelect, value) for value in ("", "A", "B", "C")] == usual

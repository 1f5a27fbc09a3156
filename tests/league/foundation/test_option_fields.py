"""Fields for options: a number within its limits, a choice, or a choice and any other number."""

import pytest
from django import forms
from django.core.exceptions import ValidationError

from games.engine.options import options_of
from games.engine.variants import VARIANTS
from league.foundation.option_fields import (
    ChoiceOrNumberField,
    number_field,
    numbers_named,
    value_of,
)


def option_named(variant, name):
    return next(one for one in options_of(VARIANTS[variant].options) if one.name == name)


GOES_OUT = option_named("pedro", "bidder_goes_out_from")
TARGET = option_named("pitch", "target")
MIN_BID = option_named("partnership-pinochle", "min_bid")


class Form(forms.Form):
    score = ChoiceOrNumberField(GOES_OUT)
    other = ChoiceOrNumberField(GOES_OUT, nothing="as it is", required=False)


def sent(**data):
    return Form({"score": "auto", **data})


@pytest.mark.parametrize(
    ("data", "value"),
    [
        ({"score": "off"}, "off"),
        ({"score": "44"}, 44),
        ({"score": "number", "score_number": "37"}, 37),
        ({"score": "number", "score_number": " 037 "}, 37),
        ({"score": "", "score_number": "999"}, 999),
        ({"score": "37"}, 37),  # as an address has it
        # the number stood there before, and something else was chosen
        ({"score": "44", "score_number": "37", "score_number_shown": "37"}, 44),
    ],
)
def test_a_choice_or_a_number_is_read_with_its_type(data, value):
    form = sent(**data)

    assert form.is_valid(), form.errors
    assert value_of(GOES_OUT, form.cleaned_data["score"]) == value
    assert form.cleaned_data["other"] == ""


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"score": "number", "score_number": "1000"}, "between 1 and 999"),
        ({"score": "number", "score_number": "0"}, "between 1 and 999"),
        ({"score": "number", "score_number": "many"}, "whole number"),
        ({"score": "number"}, "required"),
        ({"score": ""}, "required"),
        ({"score": "often"}, "whole number"),
    ],
)
def test_what_is_neither_is_refused_and_stays_in_the_form(data, sentence):
    form = sent(**data)

    assert not form.is_valid()
    assert sentence in str(form.errors["score"])
    html = str(form["score"])
    if number := data.get("score_number"):
        assert f'value="{number}"' in html
    if (chosen := data["score"]) in ("off", "number"):
        assert f'<option value="{chosen}" selected>' in html


def test_a_number_alone_names_its_limits_and_the_usual_ones():
    assert numbers_named(TARGET) == "1 to 500; usual: 11, 7, 9, 21"
    assert numbers_named(MIN_BID) == "10 or more, in steps of 10"
    assert number_field(TARGET).clean("12") == 12
    with pytest.raises(ValidationError, match="between 1 and 500"):
        number_field(TARGET).clean("501")
    with pytest.raises(ValidationError, match="multiple"):
        number_field(MIN_BID).clean("255")

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.test import RequestFactory

from league.foundation.refusal import Refused
from league.foundation.refusal_shown import flash_errors, form_errors


class SeatsForm(forms.Form):
    seats = forms.IntegerField()


@pytest.mark.parametrize(
    ("named", "shown"), [("seats", "seats"), (None, "__all__"), ("cups", "__all__")]
)
def test_a_refusal_stands_beside_the_field_it_names_or_above_the_form(named, shown):
    form = SeatsForm({"seats": "5"})
    assert form.is_valid()
    with form_errors(form):
        raise Refused("A table has four seats.", field=named)
    assert form.errors == {shown: ["A table has four seats."]}


def test_a_refusal_is_said_above_the_next_page():
    request = RequestFactory().post("/")
    request._messages = CookieStorage(request)
    with flash_errors(request):
        raise Refused("The round is drawn.")
    assert [str(one) for one in get_messages(request)] == ["The round is drawn."]


def test_what_is_no_refusal_goes_on_up():
    form = SeatsForm({"seats": "5"})
    with pytest.raises(ZeroDivisionError), form_errors(form):
        raise ZeroDivisionError
    assert form.is_valid()

"""What one page of a match can ask for: the button that was pressed, its form, its service."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.calendar.captains.models import LineUp
from league.foundation.refusal import Refused
from league.foundation.refusal_shown import add_refusal
from league.play.events.captaincy import captains_of
from league.play.events.models import Entry

# does what a valid form asks for, and returns the sentence that says so; "" if it said so itself
Act: TypeAlias = Callable[[Any], str]


def act(request: HttpRequest, forms_of: Mapping[str, forms.Form], acts: Mapping[str, Act]) -> bool:
    """Do what the pressed button asks for; False: the page is shown again with what was typed."""
    name = request.POST.get("act", "")
    if name not in acts:
        return False
    form = forms_of.get(name)
    if form is not None and not form.is_valid():
        return False
    try:
        said = acts[name](form)
    except Refused as refused:
        if form is None:
            messages.error(request, str(refused))
            return True
        add_refusal(form, refused)
        return False
    if said:
        messages.success(request, said)
    return True


def line_up_again(line_up: LineUp | None) -> str:
    """Return the sentence after a line-up was undone; `line_up` is the one that holds again."""
    if line_up is None:
        return _("The line-up has been taken back.")
    return _("The earlier line-up has been restored.")


def captain_again(entry: Entry) -> str:
    """Return the sentence after the naming of a captain was undone."""
    speak = captains_of(entry)
    if len(speak) == 1:
        return _("%(player)s is the captain again.") % {"player": speak[0].name}
    return _("No captain is named any more.")

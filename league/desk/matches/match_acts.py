"""What one page of a match can ask for: the button that was pressed, its form, its service."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from league.refusal import Refused
from league.refusal_shown import add_refusal

# does what a valid form asks for, and returns the sentence that says so
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
    messages.success(request, said)
    return True

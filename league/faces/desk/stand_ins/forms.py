"""Whom to ask to stand in, and the answer of one who was asked."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.calendar.stand_ins.selectors import Candidate
from league.calendar.stand_ins.services import MOST_ASKED


class AskForm(forms.Form):
    """Those who can be asked and were not yet; all are ticked, as far as they fit."""

    players = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Whom to ask"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one player to ask.")},
    )

    def __init__(self, candidates: list[Candidate], *, left: int, data: Any = None) -> None:
        ticked = [one.player.pk for one in candidates[: min(left, MOST_ASKED)]]
        super().__init__(data, initial={"players": ticked})
        self.fields["players"].choices = [(one.player.pk, _named(one)) for one in candidates]  # type: ignore[attr-defined]


def _named(candidate: Candidate) -> str:
    """Return the name, with what makes the player likely to come."""
    name = candidate.player.name
    if candidate.is_member:
        return _("%(name)s (of the entry)") % {"name": name}
    if candidate.is_reserve:
        return _("%(name)s (reserve)") % {"name": name}
    return name

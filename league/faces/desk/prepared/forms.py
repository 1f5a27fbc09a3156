"""Forms of the prepared deals."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.faces.desk.inputs import number_field
from league.play.prepared.models import MOST_DEALS

MOST_AT_ONCE = 100  # deals on the pages that are printed


class PrepareForm(forms.Form):
    deals = number_field(
        least=1,
        most=MOST_DEALS,
        label=gettext_lazy("How many deals"),
        help_text=gettext_lazy("As many as the rounds need; more can be prepared at any time."),
    )


class LookForm(forms.Form):
    """From which deal to which, and why, where somebody has still to play one of them."""

    first = number_field(least=1, most=MOST_DEALS, label=gettext_lazy("From deal"))
    last = number_field(least=1, most=MOST_DEALS, label=gettext_lazy("to deal"))
    reason = forms.CharField(
        max_length=200,
        required=False,
        label=gettext_lazy("Why"),
        help_text=gettext_lazy(
            "Needed for deals that are still to be played, such as: dealing them for tonight. "
            "Your name and the reason go into the journal."
        ),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        first, last = cleaned.get("first"), cleaned.get("last")
        if first is None or last is None:
            return cleaned
        if last < first:
            self.add_error("last", _("The last deal must come after the first."))
        elif last - first >= MOST_AT_ONCE:
            self.add_error(
                "last",
                _("At most %(most)d deals are printed at once: take them in parts.")
                % {"most": MOST_AT_ONCE},
            )
        return cleaned


class ReleaseForm(forms.Form):
    """Stands on one page with LookForm, which asks for a reason too."""

    reason = forms.CharField(
        max_length=200,
        required=False,
        label=gettext_lazy("Why now, if somebody has still to play"),
        help_text=gettext_lazy("The reason goes into the journal."),
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="id_release_%s")

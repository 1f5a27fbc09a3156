"""The score sheet of one deal to try: the scorer's questions, and who dealt."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.engine.ruleset import Ruleset
from league.events.models import TablePlay
from league.public.rules.letters import Letters
from league.results.deal_form import DealForm
from league.results.table_plan import TablePlan


class SheetForm(DealForm):
    """Bound and valid, `deal` is what the score door takes."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        ruleset: Ruleset,
        deal: Mapping[str, Any] | None = None,
    ) -> None:
        plan = TablePlan(ruleset=ruleset, play=TablePlay.DEALS, deals_due=1, first_dealer=0)
        names = Letters(ruleset)
        super().__init__(data, plan=plan, names=names, summary=deal["summary"] if deal else None)
        last = ruleset.players - 1
        self.fields["dealer"] = forms.TypedChoiceField(
            label=_("Dealer"),
            help_text=_("Who dealt; the next player speaks first."),
            coerce=int,
            choices=[(str(seat), name) for seat, name in names.seats.items()],
            initial=str(deal["dealer"] if deal else last),
            widget=forms.RadioSelect,
        )

    @property
    def deal(self) -> dict[str, Any]:
        return {"dealer": self.cleaned_data["dealer"], "summary": self.summary}

"""A form for a final score: a number a side, and who won where the rules leave that open.

It is used like a `DealForm` by the pages that write deals.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import services as games
from games.engine.final_scores import FURTHEST
from games.models import Deal
from league.foundation.limits import parse_int
from league.play.results.deal_form import ErrorRow, inputs_of
from league.play.results.deal_inputs import YES, as_initial
from league.play.results.deal_words import Names, summary_of
from league.play.results.sheet import Sheet, played_at
from league.play.results.table_outcome import TablePlan

# what a page sends beside the numbers, so that it is known which form was filled in
KIND, FINAL = "kind", "final"


class FinalScoreForm(forms.Form):
    """Bound to what was typed, `is_valid` says whether it makes a final score; `sent` is it.

    With a `prefix` it is one of several, and may be left empty. `may_stop`: a game can be said
    to have been stopped before its end. `asks_winner`: who won must be said, because the scores
    alone do not.
    """

    use_required_attribute = False
    unfinished = forms.BooleanField(
        required=False,
        label=gettext_lazy("The game was stopped before its end"),
        help_text=gettext_lazy("Then nobody has to have reached the target."),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        sheet: Sheet,
        names: Names,
        sent: Mapping[str, Any] | None = None,
        may_stop: bool = False,
        prefix: str | None = None,
    ) -> None:
        super().__init__(
            data,
            initial=initial_of(sent or {}),
            auto_id="deal_%s",
            prefix=prefix,
            empty_permitted=prefix is not None,
        )
        plan = sheet.plan
        self.played = played_at(sheet)
        self.step = games.step_of_final_score(plan.ruleset)
        self.target = games.target_of(plan.ruleset) if self.played.to_target else None
        self.sides = range(plan.sides)
        self.look_at: dict[str, str] | None = None
        for side in self.sides:
            self.fields[_name(side)] = _number(names.side(side), self.step)
        self.fields["winner"] = forms.ChoiceField(
            label=_("Who won the game?"),
            choices=[(str(side), names.side(side)) for side in self.sides],
            required=False,
            widget=forms.RadioSelect,
        )
        self.may_stop = may_stop and self.played.to_target
        if not self.may_stop:
            del self.fields["unfinished"]

    @property
    def is_of_game(self) -> bool:
        return self.played.of == "game"

    @property
    def asks_winner(self) -> bool:
        return bool(self["winner"].value()) or "winner" in self.errors

    @property
    def scores(self) -> list[forms.BoundField]:
        return [self[_name(side)] for side in self.sides]

    @property
    def sent(self) -> dict[str, Any]:
        """Return the final score as services take it. Only of a valid form."""
        cleaned = self.cleaned_data
        sent: dict[str, Any] = {games.FINAL_SCORE: [cleaned[_name(side)] for side in self.sides]}
        if cleaned.get("unfinished"):
            return sent | {"unfinished": True}
        winner = parse_int(cleaned.get("winner"), most=len(self.sides) - 1)
        return sent if winner is None else sent | {"winner": winner}

    def refuse(
        self, sentence: str, field: str | None, look_at: dict[str, str] | None = None
    ) -> None:
        """Put a refusal beside who won, if it is about that, else beside the scores."""
        known = field if field in ("winner", "unfinished") and field in self.fields else None
        self.add_error(known or _name(0), sentence)
        self._of_all_sides = known is None

    _of_all_sides = False

    def error_rows(self) -> list[ErrorRow]:
        """Return the mistakes for the list above the form; one about all scores is named so."""
        rows = []
        for name, errors in self.errors.items():
            if name == NON_FIELD_ERRORS:
                continue
            bound = self[name]
            label = str(bound.label)
            if self._of_all_sides and name == _name(0):
                label = _("Final score")
            anchor = bound.id_for_label or bound.auto_id
            rows += [ErrorRow(anchor, label, str(error)) for error in errors]
        return rows


def _name(side: int) -> str:
    return f"score-{side}"


def _number(label: str, step: int) -> forms.IntegerField:
    attrs = {"inputmode": "numeric", "autocomplete": "off", "step": str(step)}
    return forms.IntegerField(
        label=label,
        min_value=-FURTHEST,
        max_value=FURTHEST,
        error_messages={"required": _("Please give this number too.")},
        widget=forms.NumberInput(attrs=attrs),
    )


def initial_of(sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return the first values of the inputs from a final score that was entered."""
    initial: dict[str, Any] = {
        _name(side): points for side, points in enumerate(sent.get(games.FINAL_SCORE, ()))
    }
    winner = sent.get("winner")
    return initial | {
        "unfinished": sent.get("unfinished", False),
        "winner": "" if winner is None else str(winner),
    }


# --- Sent fields ---
# A deal that was sent, as the fields of the form from which it was: to compare what is typed.


def fields_as_sent(deal: Deal, plan: TablePlan) -> dict[str, list[str]]:
    """Return the values of every input by its name, as a browser would have sent them."""
    return {
        name: [str(each) for each in value] if isinstance(value, list) else [_as_sent(value)]
        for name, value in _values(deal, plan).items()
    }


def _values(deal: Deal, plan: TablePlan) -> Mapping[str, Any]:
    if deal.form == Deal.Form.FINAL:
        return initial_of(deal.data) | {KIND: FINAL}
    summary = summary_of(deal)
    return as_initial(plan, summary) | inputs_of(summary.get("laid") or [])


def _as_sent(value: object) -> str:
    if isinstance(value, bool):
        return YES if value else ""
    return str(value)

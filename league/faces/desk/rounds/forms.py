"""Forms of the draw and the round pages."""

import json
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.faces.desk.inputs import moment_field, number_field
from league.play.rounds.arrangement import MEET, REST, SEAT, SWAP, Arrangement, TableShape
from league.play.rounds.services import Change, ImpossibleChange

MOST_CHANGES = 50


class DrawForm(forms.Form):
    """Draws as the page showed it: the `version` of the entries and the next round must match."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    number = forms.IntegerField(widget=forms.HiddenInput, required=False)
    first_deadline = moment_field(
        label=gettext_lazy("First round to be played by"),
        help_text=gettext_lazy("Leave it empty when the round is played in one evening."),
        required=False,
    )
    days_between = number_field(
        least=1,
        most=365,
        label=gettext_lazy("Days between deadlines"),
        required=False,
    )

    def __init__(self, *args: Any, several: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not several:
            del self.fields["days_between"]
            self.fields["first_deadline"].label = _("Deadline")

    def deadlines(self, numbers: list[int]) -> dict[int, datetime]:
        """Return a deadline for each of the rounds, at the same time of day."""
        first: datetime | None = self.cleaned_data.get("first_deadline")
        if first is None:
            return {}
        days = self.cleaned_data.get("days_between") or 7
        zone = first.tzinfo
        naive = first.replace(tzinfo=None)
        # counted on the wall clock: nine in the evening stays nine when summer time ends
        return {
            number: (naive + timedelta(days=days * place)).replace(tzinfo=zone)
            for place, number in enumerate(numbers)
        }


class DeadlineForm(forms.Form):
    deadline = moment_field(label=gettext_lazy("Deadline"), required=False)


class SubstituteForm(forms.Form):
    """Who sits at a seat of a table, for this round: typed, or chosen from the list."""

    player = forms.CharField(
        label=gettext_lazy("Who sits here"),
        help_text=gettext_lazy("A member of the entry, or a substitute. Empty: nobody yet."),
        max_length=130,
        required=False,
        widget=forms.TextInput(attrs={"list": "players", "autocomplete": "off"}),
    )
    add_unknown = forms.BooleanField(
        label=gettext_lazy("Add an unknown name to the club’s players"), required=False
    )
    exception = forms.CharField(
        label=gettext_lazy("Reason for an exception"),
        help_text=gettext_lazy(
            "Only where the event’s rule on substitutes says no. It is recorded in the journal."
        ),
        max_length=300,
        required=False,
    )
    choose = forms.IntegerField(widget=forms.HiddenInput, required=False)
    take_back = forms.BooleanField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, has_limits: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_limits:
            del self.fields["exception"]


class ChangeForm(forms.Form):
    """One change to the draw, added to those already chosen (`changes`, as JSON)."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    changes = forms.CharField(widget=forms.HiddenInput, required=False)
    kind = forms.ChoiceField(label=gettext_lazy("Change"), widget=forms.RadioSelect)
    entry = forms.TypedChoiceField(label=gettext_lazy("Entry"), coerce=int)
    other = forms.TypedChoiceField(
        label=gettext_lazy("With"), coerce=int, required=False, empty_value=None
    )
    table = forms.TypedChoiceField(
        label=gettext_lazy("At table"), coerce=int, required=False, empty_value=None
    )

    def __init__(
        self,
        *args: Any,
        arrangement: Arrangement,
        names: dict[int, str],
        shape: TableShape,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(SWAP, _("two entries change places")), (REST, _("an entry sits out"))]
        may_join = shape.sides is None or shape.a_side > 1
        if may_join:
            kinds.append((SEAT, _("an entry joins a table")))
        if shape.sides is not None:
            kinds.append((MEET, self._meet_label(shape)))
        self.further = self._further_places(shape)
        entries = [(pk, self._label(arrangement, pk, name)) for pk, name in names.items()]
        tables = [(number, str(number)) for number in sorted(arrangement.tables)]
        self._offer("kind", kinds)
        self._offer("entry", entries)
        self._offer("other", [("", "–"), *entries])
        self._offer("table", [("", "–"), *tables])
        for name in self.further:
            self._offer(name, [("", "–"), *entries])
        if not may_join:
            del self.fields["table"]

    @staticmethod
    def _meet_label(shape: TableShape) -> str:
        if shape.a_side == 1:
            return _("two that sit out meet at a new table")
        return _("%(count)d that sit out meet at a new table, partners one after the other") % {
            "count": shape.most
        }

    def _further_places(self, shape: TableShape) -> list[str]:
        """Add a field for everybody beyond two who sits at a new table; return their names."""
        if shape.sides is None:
            return []
        names = [f"other_{place}" for place in range(3, shape.most + 1)]
        for name in names:
            self.fields[name] = forms.TypedChoiceField(
                label=_("And with, at a new table"), coerce=int, required=False, empty_value=None
            )
        return names

    @staticmethod
    def _label(arrangement: Arrangement, entry: int, name: str) -> str:
        table = arrangement.table_of(entry)
        if table is None:
            return _("%(name)s (sitting out)") % {"name": name}
        return _("%(name)s (table %(table)d)") % {"name": name, "table": table}

    def _offer(self, name: str, choices: Any) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean_changes(self) -> list[Change]:
        return read_changes(self.cleaned_data["changes"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        kind = cleaned.get("kind")
        if kind in (SWAP, MEET) and not cleaned.get("other"):
            self.add_error("other", _("Choose the second entry."))
        for name in self.further if kind == MEET else []:
            if not cleaned.get(name):
                self.add_error(name, _("Choose who else sits at the new table."))
        if kind == SEAT and not cleaned.get("table"):
            self.add_error("table", _("Choose the table."))
        return cleaned

    def all_changes(self) -> list[Change]:
        """Return the changes chosen before and this one."""
        cleaned = self.cleaned_data
        kind = cleaned["kind"]
        names = {SWAP: ["other"], MEET: ["other", *self.further]}.get(kind, [])
        entries = (cleaned["entry"], *(cleaned[name] for name in names))
        table = cleaned["table"] if kind == SEAT else None
        return [*cleaned["changes"], Change(kind=kind, entries=entries, table=table)]


def read_changes(text: str) -> list[Change]:
    """Read changes as a page sends them along. Raises ValidationError for anything else."""
    try:
        data = json.loads(text or "[]")
        if not isinstance(data, list) or len(data) > MOST_CHANGES:
            raise ValueError
        return [Change.from_json(change if isinstance(change, dict) else {}) for change in data]
    except (ValueError, RecursionError, ImpossibleChange) as fault:
        raise forms.ValidationError(
            _("The changes chosen so far have been lost: choose them again.")
        ) from fault


def changes_as_text(changes: list[Change]) -> str:
    return json.dumps([change.as_json() for change in changes])

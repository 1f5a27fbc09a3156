"""A paper sheet as a form: a row a deal, a cell for each thing written there, the sums below."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from games import services as games
from league.foundation.limits import key_of, limits
from league.play.results.deal_form import DealForm
from league.play.results.deal_inputs import NO
from league.play.results.deal_words import Names
from league.play.results.table_plan import TablePlan

MOST_POINTS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A heading above one cell, or above a cell a side."""

    label: str
    help: str
    sides: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """An input in a row; `when` as JSON says which answers of the row it hangs on."""

    input: BoundField
    label: str
    when: str
    total: int | None
    is_shown: bool

    @property
    def error_id(self) -> str:
        return f"{self.input.auto_id}_error"


def first_words(names: Iterable[str]) -> dict[str, str]:
    """Return the first word of each name with which no other one begins, for a narrow cell."""
    first = {name: name.split(" ")[0] for name in names}
    known = Counter(word.casefold() for word in first.values())
    return {
        name: word
        for name, word in first.items()
        if known[word.casefold()] == 1 and not word.endswith(".")
    }


class RowForm(DealForm):
    """One deal of the sheet. A row in which nothing is written is no deal and has no mistakes."""

    sent_as = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, number: int, plan: TablePlan, names: Names
    ) -> None:
        super().__init__(data, plan=plan, names=names, prefix=f"d{number}")
        del self.fields["shown"]
        self.number = number
        self._short = first_words(names.seats.values())
        for field in self.asked:
            sided = field.kind == "side_numbers"
            for name in self._names_of(field):
                made = self.fields[name]
                self._make_small(name, made)
                made.widget.attrs |= {
                    "aria-label": _label(number, games.render_sentence(field.label), made, sided),
                    "aria-describedby": f"{self[name].auto_id}_error",
                    "data-field": name,
                }

    def _make_small(self, name: str, field: forms.Field) -> None:
        if isinstance(field, forms.TypedChoiceField):
            choices: list[Any] = [
                (value, self._short.get(label, label)) for value, label in field.widget.choices
            ]
            if any(value == NO for value, _label in choices):
                self.initial.setdefault(name, NO)
            else:
                choices.insert(0, ("", "–"))
            field.widget = forms.Select(choices=choices)

    @property
    def is_written(self) -> bool:
        """Return whether something was typed into the row besides its initial values."""
        return any(
            field.has_changed(self.get_initial_for_field(field, name), data)
            for name, field in self.fields.items()
            if name != "sent_as" and (data := self[name].data)
        )

    @property
    def key(self) -> UUID:
        """Return the key under which the row is sent; a new one until it has one."""
        return key_of(str(self["sent_as"].data or "")) or uuid4()

    def cells(self) -> list[Cell]:
        return [
            Cell(
                input=bound,
                label=_cell_label(question.label, bound, question.is_of_sides),
                when=question.when,
                total=question.field.total if question.is_of_sides else None,
                is_shown=question.is_shown,
            )
            for question in self.questions_of_summary()
            for bound in question.inputs
        ]


def columns_of(plan: TablePlan, names: Names) -> list[Column]:
    """Return the headings of the rows' cells, in their order."""
    sides = [names.side(side) for side in range(plan.sides)]
    return [
        Column(
            label=games.render_sentence(field.label),
            help=games.render_sentence(field.help),
            sides=sides if field.kind == "side_numbers" else [],
        )
        for field in games.summary_fields(plan.ruleset)
    ]


def _label(number: int, question: str, field: forms.Field, sided: bool) -> str:
    words = {"number": number, "question": question, "name": field.label}
    if sided:
        return _("Deal %(number)d: %(question)s, %(name)s") % words
    return _("Deal %(number)d: %(question)s") % words


def _cell_label(question: str, bound: BoundField, sided: bool) -> str:
    if not sided:
        return question
    return _("%(question)s, %(name)s") % {"question": question, "name": bound.label}


class SumsForm(forms.Form):
    """What the paper says the sides have in the end; left out, nothing is compared."""

    use_required_attribute = False

    def __init__(self, data: Mapping[str, Any] | None = None, *, sides: Sequence[str]) -> None:
        super().__init__(data, prefix="sum", auto_id="sheet_%s")
        for side, name in enumerate(sides):
            label = _("Total on the paper: %(name)s") % {"name": name}
            self.fields[str(side)] = forms.IntegerField(
                label=label,
                required=False,
                **limits(-MOST_POINTS, MOST_POINTS),
                widget=forms.NumberInput(
                    attrs={
                        "inputmode": "numeric",
                        "autocomplete": "off",
                        "aria-label": label,
                        "aria-describedby": f"sheet_sum-{side}_error",
                    }
                ),
            )

    def on_paper(self) -> list[int | None]:
        """Return the numbers typed, a side each; None where nothing readable stands."""
        cleaned = getattr(self, "cleaned_data", {})
        return [cleaned.get(name) for name in self.fields]

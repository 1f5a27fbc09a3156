"""A form for a deal, made from what the ruleset asks a scorer, in the order of the table.

It works without a script: what is asked only under a condition stands in the page but hidden, and
comes to light when the form is sent with the condition met. `shown` says which questions the
person has seen, so that nobody is blamed for what was not asked yet.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from games import services as games
from games.engine.errors import Refusal
from games.engine.meld_sheet import TRUMP, LaidMeld, MeldSheet
from games.engine.summary_fields import SummaryField, is_asked, summary_from
from league.foundation.limits import parse_int
from league.foundation.lists import listed
from league.foundation.shown_numbers import figure
from league.play.results.deal_inputs import (
    NOBODY,
    YES,
    as_initial,
    few_numbers,
    first_answers,
    form_fields,
    format_input_value,
    html_name,
    value_of,
)
from league.play.results.deal_words import Names
from league.play.results.table_outcome import TablePlan

# --- Laid form ---
# The melds of a deal by what was laid down: a part of the deal's form, and what it adds up to.

WAY, BY_NUMBER, BY_LAID = "melds_by", "number", "laid"


@dataclass(frozen=True, slots=True)
class MeldRow:
    """A meld that can be tapped: its cards, and how often it was laid."""

    name: str  # of its inputs
    label: str
    cards: tuple[str, ...]  # "?" for the suit of trumps while it is not known
    most: int
    times: int

    @property
    def choices(self) -> range:
        return range(self.most + 1)


@dataclass(frozen=True, slots=True)
class MeldHand:
    seat: int
    name: str
    rows: list[MeldRow]


@dataclass(frozen=True, slots=True)
class MeldSums:
    """What was laid in words, by seat and by side; or why it cannot be added up."""

    hands: dict[int, str]
    sides: list[tuple[str, int]]
    refused: str = ""


class LaidForm:
    """What was tapped at the table; made for games in which melds are laid down."""

    def __init__(
        self, data: Mapping[str, Any] | None, sheet: MeldSheet, plan: TablePlan, names: Names
    ) -> None:
        self.data = data or {}
        self.sheet = sheet
        self.plan = plan
        self.names = names

    @property
    def is_chosen(self) -> bool:
        """Whether the melds are given by what was laid down and not by number."""
        return self.data.get(WAY) == BY_LAID

    @property
    def trump(self) -> str:
        trump = str(self.data.get("trump") or "")
        return trump if trump in tuple("SHDC") else ""

    def value(self) -> list[dict[str, int]]:
        """Return `laid` of a summary: by seat how often each meld, those that were laid."""
        return [
            {
                meld.code: times
                for meld in self.sheet.melds
                if (times := self._times(seat, meld)) > 0
            }
            for seat in range(self.plan.players)
        ]

    def hands(self) -> Iterator[MeldHand]:
        for seat in range(self.plan.players):
            rows = [self._row(seat, meld) for meld in self.sheet.melds]
            yield MeldHand(seat, self.names.seat(seat), rows)

    def sums(self) -> MeldSums:
        """Add up what was tapped so far."""
        if not self.trump:
            return MeldSums({}, [], _("Choose the trump suit first; then the melds are added up."))
        declarer = str(self.data.get("declarer") or "")
        seat = parse_int(declarer, most=self.plan.players - 1)
        try:
            melds = games.melds_laid(self.plan.ruleset, self.value(), self.trump, seat)
        except Refusal as refusal:
            words = games.render_sentence(refusal.sentence, self.names.seats, self.names.sides)
            return MeldSums({}, [], games.whole_sentence(words))
        by_seat = [sum(points for _name, points in hand) for hand in melds]
        return MeldSums(
            hands={
                seat: _hand_in_words(hand, by_seat[seat]) for seat, hand in enumerate(melds) if hand
            },
            sides=[
                (self.names.side(side), sum(by_seat[side :: self.plan.sides]))
                for side in range(self.plan.sides)
            ],
        )

    def _row(self, seat: int, meld: LaidMeld) -> MeldRow:
        return MeldRow(
            name=_input_name(seat, meld),
            label=games.render_sentence(meld.name),
            cards=tuple(card.replace(TRUMP, self.trump or "?") for card in meld.cards),
            most=meld.most,
            times=self._times(seat, meld),
        )

    def _times(self, seat: int, meld: LaidMeld) -> int:
        text = str(self.data.get(_input_name(seat, meld)) or "")
        return min(parse_int(text, most=99) or 0, meld.most)


def laid_form(data: Mapping[str, Any] | None, plan: TablePlan, names: Names) -> LaidForm | None:
    """Return the part of the form for melds laid down, None in a game without melds."""
    sheet = games.meld_sheet(plan.ruleset)
    return None if sheet is None else LaidForm(data, sheet, plan, names)


def _input_name(seat: int, meld: LaidMeld) -> str:
    return _name_of(seat, meld.code)


def _name_of(seat: int, code: str) -> str:
    return f"laid-{seat}-{code}"


def inputs_of(laid: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Return the inputs in which `laid` of a summary stands, those of melds that were laid."""
    return {
        _name_of(seat, code): times
        for seat, hand in enumerate(laid)
        for code, times in hand.items()
    }


def _hand_in_words(melds: Sequence[tuple[str, int]], points: int) -> str:
    if len(melds) == 1:
        return _("%(melds)s: %(sum)s") % {"melds": melds[0][0], "sum": figure(points)}
    parts = [
        _("%(meld)s %(points)s") % {"meld": name, "points": figure(worth)} for name, worth in melds
    ]
    return _("%(melds)s: %(sum)s") % {"melds": listed(parts), "sum": figure(points)}


# the look of the choices, as components/choices.html knows it
LOOKS = {"flag": "yesno", "seat": "seat", "suit": "suit"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One field of the summary in the page; numbers and flags of sides have an input a side.

    `beside` names the question with which it is asked: what is answered beforehand, as whether
    everybody passed, is no question of its own. `seats`: each answer is a place at the table.
    """

    field: SummaryField
    inputs: list[BoundField]
    label: str
    help: str
    is_shown: bool
    beside: str
    seats: int

    @property
    def name(self) -> str:
        return self.field.name

    @property
    def look(self) -> str:
        are_numbers = self.field.kind == "number" and self.numbers
        return "number" if are_numbers else LOOKS.get(self.field.kind, "")

    @property
    def is_box(self) -> bool:
        """Whether it is a box to tick: a yes or no that is answered beforehand."""
        return self.field.kind == "flag" and bool(self.beside)

    @property
    def is_typed(self) -> bool:
        """Whether it is a number of which there are too many to be shown each."""
        return self.field.kind == "number" and not self.numbers

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return every number it can be, or nothing where they are too many to be shown."""
        return few_numbers(self.field)

    @property
    def is_optional(self) -> bool:
        return not self.field.required

    @property
    def id(self) -> str:
        """Return where the question stands in the page, for what describes it."""
        return f"question_{html_name(self.name)}"

    @property
    def is_of_sides(self) -> bool:
        return self.field.kind == "side_numbers"

    @property
    def when(self) -> str:
        """Return, as JSON for the script, the inputs with the values under which it is asked."""
        return json.dumps(
            [
                [html_name(name), [format_input_value(v) for v in values]]
                for name, values in self.field.when
            ]
        )

    @property
    def errors(self) -> list[str]:
        return [str(error) for bound in self.inputs for error in bound.errors]


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """A mistake as the list above the form names it."""

    anchor: str
    label: str
    error: str


class DealForm(forms.Form):
    """Bound to what was typed, `is_valid` says whether it makes a summary; `summary` is it.

    `may_lay`: melds may be given by what was laid down, instead of by number.
    `has_more_to_ask`: an answer made further questions come up, which the person has not seen.
    `fix`: the one question that is to be answered again.
    """

    use_required_attribute = False
    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        plan: TablePlan,
        names: Names,
        summary: Mapping[str, Any] | None = None,
        may_lay: bool = False,
        prefix: str | None = None,
    ) -> None:
        initial = as_initial(plan, summary) if summary else first_answers(plan)
        super().__init__(data, initial=initial, auto_id="deal_%s", prefix=prefix)
        self.plan = plan
        self.asked = games.summary_fields(plan.ruleset)
        self.summary: dict[str, Any] = {}
        self.has_more_to_ask = False
        self.look_at: dict[str, str] | None = None
        self.fix = ""
        self.laid = laid_form(data, plan, names) if may_lay else None
        self._of_all_sides: set[str] = set()
        for field in self.asked:
            for name, made in form_fields(field, plan, names).items():
                self.fields[name] = made
                if isinstance(made, forms.BooleanField):
                    self.initial[name] = initial.get(name) == YES

    def clean(self) -> dict[str, Any]:
        answers: dict[str, Any] = {}
        seen = self._seen()
        for field in self.asked:
            if not is_asked(field, answers):
                continue
            if field.name not in seen:
                self.has_more_to_ask = True
            elif not any(name in self.errors for name in self._names_of(field)):
                self._take(field, answers)
        if not self.errors and not self.has_more_to_ask:
            self.summary = summary_from(answers)
        return self.cleaned_data

    def is_valid(self) -> bool:
        return super().is_valid() and not self.has_more_to_ask

    @property
    def sent(self) -> dict[str, Any]:
        """Return the deal as services take it. Only of a valid form."""
        return {"summary": self.summary}

    def questions(self) -> list[Question]:
        """Return all questions as they are asked one after the other.

        What is answered beforehand follows the question beside which it is asked.
        """
        questions = self.questions_of_summary()
        return [
            one
            for question in questions
            if not question.beside
            for one in (question, *(each for each in questions if each.beside == question.name))
        ]

    @cached_property
    def steps(self) -> list[list[str]]:
        """Return the names of the questions asked (now) as one at a time shows them.

        What is answered beforehand stands in the step of its question, as in the page's script.
        """
        steps: dict[str, list[str]] = {}
        for question in self.questions():
            if question.is_shown:
                lead = question.beside if question.beside in steps else question.name
                steps.setdefault(lead, []).append(question.name)
        return list(steps.values())

    @cached_property
    def first_step(self) -> list[str]:
        """Return the names of the questions shown first: with the first mistake, or to be fixed."""
        wrong = (
            question.name for question in self.questions() if question.is_shown and question.errors
        )
        if self.fix:
            return [next(wrong, self.fix)]
        name = next(wrong, self.steps[0][0])
        return next(step for step in self.steps if name in step)

    def questions_of_summary(self) -> list[Question]:
        """Return all questions in the order of the summary; those not asked (now) are not shown."""
        answers = self._answers_so_far()
        beside = self._beside()
        return [
            Question(
                field=field,
                inputs=[self[name] for name in self._names_of(field)],
                label=games.render_sentence(field.label),
                help=games.render_sentence(field.help),
                is_shown=is_asked(field, answers),
                beside=beside.get(field.name, ""),
                seats=self._seats_of(field),
            )
            for field in self.asked
        ]

    def _beside(self) -> dict[str, str]:
        """Return, for what is answered beforehand, the first question that hangs on the answer."""
        known = first_answers(self.plan)
        beside: dict[str, str] = {}
        for field in reversed(self.asked):
            if html_name(field.name) in known:
                follower = next(
                    after.name
                    for after in self.asked
                    if any(name == field.name for name, _values in after.when)
                )
                beside[field.name] = beside.get(follower, follower)
        return beside

    def _seats_of(self, field: SummaryField) -> int:
        is_place = field.kind == "side" and self.plan.sides == self.plan.players
        return self.plan.players if field.kind == "seat" or is_place else 0

    def shown_now(self) -> str:
        return " ".join(question.name for question in self.questions() if question.is_shown)

    def refuse(
        self, sentence: str, field: str | None, look_at: dict[str, str] | None = None
    ) -> None:
        """Put a refusal beside the question it is about, or above the form.

        `look_at` is the rule with what to look at, for `components/look_at.html`.
        """
        self.look_at = look_at
        names = [
            name
            for asked in self.asked
            if field and (asked.name == field or asked.name.startswith(f"{field}."))
            for name in self._names_of(asked)
        ]
        self._of_all_sides.update(names[:1])
        self.add_error(names[0] if names else None, sentence)

    def error_rows(self) -> list[ErrorRow]:
        """Return the mistakes in the order of the questions, each named by its question.

        Where a question has a number a side, it says whose number it is; what is wrong with all
        of them together, or was refused in words of its own, stands below the question alone.
        """
        return [
            ErrorRow(bound.id_for_label or bound.auto_id, self._named(question, bound), str(error))
            for question in self.questions()
            for bound in question.inputs
            for error in bound.errors
        ]

    def _named(self, question: Question, bound: BoundField) -> str:
        if not question.is_of_sides or bound.name in self._of_all_sides:
            return question.label
        return _("%(question)s, %(name)s") % {"question": question.label, "name": bound.label}

    def _seen(self) -> set[str]:
        shown = self.cleaned_data.get("shown")
        return set(shown.split()) if shown else {field.name for field in self.asked}

    def _names_of(self, field: SummaryField) -> list[str]:
        name = html_name(field.name)
        if field.kind == "side_numbers":
            return [f"{name}-{side}" for side in range(self.plan.sides)]
        return [name]

    def _take(self, field: SummaryField, answers: dict[str, Any]) -> None:
        values = [self.cleaned_data.get(name) for name in self._names_of(field)]
        if field.name == "melds" and self.laid is not None and self.laid.is_chosen:
            self._take_laid(self.laid, answers)
        elif field.kind == "side_numbers":
            self._take_numbers(field, values, answers)
        elif field.kind == "side_flags":
            flagged = values[0] or []
            answers[field.name] = [str(side) in flagged for side in range(self.plan.sides)]
        elif values[0] == NOBODY:
            answers[field.name] = None
        elif values[0] not in (None, ""):
            answers[field.name] = values[0]
        elif field.required:
            self.add_error(html_name(field.name), _("Please answer this."))

    def _take_laid(self, laid: LaidForm, answers: dict[str, Any]) -> None:
        if answers.get("trump"):
            answers["laid"] = laid.value()
        else:
            self.add_error("trump", _("Choose the trump suit: the melds are counted by it."))

    def _take_numbers(
        self, field: SummaryField, numbers: list[int | None], answers: dict[str, Any]
    ) -> None:
        missing = [side for side, number in enumerate(numbers) if number is None]
        if len(missing) == 1 and field.total is not None:
            rest = field.total - sum(number for number in numbers if number is not None)
            numbers[missing[0]] = rest
        elif len(missing) == len(numbers) and not field.required:
            return
        elif missing:
            name = f"{html_name(field.name)}-{missing[0]}"
            if len(missing) == len(numbers):
                self._of_all_sides.add(name)
                self.add_error(name, _("Please answer this."))
            else:
                self.add_error(name, _("Please give this number too."))
            return
        answers[field.name] = numbers

    def _answers_so_far(self) -> dict[str, Any]:
        """Return the answers that conditions look at, as far as they can be read."""
        answers = {}
        for field in self.asked:
            if field.kind in ("side_numbers", "side_flags"):
                continue
            value = self[html_name(field.name)].value()
            text = "" if value is None else str(value)
            answers[field.name] = value_of(field, text.lower() if field.kind == "flag" else text)
        return answers

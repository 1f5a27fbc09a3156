"""The step of an event's set-up for scoring: the method, byes, and tie-breaks."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import services as games
from games.services import render_sentence
from league.faces.desk.events import match_scoring as matches
from league.faces.desk.events.setup_forms import StepForm
from league.foundation.journal.actor import Act
from league.foundation.limits import limits, parse_int
from league.play.events.models import EntryKind, Event, EventState
from league.play.events.services import change_event
from league.play.events.setup_problems import BYES, add_usual_awards
from league.tables.standings.facts import BYE_WORTH_LABEL
from league.tables.standings.methods import METHODS, TIEBREAKS, CannotRank, rank
from league.tables.standings.methods.deals.methods import MATCHPOINTS, PERCENTAGE
from league.tables.standings.methods.deals.options import DEAL_METHODS
from league.tables.standings.methods.matches.awards import WITH_DRAW
from league.tables.standings.methods.parts import AWARD_WORDS

# --- Tiebreak order ---
# The order of an event's tie-breaks on its form: one added, taken away, or moved up and down.

FIELDS = tuple(f"tiebreak_{place}" for place in range(1, len(TIEBREAKS) + 1))
ADD = "tiebreak_add"
ARRANGE = "arrange"
UP, DOWN, REMOVE = "up", "down", "remove"


class TiebreakRow(NamedTuple):
    """A chosen tie-break: its field, and what can be done with it (`focus`: just done)."""

    field: str
    place: int
    name: str
    label: str
    help: str
    is_first: bool
    is_last: bool
    focus: str = ""


def tiebreak_rows(names: Sequence[str], focus: str = "") -> list[TiebreakRow]:
    known = [name for name in names if name in TIEBREAKS]
    done, _, moved = focus.partition("-")
    return [
        TiebreakRow(
            field=FIELDS[at],
            place=at + 1,
            name=name,
            label=render_sentence(TIEBREAKS[name].label),
            help=render_sentence(TIEBREAKS[name].help),
            is_first=at == 0,
            is_last=at == len(known) - 1,
            focus=done if moved == name else "",
        )
        for at, name in enumerate(known[: len(FIELDS)])
    ]


def arranged(names: Sequence[str], wish: str, added: str) -> tuple[list[str], str]:
    """Return the names after a wish like "up-3" or "add", and where the keyboard is then.

    A wish that means nothing changes nothing.
    """
    ordered = list(names)
    if added in TIEBREAKS and added not in ordered:
        ordered.append(added)
    action, _, place = wish.partition("-")
    at = (parse_int(place, most=len(ordered)) or 0) - 1
    if not 0 <= at < len(ordered):
        return ordered, ADD if action == "add" else ""
    name = ordered.pop(at)
    if action == REMOVE:
        return ordered, ADD
    to = at - 1 if action == UP else at + 1 if action == DOWN else at
    to = max(0, min(to, len(ordered)))
    ordered.insert(to, name)
    if to == 0:
        action = DOWN
    elif to == len(ordered) - 1:
        action = UP
    return ordered, f"{action}-{name}"


# --- What the set-up asks where the scoring compares deals: as a percentage, and on which scale ---

DEAL_FIELDS = ("points_as", "multiplier")
IN_IMPS = ("cross_imps", "butler", "imps")
DEAL_METHOD_LABELS: dict[str, Any] = {
    "matchpoints": gettext_lazy("matchpoints: each prepared deal compared with the other tables"),
    "cross_imps": gettext_lazy("cross-IMPs: how far ahead on each prepared deal, table by table"),
    "butler": gettext_lazy("Butler: difference from the tables’ average on each prepared deal"),
    "imps": gettext_lazy("IMPs of teams: the same prepared deals at both tables of a match"),
    "board_a_match": gettext_lazy("board-a-match: of two teams, who did better on each deal"),
    "deal_points": gettext_lazy("deal points: the points of all deals of the session, added up"),
}


def deal_methods_for(event: Event, chosen: str) -> list[str]:
    """Return the methods that suit who competes: those of teams are for teams."""
    in_teams = event.entry_kind == EntryKind.TEAM
    return [
        name
        for name, about in DEAL_METHODS.items()
        if in_teams or not about.kind.in_teams or name == chosen
    ]


def deal_fields_of(event: Event) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return which fields which methods have; victory points of teams can be made from IMPs."""
    in_teams = event.entry_kind == EntryKind.TEAM
    in_imps = (*IN_IMPS, "victory_points") if in_teams else IN_IMPS
    return {("matchpoints",): ("points_as",), in_imps: ("multiplier",)}


def deal_fields() -> dict[str, forms.Field]:
    """Return the fields by name."""
    return {
        "points_as": forms.ChoiceField(
            label=gettext_lazy("Matchpoints are shown"),
            choices=[
                (PERCENTAGE, gettext_lazy("as a percentage of the maximum possible")),
                (MATCHPOINTS, gettext_lazy("as matchpoints")),
            ],
            required=False,
        ),
        "multiplier": forms.DecimalField(
            label=gettext_lazy("For IMPs: factor for the points"),
            help_text=gettext_lazy(
                "The IMP scale is made for differences of hundreds. Choose the number so that "
                "an ordinary swing, a bid made at one table and set at the other, comes to "
                "about 500."
            ),
            **limits(Decimal("0.01"), Decimal(1000)),
            max_digits=7,
            decimal_places=2,
            widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "any"}),
            required=False,
        ),
    }


def initial_deal_scoring(event: Event) -> dict[str, Any]:
    """Return what the fields begin with: as chosen, else what suits the game."""
    usual = games.imp_multiplier(event.variant)
    return {
        "points_as": event.method.get("points_as", PERCENTAGE),
        "multiplier": event.method.get("multiplier", usual),
    }


def deal_method(name: str, cleaned: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the method as the form says; what the form does not ask stays as it was."""
    about = DEAL_METHODS[name]
    kept = before if before.get("name") == name else {}
    method = {key: value for key, value in kept.items() if key in about.options}
    for field in DEAL_FIELDS:
        value = cleaned.get(field)
        if field in about.options and value not in (None, ""):
            method[field] = _as_json(value)
    return {"name": name, **method}


def _as_json(value: Any) -> Any:
    if not isinstance(value, Decimal):
        return value
    return int(value) if value == value.to_integral_value() else float(value)


TIEBREAK_FIELDS = FIELDS
# what most clubs choose from; the rest is folded, or in a group of its own
USUAL_METHODS = ("total_points", "match_points", "victory_points")
USUAL_TIEBREAKS = ("head_to_head", "point_difference", "points_for", "wins", "play_off", "lot")


METHOD_LABELS = matches.METHOD_LABELS | DEAL_METHOD_LABELS


class Panel(NamedTuple):
    """The fields that only some methods have; `methods` are their names, parted by spaces.

    `more` are folded, unless one of them has a value or an error.
    """

    methods: str
    label: str
    fields: list[BoundField]
    more: list[BoundField]
    is_open: bool


class Ways(NamedTuple):
    """The ways to count: what is usual, and the rest, which is folded unless it is chosen."""

    usual: list[Any]
    more: list[Any]
    is_open: bool


class ScoringForm(StepForm):
    """How matches count, and what decides between those who are level."""

    frozen_after = {
        EventState.OPEN: (
            *("method", "bye", "bye_points", ADD),
            *matches.MATCH_FIELDS,
            *DEAL_FIELDS,
            *TIEBREAK_FIELDS,
        )
    }

    method = forms.ChoiceField(label=gettext_lazy("What counts"), widget=forms.RadioSelect)
    bye = forms.ChoiceField(
        label=BYE_WORTH_LABEL,
        help_text=gettext_lazy(
            "By default as much as a win with match points, 12 of 20 victory points (60% of "
            "the maximum with your own scale), and the entry’s own average where points, "
            "percentages or places are added up."
        ),
        required=False,
    )
    bye_points = matches.points_field(
        gettext_lazy("Points for a bye"),
        help_text=gettext_lazy("Only when a bye is worth a fixed number."),
    )

    def __init__(self, *args: Any, event: Event, focus: str = "", **kwargs: Any) -> None:
        self.focus = focus
        of_matches = {(name,): fields for name, fields in matches.FIELDS_OF.items()}
        self.fields_of = of_matches | deal_fields_of(event)
        kwargs["initial"] = self._initial(event) | kwargs.get("initial", {})
        super().__init__(*args, event=event, **kwargs)
        suitable = deal_methods_for(event, event.method.get("name", ""))
        offered = [name for name in METHODS if name in suitable or name not in DEAL_METHODS]
        self._offer("method", [(name, METHOD_LABELS.get(name, name)) for name in offered])
        self._offer("bye", list(_bye_choices()))
        self._offer(ADD, list(self._addable()))

    @classmethod
    def arranged(cls, data: QueryDict, *, event: Event) -> "ScoringForm":
        """Return the form as it was typed, its tie-breaks moved, added or removed by a button."""
        typed = {name: str(data[name]) for name in data}
        chosen = [name for field in TIEBREAK_FIELDS if (name := typed.get(field))]
        names, focus = arranged(chosen, typed[ARRANGE], typed.get(ADD, ""))
        fields = dict.fromkeys(TIEBREAK_FIELDS, "") | {ADD: ""}
        fields |= dict(zip(TIEBREAK_FIELDS, names, strict=False))
        return cls(event=event, focus=focus, initial=typed | fields)

    def further_fields(self) -> dict[str, forms.Field]:
        named = (
            (name, games.render_sentence(tiebreak.label)) for name, tiebreak in TIEBREAKS.items()
        )
        choices = [("", ""), *named]
        tiebreaks = {
            name: forms.ChoiceField(
                label=_("Tie-breaks"),
                choices=choices,
                widget=forms.HiddenInput,
                required=False,
            )
            for name in TIEBREAK_FIELDS
        }
        add = forms.ChoiceField(label=_("What decides next"), required=False)
        fields = matches.match_fields() | deal_fields()
        return fields | tiebreaks | {ADD: add}

    def _offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def _addable(self) -> Iterator[tuple[str, Any]]:
        """Yield the tie-breaks that can be added: the usual ones, and a group of the others."""
        taken = self._names()
        known = {
            name: games.render_sentence(tiebreak.label)
            for name, tiebreak in TIEBREAKS.items()
            if name not in taken or self.is_bound
        }
        yield "", _("choose")
        yield from ((name, known.pop(name)) for name in USUAL_TIEBREAKS if name in known)
        if known:
            yield _("More"), list(known.items())

    def _names(self) -> list[str]:
        return [name for field in TIEBREAK_FIELDS if (name := self[field].value())]

    def tiebreak_rows(self) -> list[TiebreakRow]:
        """Return the chosen tie-breaks in their order, as the page lists them."""
        return tiebreak_rows(self._names(), self.focus)

    def tiebreak_errors(self) -> list[str]:
        return [str(text) for field in TIEBREAK_FIELDS for text in self.errors.get(field, [])]

    def add_is_next(self) -> bool:
        """Return whether the keyboard focus goes to the field that adds a tie-break."""
        return self.focus == ADD

    def is_frozen(self) -> bool:
        return self.fields["method"].disabled

    def panels(self) -> list[Panel]:
        """Return the methods that have something to choose, with their fields."""
        return [self._panel(names, fields) for names, fields in self.fields_of.items()]

    def _panel(self, methods: tuple[str, ...], fields: tuple[str, ...]) -> Panel:
        more = [self[name] for name in fields if name in matches.SELDOM]
        return Panel(
            methods=" ".join(methods),
            label=_heading(methods),
            fields=[self[name] for name in fields if name not in matches.SELDOM],
            more=more,
            is_open=any(map(_says_something, more)),
        )

    def ways(self) -> Ways:
        """Return the methods as the page offers them."""
        choices = list(self["method"])
        usual = [choice for choice in choices if choice.data["value"] in USUAL_METHODS]
        more = [choice for choice in choices if choice not in usual]
        return Ways(usual, more, is_open=any(one.data["selected"] for one in more))

    def cap_fields(self) -> list[BoundField]:
        return [self[name] for name in matches.CAPS]

    def is_bye_open(self) -> bool:
        """Return whether byes and caps are not as usual, so that they are not folded."""
        return any(map(_says_something, (self["bye"], self["bye_points"], *self.cap_fields())))

    @staticmethod
    def _initial(event: Event) -> dict[str, Any]:
        method = event.method
        bye = _bye_of(method)
        initial: dict[str, Any] = {
            "method": method.get("name", "total_points"),
            "bye": bye if isinstance(bye, str) else NUMBER,
            "bye_points": None if isinstance(bye, str) else bye,
        }
        initial |= matches.initial_match_scoring(method)
        initial |= initial_deal_scoring(event)
        return initial | dict(zip(TIEBREAK_FIELDS, event.tiebreaks, strict=False))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self._forget_other_methods(cleaned)
        matches.clean_lines(self, cleaned)
        if self.errors:
            return cleaned
        self._check_tiebreaks(cleaned)
        try:
            rank(
                {
                    "method": self._method(cleaned),
                    "tiebreaks": [],
                    "entries": [{"id": "a"}, {"id": "b"}],
                    "matches": [],
                }
            )
        except CannotRank as fault:
            text = games.render_sentence(fault.sentence)
            self.add_error(None, games.whole_sentence(text))
        return cleaned

    def _forget_other_methods(self, cleaned: dict[str, Any]) -> None:
        """Drop values and errors of fields that belong to a method that is not chosen."""
        for names, fields in self.fields_of.items():
            for field in fields if "method" in cleaned and cleaned["method"] not in names else ():
                self.errors.pop(field, None)
                cleaned[field] = "" if isinstance(self.fields[field], forms.CharField) else None

    def _check_tiebreaks(self, cleaned: dict[str, Any]) -> None:
        seen: set[str] = set()
        for field in TIEBREAK_FIELDS:
            name = cleaned.get(field)
            if not name:
                continue
            if name in seen:
                self.add_error(
                    field,
                    _("“%(name)s” is already chosen further up: choose it once.")
                    % {"name": games.render_sentence(TIEBREAKS[name].label)},
                )
            seen.add(name)

    @staticmethod
    def _chosen(cleaned: dict[str, Any]) -> list[str]:
        chosen = [name for field in TIEBREAK_FIELDS if (name := cleaned.get(field))]
        added = cleaned.get(ADD)
        return [*chosen, added] if added and added not in chosen else chosen

    def _method(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        if cleaned["method"] in DEAL_METHODS:
            return deal_method(cleaned["method"], cleaned, self.event.method)
        method = matches.match_method(cleaned, self.event)
        bye = cleaned.get("bye")
        if bye == NUMBER:
            method["bye"] = matches.number(cleaned.get("bye_points") or Decimal(0))
        elif bye:
            method["bye"] = bye
        return method

    def save(self, *, by: Act) -> Event:
        changes = {
            "method": self._method(self.cleaned_data),
            "tiebreaks": self._chosen(self.cleaned_data),
        }
        return change_event(event=self.event, changes=changes, by=by)


USUAL, NUMBER = "", "number"


def _says_something(field: BoundField) -> bool:
    return bool(field.errors) or field.value() not in (None, "")


def _bye_choices() -> Iterator[tuple[str, str]]:
    yield USUAL, _("the default for this scoring")
    for award in WITH_DRAW:
        yield award, games.render_sentence(AWARD_WORDS[award])
    yield NUMBER, _("a fixed number of points")


def _bye_of(method: dict[str, Any]) -> Any:
    """Return what the form shows for a bye: the default of the method, or what was chosen.

    Total points that say nothing, as an archive may have them, give 0.
    """
    name = method.get("name", "")
    usual = add_usual_awards({key: method[key] for key in method if key not in ("bye", "forfeit")})
    worth = method.get("bye", BYES.get(name, 0))
    return USUAL if worth == usual.get("bye", BYES.get(name)) else worth


def _heading(methods: tuple[str, ...]) -> str:
    """Return the method's name; what several methods have in common are the IMPs."""
    return str(METHOD_LABELS[methods[0]]) if len(methods) == 1 else _("IMPs")

"""Forms of the stages: one to add, one to change, and those who go through with their ties."""

from typing import Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundField, BoundWidget
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import services as games
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.faces.desk.inputs import QuickSelect, number_field, rounds_planned_field
from league.foundation.lists import listed
from league.play.events.models import Entry, EntryKind, Event, Qualifying, Stage, Takes
from league.play.events.names import name_of, stage_name
from league.play.rounds.drawing import FORMATS
from league.play.rounds.drawing.format import SIDES
from league.play.rounds.drawing.qualifying import LOT, PLAY_OFF, Decision
from league.play.rounds.drawing.stage_options import (
    BYE_AWARD,
    BYE_OPTIONS,
    BYE_POINTS,
    FIXED,
    ORDER_OPTION,
    WITHDRAWALS,
    WITHDRAWALS_OPTION,
    FormatOption,
    Value,
)
from league.play.rounds.rooms import who_plays
from league.play.rounds.setup_checks import fitting_formats
from league.tables.standings.qualifying import TieShown

# --- Format form ---
# The part of a form that chooses a format with its options, as the formats describe themselves.

EVERYWHERE = (ORDER_OPTION, *BYE_OPTIONS)
SEGMENTS = 4  # up to so many choices stand side by side as buttons


class FormatRow(NamedTuple):
    """A format on the page: its button, what it is, and the fields that only it has.

    `is_open`: one of them is not as usual, so that they are not folded.
    """

    name: str
    label: str
    help: str
    button: BoundWidget
    fields: list[BoundField]
    is_open: bool


class FormatForm(forms.Form):
    """Chooses among the formats that suit the event, each with the options that it has.

    A form that is one calls `add_formats` when it has its other fields.
    """

    format = forms.ChoiceField(label=gettext_lazy("Format"), widget=forms.RadioSelect)

    event: Event
    formats: list[str]

    def add_formats(self) -> None:
        self.fields["format"].choices = [  # type: ignore[attr-defined]
            (name, games.render_sentence(FORMATS[name].label)) for name in self.formats
        ]

    def option_fields(self) -> dict[str, forms.Field]:
        """Return the fields of the options: of each format, and of every stage."""
        fields = {
            field_name(name, option): field_of(option)
            for name in self.formats
            for option in self.own_options(name)
        }
        return fields | {option.name: field_of(option) for option in EVERYWHERE}

    def option_values(self, stage: Stage | None) -> dict[str, Any]:
        """Return what the fields show at first: what the stage has chosen, else the defaults."""
        options = stage.options if stage else {}
        values: dict[str, Any] = {o.name: options.get(o.name, o.default) for o in EVERYWHERE}
        for name in self.formats:
            chosen = options if stage and name == stage.format else {}
            for option in self.own_options(name):
                values[field_name(name, option)] = chosen.get(option.name, option.default)
        return values

    def format_rows(self) -> list[FormatRow]:
        """Return the formats in their order with everything the page shows of them."""
        buttons = {button.data["value"]: button for button in self["format"]}
        return [
            FormatRow(
                name=name,
                label=games.render_sentence(FORMATS[name].label),
                help=games.render_sentence(FORMATS[name].help),
                button=buttons[name],
                fields=[self[field_name(name, option)] for option in self.own_options(name)],
                is_open=any(self._is_unusual(name, option) for option in self.own_options(name)),
            )
            for name in self.formats
        ]

    def usual_formats(self) -> list[FormatRow]:
        return [row for row in self.format_rows() if FORMATS[row.name].is_usual]

    def further_formats(self) -> list[FormatRow]:
        return [row for row in self.format_rows() if not FORMATS[row.name].is_usual]

    def is_further_chosen(self) -> bool:
        chosen = FORMATS.get(self["format"].value())
        return chosen is None or not chosen.is_usual

    def are_byes_open(self) -> bool:
        return any(
            self[option.name].errors or self[option.name].value() not in (None, "", option.default)
            for option in BYE_OPTIONS
        )

    def _is_unusual(self, name: str, option: FormatOption) -> bool:
        field = self[field_name(name, option)]
        usual = "" if option.default is None else str(option.default)
        return bool(field.errors) or str(field.value() or "") not in ("", usual, "False")

    def order_formats(self) -> str:
        """Return the formats for which the order of the draw means something."""
        return " ".join(name for name in self.formats if FORMATS[name].has_order)

    def order_field(self) -> BoundField:
        return self[ORDER_OPTION.name]

    def own_options(self, name: str) -> list[FormatOption]:
        """Return what only this format has, without what means nothing to these entries."""
        meet = who_plays(name, self.event) == SIDES
        in_teams = self.event.entry_kind == EntryKind.TEAM
        return [
            option
            for option in FORMATS[name].options
            if not (meet and option.for_singles) and (in_teams or not option.for_teams)
        ]

    def check_options(self, cleaned: dict[str, Any]) -> None:
        """Drop the values of formats that are not chosen; the points of a bye are required."""
        chosen = cleaned.get("format")
        for name in self.formats:
            for option in self.own_options(name) if name != chosen else ():
                self.errors.pop(field_name(name, option), None)
        if cleaned.get(BYE_AWARD) == FIXED and cleaned.get(BYE_POINTS) is None:
            self.add_error(BYE_POINTS, _("Enter how many points a bye is worth."))

    def stage_options(self) -> dict[str, Any]:
        """Return what differs from the defaults, as a stage keeps it."""
        name, cleaned = self.cleaned_data["format"], self.cleaned_data
        named = {field_name(name, option): option for option in self.own_options(name)}
        named |= {option.name: option for option in EVERYWHERE}
        if not FORMATS[name].has_order:
            del named[ORDER_OPTION.name]
        if cleaned.get(BYE_AWARD) != FIXED:
            del named[BYE_POINTS]
        values = {
            option.name: value_of(option, cleaned.get(field)) for field, option in named.items()
        }
        return {
            option.name: values[option.name]
            for option in named.values()
            if values[option.name] not in (None, option.default)
        }


def offered_formats(event: Event, stage: Stage | None = None) -> list[str]:
    """Return the formats that suit the event, and the one that its stage has now."""
    fitting = fitting_formats(event)
    return [name for name in FORMATS if name in fitting or (stage and name == stage.format)]


def field_name(name: str, option: FormatOption) -> str:
    return f"{name}-{option.name}"


def field_of(option: FormatOption) -> forms.Field:
    """Return the field for an option; left empty it means the default."""
    about: dict[str, Any] = {
        "label": games.render_sentence(option.label),
        "help_text": games.render_sentence(option.help),
        "required": False,
    }
    if option.choices:
        choices = [(str(c.value), games.render_sentence(c.label)) for c in option.choices]
        if option.default is None:
            choices.insert(0, ("", _("left to the format")))
        few = len(choices) <= SEGMENTS
        return forms.ChoiceField(
            choices=choices,
            widget=forms.RadioSelect if few else forms.Select,
            **about,
        )
    if option.numbers is None:
        return forms.BooleanField(**about)
    low, high = option.numbers
    return number_field(least=low, most=high, **about)


def value_of(option: FormatOption, typed: Any) -> Value | None:
    """Return the option's value with its type; None and an empty choice are the default."""
    if typed is None or typed == "":
        return option.default
    if option.choices:
        return next(choice.value for choice in option.choices if str(choice.value) == typed)
    return bool(typed) if option.numbers is None else int(typed)


PERCENT = "percent"
CARRIES = {"0": 0, "50": 50, "100": 100}
CUTS = (Takes.TOP, Takes.OF_GROUPS)


class QualifyingForm(ConflictCheckedForm):
    """What a stage is called, who goes through to it, and what they carry over."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("As players know it: finals, plate, second day."),
        max_length=80,
        required=False,
    )
    source = forms.TypedChoiceField(label=gettext_lazy("Filled from"), coerce=int)
    takes = forms.ChoiceField(
        label=gettext_lazy("Who goes through"), choices=Takes.choices, widget=forms.RadioSelect
    )
    places = number_field(
        least=1,
        most=10_000,
        label=gettext_lazy("How many"),
        help_text=gettext_lazy(
            "Of all, or of each group. Tie-breaks decide; if entries are level even then for "
            "the last place, they play a deal for it, or a lot is drawn."
        ),
        required=False,
    )
    carries = forms.ChoiceField(
        label=gettext_lazy("Points carried over"),
        help_text=gettext_lazy("Nothing in a knock-out, where points decide no place."),
        choices=[
            ("0", gettext_lazy("none")),
            ("50", gettext_lazy("half")),
            ("100", gettext_lazy("all")),
            (PERCENT, gettext_lazy("a percentage")),
        ],
        widget=forms.RadioSelect,
        initial="0",
    )
    percent = number_field(
        least=0, most=100, label=gettext_lazy("Percent of the points"), required=False
    )
    rounds_planned = rounds_planned_field()

    def offer_sources(self, stages: list[Stage]) -> None:
        self.fields["source"].choices = [  # type: ignore[attr-defined]
            (stage.pk, stage_name(stage)) for stage in stages
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("takes") in CUTS:
            if not cleaned.get("places") and "places" not in self.errors:
                self.add_error("places", _("Enter how many go through, at least 1."))
        else:
            self.errors.pop("places", None)
            cleaned["places"] = None
        if cleaned.get("carries") != PERCENT:
            self.errors.pop("percent", None)
        elif cleaned.get("percent") is None and "percent" not in self.errors:
            self.add_error("percent", _("Enter what percentage of the points is carried over."))
        return cleaned

    def qualifying(self) -> dict[str, Any]:
        """Return who goes through and what is carried over, as the service takes it."""
        cleaned = self.cleaned_data
        percent = CARRIES.get(cleaned["carries"], cleaned.get("percent") or 0)
        return {
            "takes": cleaned["takes"],
            "places": cleaned.get("places"),
            "carried_percent": percent,
        }


class NewStageForm(FormatForm, QualifyingForm):
    """A stage to be added: its format as well, with what can be chosen of it."""

    def __init__(self, *args: Any, event: Event, stages: list[Stage], **kwargs: Any) -> None:
        self.event = event
        self.formats = offered_formats(event)
        initial = {"takes": Takes.TOP, "source": stages[-1].pk if stages else None}
        kwargs.setdefault("initial", initial | self.option_values(None))
        super().__init__(*args, **kwargs)
        self.fields.update(self.option_fields())
        self.add_formats()
        self.offer_sources(stages)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        self.check_options(cleaned)
        return cleaned


class ChangeStageForm(QualifyingForm):
    """A stage as it is; once it has begun only its name, its rounds, and how withdrawals count."""

    def __init__(
        self, *args: Any, qualifying: Qualifying, stages: list[Stage], begun: bool, **kwargs: Any
    ) -> None:
        stage, percent = qualifying.stage, qualifying.carried_percent
        initial = {
            "name": stage.name,
            "rounds_planned": stage.rounds_planned,
            "source": qualifying.source_id,
            "takes": qualifying.takes,
            "places": qualifying.places,
            "carries": str(percent) if str(percent) in CARRIES else PERCENT,
            "percent": percent,
        }
        kwargs.setdefault("initial", initial)
        super().__init__(*args, **kwargs)
        self.offer_sources(stages)
        self.stage = stage
        if WITHDRAWALS_OPTION in FORMATS[stage.format].options:
            field = self.fields[WITHDRAWALS] = field_of(WITHDRAWALS_OPTION)
            field.initial = stage.options.get(WITHDRAWALS, WITHDRAWALS_OPTION.default)
        if begun:
            for name in ("source", "takes", "places", "carries", "percent"):
                self.fields[name].disabled = True

    def options(self) -> dict[str, Any]:
        """Return the options of the stage with what was chosen for withdrawals."""
        chosen = self.cleaned_data.get(WITHDRAWALS) or WITHDRAWALS_OPTION.default
        kept = {name: value for name, value in self.stage.options.items() if name != WITHDRAWALS}
        return kept if chosen == WITHDRAWALS_OPTION.default else kept | {WITHDRAWALS: chosen}


class FillForm(forms.Form):
    """Fills a stage as it was looked at (`digest`), with a decision for each tie."""

    digest = forms.CharField(widget=forms.HiddenInput)
    anyway = forms.BooleanField(
        label=gettext_lazy("Go on with the results as they are now"), required=False
    )

    def __init__(self, *args: Any, ties: list[TieShown], waits: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ties = ties
        if not waits:
            del self.fields["anyway"]
        for number, tie in enumerate(ties):
            self.fields[f"by_{number}"] = forms.ChoiceField(
                label=tie.sentence,
                help_text=listed(name_of(entry) for entry in tie.level),
                choices=[(PLAY_OFF, _("a play-off deal was played")), (LOT, _("draw lots"))],
                widget=forms.RadioSelect,
                initial=tie.tie.by,
            )
            self.fields[f"winners_{number}"] = forms.TypedMultipleChoiceField(
                label=_("Who won the play-off"),
                choices=[(entry.pk, name_of(entry)) for entry in tie.level],
                coerce=int,
                widget=forms.CheckboxSelectMultiple,
                required=False,
                initial=[entry.pk for entry in tie.through] if tie.tie.by == PLAY_OFF else [],
            )

    def tie_fields(self) -> list[tuple[BoundField, BoundField]]:
        """Return for each tie how it is decided and, for a play-off, who won."""
        return [(self[f"by_{n}"], self[f"winners_{n}"]) for n in range(len(self.ties))]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for number, tie in enumerate(self.ties):
            winners = cleaned.get(f"winners_{number}") or []
            if cleaned.get(f"by_{number}") == PLAY_OFF and len(winners) != tie.tie.places:
                self.add_error(
                    f"winners_{number}",
                    _("Tick the %(places)d who go through; %(count)d are ticked.")
                    % {"places": tie.tie.places, "count": len(winners)},
                )
        return cleaned

    def decisions(self) -> dict[str, Decision]:
        """Return how each tie is decided, by its group."""
        decided = {}
        for number, tie in enumerate(self.ties):
            winners = map(str, self.cleaned_data.get(f"winners_{number}") or [])
            by = self.cleaned_data[f"by_{number}"]
            decided[tie.tie.group] = Decision(by, tuple(winners) if by == PLAY_OFF else ())
        return decided


class GroupsForm(ConflictCheckedForm):
    """The group of each entry of a stage."""

    def __init__(
        self, *args: Any, entries: list[Entry], names: list[str], now: dict[int, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries
        choices = [(name, _("Group %(name)s") % {"name": name}) for name in names]
        for entry in entries:
            self.fields[f"group_{entry.pk}"] = forms.ChoiceField(
                label=name_of(entry),
                choices=choices,
                widget=QuickSelect,
                initial=now.get(entry.pk),
            )

    def groups(self) -> dict[int, str]:
        return {entry.pk: self.cleaned_data[f"group_{entry.pk}"] for entry in self.entries}

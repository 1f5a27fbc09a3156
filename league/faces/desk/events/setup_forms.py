"""The forms for the first steps of an event's set-up: the game, its rules, and who competes."""

from copy import copy
from functools import partial
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import services as games
from league.clubs.models import Club, HouseRules
from league.clubs.selectors import house_rules_of
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.faces.desk.house_rules.forms import OptionsForm, preset_choices
from league.faces.desk.inputs import day_field, moment_field, number_field, rounds_planned_field
from league.faces.desk.stages.forms import EVERYWHERE, FormatForm, field_name, offered_formats
from league.foundation.journal.actor import Act
from league.play.events.models import (
    MOST_SEATS,
    SELF_ENTRY,
    EntryKind,
    EntryMode,
    Event,
    EventState,
    FinalScores,
    Season,
    Stage,
    TablePlay,
    Visibility,
)
from league.play.events.rulesets import copied_from, table_sizes
from league.play.events.selectors import seasons_of
from league.play.events.services import change_event, change_event_and_stage
from league.play.events.setup_problems import check_ruleset
from league.play.rounds.drawing.stage_options import WITHDRAWALS, WITHDRAWALS_OPTION
from league.play.rounds.selectors import has_begun
from league.tables.seasons import services as seasons
from league.tables.seasons.models import Division
from league.tables.seasons.selectors import division_of_event, divisions_of_club

KIND_CHOICES = [
    (EntryKind.INDIVIDUAL, gettext_lazy("single players")),
    (EntryKind.PAIR, gettext_lazy("pairs")),
    (EntryKind.TEAM, gettext_lazy("teams")),
]
ORDER_OF_STATES = list(EventState)
HOUSE = "house:"  # a choice of rules is "house:<id of house rules>" or "<variant>:<preset>"


class StepForm(ConflictCheckedForm):
    """A step of an event's set-up: `frozen_after` names the fields that a state makes read-only."""

    frozen_after: dict[str, tuple[str, ...]] = {}

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.fields.update(self.further_fields())
        for state, names in self.frozen_after.items():
            if is_after(event, state):
                for name in names:
                    self.fields[name].disabled = True

    def further_fields(self) -> dict[str, forms.Field]:
        """Return the fields that are made when the form is, because they depend on the event."""
        return {}


def is_after(event: Event, state: str) -> bool:
    """Return whether the event has gone beyond a state."""
    return ORDER_OF_STATES.index(EventState(event.state)) > ORDER_OF_STATES.index(EventState(state))


def _to_choose(club: Club, event: Event | None) -> list[HouseRules]:
    """Return the house rules in use, and those the event has even if they are archived."""
    house_rules = list(house_rules_of(club))
    if event is not None and event.house_rules is not None and event.house_rules not in house_rules:
        house_rules.append(event.house_rules)
    return house_rules


def _chosen(event: Event) -> str:
    if event.house_rules_id is not None:
        return f"{HOUSE}{event.house_rules_id}"
    return f"{event.variant}:{event.preset}"


# of the first step: what most evenings leave as it is
FOLDED = ("season", "division", "visibility", "about")


class GameForm(ConflictCheckedForm):
    """What is played, when, and who sees it. Also creates the event."""

    name = forms.CharField(label=gettext_lazy("Name of the event"), max_length=120)
    game = forms.ChoiceField(
        label=gettext_lazy("Game and rules"),
        help_text=gettext_lazy(
            "The club’s own house rules, or the rules to start from; you set the differences "
            "in the next step."
        ),
    )
    starts_on = day_field(label=gettext_lazy("First day"))
    begins_at = forms.TimeField(
        label=gettext_lazy("Begins at"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=gettext_lazy("Calendars and the club’s pages show it beside the day."),
    )
    season = forms.ModelChoiceField(
        label=gettext_lazy("Season"),
        queryset=Season.objects.none(),
        required=False,
        empty_label=gettext_lazy("no season"),
    )
    division = forms.ModelChoiceField(
        label=gettext_lazy("Division"),
        help_text=gettext_lazy(
            "Only this division plays the event. In the next season it gets those who are in the "
            "division after promotion and relegation."
        ),
        queryset=Division.objects.none(),
        required=False,
        empty_label=gettext_lazy("for the whole season"),
    )
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who sees it"), choices=Visibility.choices, widget=forms.RadioSelect
    )
    about = forms.CharField(
        label=gettext_lazy("Notes for players"),
        help_text=gettext_lazy(
            "Where, when, what it costs: shown on the event’s page. Plain text: an empty line "
            "begins a new paragraph, and addresses such as https://example.org become links."
        ),
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=4000,
        required=False,
    )

    def __init__(self, *args: Any, club: Club, event: Event | None = None, **kwargs: Any) -> None:
        kwargs.setdefault("initial", self._initial(event))
        super().__init__(*args, **kwargs)
        self.event = event
        self.fields["season"].queryset = seasons_of(club)  # type: ignore[attr-defined]
        self._offer_divisions(club)
        self.house_rules = {
            f"{HOUSE}{house_rules.pk}": house_rules for house_rules in _to_choose(club, event)
        }
        self.fields["game"].choices = self._games()  # type: ignore[attr-defined]
        if event is not None and event.state != EventState.DRAFT:
            self.fields["game"].disabled = True
        if event is not None and is_after(event, EventState.OPEN):
            for name in ("starts_on", "begins_at"):
                self.fields[name].disabled = True

    folded_label = gettext_lazy("Season, who sees it, notes for players")

    def main_fields(self) -> list[BoundField]:
        """Return what an evening needs."""
        return [field for field in self.visible_fields() if field.name not in FOLDED]

    def folded_fields(self) -> list[BoundField]:
        return [field for field in self.visible_fields() if field.name in FOLDED]

    def is_fold_open(self) -> bool:
        return any(field.errors for field in self.folded_fields())

    @staticmethod
    def _initial(event: Event | None) -> dict[str, Any]:
        if event is None:
            return {"visibility": Visibility.PUBLIC, "starts_on": timezone.localdate}
        names = ("name", "starts_on", "begins_at", "season", "visibility", "about")
        of_event = {"game": _chosen(event), "division": division_of_event(event)}
        return {name: getattr(event, name) for name in names} | of_event

    def _offer_divisions(self, club: Club) -> None:
        """Offer the divisions of all seasons, each with its season; none: there is no field."""
        divisions = divisions_of_club(club)
        if not divisions.exists():
            del self.fields["division"]
            return
        field: Any = self.fields["division"]
        field.queryset = divisions
        field.label_from_instance = lambda division: f"{division.season.name} · {division.name}"

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        division, season = data.get("division"), data.get("season")
        if division is not None and "season" in data and division.season != season:
            said = {"division": division.name, "season": division.season.name}
            sentence = _(
                "“%(division)s” is a division of %(season)s: choose that season for the event, or "
                "another division."
            )
            self.add_error("division", sentence % said)
        return data

    @property
    def division_number(self) -> int | None:
        """Return the number of the chosen division in its season; None: for all."""
        division = self.cleaned_data.get("division")
        return None if division is None else division.number

    def _games(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return the club's house rules, and every preset of every game, grouped."""
        if not self.house_rules:
            return preset_choices()
        labels = {info.id: games.render_sentence(info.label) for info in games.variants()}
        choices = [
            (value, f"{labels.get(house_rules.variant, house_rules.variant)} · {house_rules.name}")
            for value, house_rules in self.house_rules.items()
        ]
        return [(_("House rules of the club"), choices), *preset_choices()]

    def columns(self) -> dict[str, Any]:
        """Return what was typed as columns of an event."""
        data = dict(self.cleaned_data)
        game = data.pop("game")
        data.pop("division", None)
        if game in self.house_rules:
            return data | copied_from(self.house_rules[game])
        variant, _colon, preset = game.partition(":")
        # options are differences from a preset, so those from the preset before are dropped
        return data | {"variant": variant, "preset": preset, "options": {}, "house_rules": None}

    def save(self, *, by: Act) -> Event:
        assert self.event is not None  # noqa: S101 - creating goes through create_event
        changes = self.columns()
        if self.cleaned_data["game"] == _chosen(self.event):
            # the choice is unchanged, so the rules as the event has adapted them stay
            for name in ("variant", "preset", "options", "house_rules"):
                del changes[name]
        return seasons.change_event(
            event=self.event,
            changes=changes,
            division=self.division_number,
            is_checked=False,
            by=by,
        )


class PeopleForm(StepForm):
    """Who competes, at tables of how many, and how they enter."""

    frozen_after = {
        EventState.DRAFT: ("entry_kind", "least_seats", "most_seats"),
        EventState.OPEN: ("entry_mode", "entries_close_at", "most_entries"),
    }

    entry_kind = forms.ChoiceField(
        label=gettext_lazy("Who competes"),
        choices=KIND_CHOICES,
        widget=forms.RadioSelect,
    )
    least_seats = number_field(
        least=2, most=MOST_SEATS, label=gettext_lazy("Fewest players at a table")
    )
    most_seats = number_field(
        least=2,
        most=MOST_SEATS,
        label=gettext_lazy("Most players at a table"),
        help_text=gettext_lazy(
            "Enter the same number twice if every table has the same number of players."
        ),
    )
    entry_mode = forms.ChoiceField(
        label=gettext_lazy("Entry"), choices=EntryMode.choices, widget=forms.RadioSelect
    )
    entries_close_at = moment_field(
        label=gettext_lazy("Sign-up closes"),
        help_text=gettext_lazy("Needed when players sign up themselves."),
        required=False,
    )
    most_entries = number_field(
        least=2,
        most=10_000,
        label=gettext_lazy("Places"),
        help_text=gettext_lazy("Leave it empty for no limit; whoever comes later waits."),
        required=False,
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        names = self.base_fields
        kwargs.setdefault("initial", {name: getattr(event, name) for name in names})
        super().__init__(*args, event=event, **kwargs)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        least, most = cleaned.get("least_seats"), cleaned.get("most_seats")
        if least and most and least > most:
            self.add_error(
                "most_seats",
                _(
                    "The maximum number of players (%(most)d) cannot be lower than the minimum "
                    "(%(least)d)."
                )
                % {"most": most, "least": least},
            )
        if cleaned.get("entry_mode") in SELF_ENTRY and not cleaned.get("entries_close_at"):
            self.add_error(
                "entries_close_at",
                _("Players sign up themselves until a date: say when sign-up closes."),
            )
        if not self.errors and self.event.state == EventState.DRAFT:
            self._check_tables(cleaned)
        return cleaned

    def _check_tables(self, cleaned: dict[str, Any]) -> None:
        """Refuse tables that the game does not have, or at which these entries cannot sit."""
        wanted = copy(self.event)
        for name in self.frozen_after[EventState.DRAFT]:
            setattr(wanted, name, cleaned[name])
        for problem in check_ruleset(wanted):
            if problem.step == "people":
                field = "most_seats" if problem.code == "ruleset" else "entry_kind"
                self.add_error(field, str(problem.sentence))
                return

    def save(self, *, by: Act) -> Event:
        return change_event(event=self.event, changes=self.cleaned_data, by=by)


class RulesForm(OptionsForm, ConflictCheckedForm):
    """The options of the event's game, as they differ from its preset.

    They are checked at each size of table, so that a contradiction at any one is found.
    """

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        rules = partial(games.ruleset, event.variant, event.preset)
        super().__init__(
            *args,
            variant=event.variant,
            preset=event.preset,
            own=event.options,
            checks=[partial(rules, players=players) for players in table_sizes(event)],
            **kwargs,
        )
        self.event = event

    def save(self, *, by: Act) -> Event:
        return change_event(event=self.event, changes={"options": self.own}, by=by)


# --- Rounds form ---
# The step of an event's set-up for the draw, the number of rounds, and the length of a round.

# the fields of the event that say how long a table plays in a round
PLAY = ("table_play", "deals_a_round", "minutes_a_round")
# and whether its deals are entered; that may change while the event runs
ENTERED = "final_scores"


class RoundsForm(FormatForm, StepForm):
    """The format of the draw, how many rounds, and what a table plays in a round.

    The formats that suit the event are offered, each with the options that it describes itself.
    """

    rounds_planned = rounds_planned_field()
    table_play = forms.ChoiceField(
        label=gettext_lazy("Length of a round"),
        choices=TablePlay.choices,
        widget=forms.RadioSelect,
    )
    deals_a_round = number_field(
        least=1, most=100, label=gettext_lazy("Deals per round"), required=False
    )
    minutes_a_round = number_field(
        least=5, most=600, label=gettext_lazy("Minutes per round"), required=False
    )

    final_scores = forms.ChoiceField(
        label=gettext_lazy("Final scores only"),
        help_text=gettext_lazy(
            "Tables may then enter their final score instead of each deal, and a table that "
            "wrote its deals down may still enter those. Final scores count in the standings, "
            "with tie-breaks by points. Nothing is known of their deals, so they are missing from "
            "ratings and statistics, and tie-breaks by bids or sets count them as none. They do "
            "not go with a scoring that counts deal by deal, as in duplicate."
        ),
        choices=FinalScores.choices,
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        self.stage: Stage = event.stages.order_by("number")[:1].get()
        self.event = event
        self.formats = offered_formats(event, self.stage)
        own_options = [
            field_name(name, option) for name in self.formats for option in self.own_options(name)
        ]
        withdrawals = field_name(self.stage.format, WITHDRAWALS_OPTION)
        # how results count may change while the event is played
        counts = tuple({withdrawals}.intersection(own_options))
        self.frozen_after = {
            EventState.OPEN: PLAY,
            EventState.RUNNING: ("rounds_planned", ENTERED, *counts),
        }
        self.how_drawn = ("format", *(option.name for option in EVERYWHERE), *own_options)
        kwargs.setdefault("initial", self._initial(event))
        super().__init__(*args, event=event, **kwargs)
        self.add_formats()
        # rounds that are drawn and not begun: a change of the draw discards them
        self.is_begun = has_begun(self.stage)
        self.draw_to_lose = not self.is_begun and self.stage.rounds.exists()
        if self.is_begun:
            for name in {*self.how_drawn}.difference(counts):
                self.fields[name].disabled = True

    def further_fields(self) -> dict[str, forms.Field]:
        return self.option_fields()

    def _initial(self, event: Event) -> dict[str, Any]:
        return {
            "format": self.stage.format,
            "rounds_planned": self.stage.rounds_planned,
            **{name: getattr(event, name) for name in (*PLAY, ENTERED)},
            **self.option_values(self.stage),
        }

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.check_options(cleaned)
        cleaned[ENTERED] = cleaned.get(ENTERED) or self.event.final_scores
        play = cleaned.get("table_play")
        if play == TablePlay.DEALS:
            self._ask_for("deals_a_round", _("Enter how many deals a table plays in a round."))
        if play == TablePlay.TIMED:
            self._ask_for("minutes_a_round", _("Enter how many minutes a round has."))
        return cleaned

    def _ask_for(self, name: str, sentence: str) -> None:
        """Add an error for a missing number; one that was refused already has its own."""
        if not self.cleaned_data.get(name) and name not in self.errors:
            self.add_error(name, sentence)

    def _options(self) -> dict[str, Any]:
        """Return the options chosen; of a stage that has begun only what its results count by."""
        chosen = self.stage_options()
        if not self.is_begun:
            return chosen
        kept = {name: value for name, value in self.stage.options.items() if name != WITHDRAWALS}
        return kept | {name: value for name, value in chosen.items() if name == WITHDRAWALS}

    def save(self, *, by: Act) -> Event:
        changes: dict[str, Any] = {"rounds_planned": self.cleaned_data["rounds_planned"]}
        if not {*self.how_drawn}.isdisjoint(self.changed_data):
            changes |= {"format": self.cleaned_data["format"], "options": self._options()}
        return change_event_and_stage(
            event=self.event,
            changes={name: self.cleaned_data[name] for name in (*PLAY, ENTERED)},
            stage=self.stage,
            stage_changes=changes,
            by=by,
        )

"""The guided set-up of an event: one step a page, each a plain form that keeps what was typed."""

import secrets
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games import services as games
from games.services import RulesetRefused
from league.clubs.models import Club
from league.faces.desk.access import act_of, club_page, event_page
from league.faces.desk.conflict_checked import FIELD as SEEN
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.faces.desk.event_tabs import event_tabs
from league.faces.desk.events.scoring_form import ARRANGE, METHOD_LABELS, ScoringForm
from league.faces.desk.events.setup_forms import (
    KIND_CHOICES,
    GameForm,
    PeopleForm,
    RoundsForm,
    RulesForm,
)
from league.faces.desk.inputs import day_field
from league.faces.desk.stages.views import rounds_drawn, saved_in_words
from league.faces.desk.undo import flash_change, flash_saved, undo_asked
from league.foundation.lists import listed
from league.foundation.refusal import Refused, add_refusal, flash_errors, form_errors
from league.play.events import services as events
from league.play.events.journaling import as_stored, hold_event
from league.play.events.models import EntryKind, Event, EventState, Season, TablePlay
from league.play.events.names import day_of
from league.play.events.rulesets import (
    RulesetNotPossible,
    copied_from,
    house_rules,
    is_as_house_rules,
    rule_in_words,
    rule_of,
)
from league.play.events.selectors import seasons_of
from league.play.events.setup_problems import Problem, final_scores_in_words, setup_problems
from league.play.rounds.drawing import format_named
from league.tables.seasons import services as seasons
from league.tables.standings.facts import BYE_WORTH_LABEL, bye_worth
from league.tables.standings.methods import TIEBREAKS

# --- The set-up of an event in words: the game, who competes, what is played and what counts ---


def preset_of(event: Event) -> dict[str, str] | None:
    """Return the names of the event's game and preset, and where the preset comes from."""
    for variant in games.variants():
        for preset in variant.presets:
            if (variant.id, preset.id) == (event.variant, event.preset):
                return {
                    "game": games.render_sentence(variant.label),
                    "label": games.render_sentence(preset.label),
                    "source": games.render_sentence(preset.source),
                }
    return None


def setup_facts(event: Event) -> list[tuple[str, str]]:
    """Return the set-up in words: a label and a value a line."""
    stage = event.stages.order_by("number").first()
    seats = (
        str(event.most_seats)
        if event.least_seats == event.most_seats
        else f"{event.least_seats}–{event.most_seats}"
    )
    tiebreaks = [
        games.render_sentence(TIEBREAKS[n].label) for n in event.tiebreaks if n in TIEBREAKS
    ]
    return [
        (_("Who competes"), str(dict(KIND_CHOICES)[EntryKind(event.entry_kind)])),
        (_("Players at a table"), seats),
        (_("Entry"), event.get_entry_mode_display()),
        (_("Places"), str(event.most_entries or _("no limit"))),
        (_("Format"), games.render_sentence(format_named(stage.format).label) if stage else "–"),
        (_("Rounds"), _rounds_in_words(stage.rounds_planned if stage else None)),
        (_("Length of a round"), play_in_words(event)),
        *final_scores_in_words(event),
        (_("What counts"), str(METHOD_LABELS.get(event.method.get("name", ""), "–"))),
        *([(str(BYE_WORTH_LABEL), bye_worth(stage, event))] if stage else []),
        (_("Tie-breaks"), listed(tiebreaks) or _("they share the rank")),
        (_("Substitutes"), rule_in_words(rule_of(event))),
        (_("Who sees it"), event.get_visibility_display()),
    ]


def _rounds_in_words(planned: int | None) -> str:
    return str(planned) if planned else _("as many as the format needs")


def play_in_words(event: Event) -> str:
    """Return what a table plays in a round."""
    match event.table_play:
        case "deals":
            return _("%(count)d deals per round") % {"count": event.deals_a_round or 0}
        case "timed":
            return _("as many deals as fit into %(minutes)d minutes") % {
                "minutes": event.minutes_a_round or 0
            }
        case _game:
            return event.get_table_play_display()


LARGEST_COMFORTABLE_TABLE = 5


class Step(NamedTuple):
    name: str
    label: str | Promise
    form: Callable[..., ConflictCheckedForm] | None


STEPS = (
    Step("game", gettext_lazy("Game"), GameForm),
    Step("rules", gettext_lazy("House rules"), RulesForm),
    Step("people", gettext_lazy("Who competes"), PeopleForm),
    Step("scoring", gettext_lazy("Scoring"), ScoringForm),
    Step("rounds", gettext_lazy("Rounds"), RoundsForm),
    Step("summary", gettext_lazy("Summary"), None),
)
BY_NAME = {step.name: step for step in STEPS}


def steps_shown(event: Event | None, current: str) -> list[dict[str, Any]]:
    """Return the steps as the page shows them: those before are done, all can be opened."""
    place = [step.name for step in STEPS].index(current)
    return [
        {
            "label": step.label,
            "url": reverse("desk:event_setup", args=[event.club.slug, event.slug, step.name])
            if event
            else None,
            "state": "current" if n == place else "done" if n < place else "todo",
        }
        for n, step in enumerate(STEPS)
    ]


@require_http_methods(["GET", "POST"])
@club_page("events.add_event")
def event_new(request: HttpRequest, club: Club) -> HttpResponse:
    """The first step: it creates a draft with everything else at sensible beginnings."""
    form = GameForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        event = _create(request, club, form)
        if event is not None:
            return redirect("desk:event_setup", club.slug, event.slug, "rules")
    context = {"club": club, "form": form, "steps": steps_shown(None, "game")}
    return render(request, "desk/events/new.html", context)


def _create(request: HttpRequest, club: Club, form: GameForm) -> Event | None:
    columns = form.columns()
    try:
        beginnings = beginnings_for(columns["variant"], columns["preset"], columns["options"])
        return seasons.create_event(
            club=club,
            **columns,
            **beginnings,
            division=form.division_number,
            is_checked=False,
            by=act_of(request),
        )
    except RulesetRefused as refused:
        form.add_error("game", games.whole_sentence(games.render_sentence(refused.sentence)))
    except Refused as refused:
        add_refusal(form, refused)
    return None


@require_POST
@event_page("events.change_event")
def event_rules_renew(request: HttpRequest, event: Event) -> HttpResponse:
    """Copy the house rules once more, as they are now; the undo brings back those before."""
    if event.house_rules is not None:
        with flash_errors(request):
            by = act_of(request)
            events.change_event(event=event, changes=copied_from(event.house_rules), by=by)
            flash_change(
                request,
                _("The event now uses the current house rules."),
                events.rules_change(event, by=by),
                undo="desk:event_rules_undo",
                at=[event.club.slug, event.slug],
            )
    return redirect("desk:event_setup", event.club.slug, event.slug, "rules")


@require_POST
@event_page("events.change_event")
def event_rules_undo(request: HttpRequest, event: Event) -> HttpResponse:
    """Give the event the rules that it had before it took over the current house rules."""
    undo_asked(
        request, events.undo_rules, _("The event uses its earlier rules again."), event=event
    )
    return redirect("desk:event_setup", event.club.slug, event.slug, "rules")


@require_http_methods(["GET", "POST"])
@event_page("events.change_event")
def event_setup(request: HttpRequest, event: Event, step: str) -> HttpResponse:
    """One step of the set-up, or the summary at its end."""
    if step not in BY_NAME:
        raise Http404
    if step == "summary":
        return _summary(request, event)
    form = _form(step, event, request.POST if request.method == "POST" else None)
    if step == "scoring" and ARRANGE in request.POST:
        form = ScoringForm.arranged(request.POST, event=event)
        _watch(form, step, event)
    elif request.method == "POST" and form.is_valid() and _save(request, event, form):
        return redirect("desk:event_setup", event.club.slug, event.slug, _after(step))
    context = {
        "club": event.club,
        "event": event,
        "form": form,
        "step": BY_NAME[step],
        "steps": steps_shown(event, step),
        "tabs": event_tabs(event, "setup"),
        "is_frozen": all(field.disabled for name, field in form.fields.items() if name != SEEN),
        "is_draft": event.state == EventState.DRAFT,
        "house_rules": _house_rules(event) if step == "rules" else [],
        "preset": preset_of(event) if step == "rules" else None,
        "house_rules_changed": step == "rules" and not is_as_house_rules(event),
    }
    return render(request, "desk/events/setup.html", context)


def _form(step: str, event: Event, data: Any) -> ConflictCheckedForm:
    form = _form_of(step, event, data)
    _watch(form, step, event)
    return form


def _watch(form: ConflictCheckedForm, step: str, event: Event) -> None:
    form.watch(
        *_subjects(step, event),
        lock=partial(hold_event, event.pk),
        reload_form=lambda: _form_of(step, as_stored(event), None),
    )


def _subjects(step: str, event: Event) -> list[tuple[str, int]]:
    """Return what the journal calls the rows that a step changes."""
    if step != "rounds":
        return [("event", event.pk)]
    return [("event", event.pk), ("stage", event.stages.order_by("number")[:1].get().pk)]


def _form_of(step: str, event: Event, data: Any) -> ConflictCheckedForm:
    if step == "game":
        return GameForm(data, club=event.club, event=event)
    if step == "rules":
        form = RulesForm(data, event=event)
        if event.state != EventState.DRAFT:
            for field in form.fields.values():
                field.disabled = True
        return form
    make = BY_NAME[step].form
    assert make is not None  # noqa: S101 - only the summary has none
    return make(data, event=event)


def _save(request: HttpRequest, event: Event, form: Any) -> bool:
    before = rounds_drawn(event)
    try:
        form.run_if_unchanged(partial(form.save, by=act_of(request)))
    except Refused as refused:
        add_refusal(form, refused)
        return False
    flash_saved(request, saved_in_words(event, before), form)
    return True


def _after(step: str) -> str:
    names = [step.name for step in STEPS]
    return names[names.index(step) + 1]


def _house_rules(event: Event) -> list[Any]:
    try:
        return list(house_rules(event))
    except RulesetNotPossible:
        return []


def _summary(request: HttpRequest, event: Event) -> HttpResponse:
    problems = setup_problems(event) if event.state == EventState.DRAFT else []
    context = {
        "club": event.club,
        "event": event,
        "day": day_of(event),
        "stage": event.stages.order_by("number").first(),
        "steps": steps_shown(event, "summary"),
        "tabs": event_tabs(event, "setup"),
        "preset": preset_of(event),
        "house_rules": _house_rules(event),
        "facts": setup_facts(event),
        "problems": [_with_link(event, problem) for problem in problems],
        "is_draft": event.state == EventState.DRAFT,
    }
    return render(request, "desk/events/summary.html", context)


def _with_link(event: Event, problem: Problem) -> dict[str, Any]:
    at = [event.club.slug, event.slug]
    if problem.step in BY_NAME:
        url, label = (
            reverse("desk:event_setup", args=[*at, problem.step]),
            BY_NAME[problem.step].label,
        )
    else:
        url, label = reverse("desk:entries", args=at), gettext_lazy("Entries")
    return {"sentence": problem.sentence, "url": url, "label": label}


def beginnings_for(variant: str, preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments of `create_event` with which the event could be opened at once.

    Raises RulesetRefused for house rules by which nobody can play any more.
    """
    rulesets = games.rulesets_by_players(variant, preset, options)
    seats = list(rulesets)
    players = games.ruleset(variant, preset, options, None).players
    sides = rulesets[players].sides
    play = {"table_play": TablePlay.DEALS, "deals_a_round": 8}
    if sides < players:
        return play | {
            "entry_kind": EntryKind.PAIR if players // sides == 2 else EntryKind.TEAM,
            "least_seats": players,
            "most_seats": players,
            "format": "round_robin",
            "method": {"name": "match_points", "win": 2, "draw": 1, "loss": 0},
            "tiebreaks": ["head_to_head", "point_difference"],
        }
    if players == 2:
        return play | {
            "entry_kind": EntryKind.INDIVIDUAL,
            "least_seats": 2,
            "most_seats": 2,
            "format": "round_robin",
            "method": {"name": "match_points", "win": 2, "draw": 1, "loss": 0},
            "tiebreaks": ["head_to_head", "point_difference"],
        }
    suitable = [n for n in seats if 3 <= n <= LARGEST_COMFORTABLE_TABLE]
    return play | {
        "entry_kind": EntryKind.INDIVIDUAL,
        "least_seats": min(suitable),
        "most_seats": max(suitable),
        "format": "individual_tables",
        "rounds_planned": 4,
        "method": {"name": "total_points"},
        "tiebreaks": ["wins"],
    }


# --- Next event ---
# The next event from one there was: its name and day, and whether the same people are entered.

LOTS = 2**31
USUALLY_LATER = timedelta(days=7)


class CopyForm(forms.Form):
    """What of the new event differs from the old one."""

    name = forms.CharField(label=gettext_lazy("Name of the event"), max_length=120)
    starts_on = day_field(label=gettext_lazy("First day"))
    season = forms.ModelChoiceField(
        label=gettext_lazy("Season"),
        queryset=Season.objects.none(),
        required=False,
        empty_label=gettext_lazy("no season"),
    )
    with_entries = forms.BooleanField(
        label=gettext_lazy("Enter the same people again"),
        help_text=gettext_lazy("Those who withdrew stay out; seeds are not copied."),
        required=False,
        initial=True,
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        kwargs["initial"] = {
            "name": event.name,
            "starts_on": event.starts_on + USUALLY_LATER,
            "season": event.season_id,
        }
        super().__init__(*args, **kwargs)
        self.fields["season"].queryset = seasons_of(event.club)  # type: ignore[attr-defined]


@require_http_methods(["GET", "POST"])
@event_page("events.change_event")
def event_copy(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask for name and day of the next event, and make it as a draft."""
    form = CopyForm(request.POST if request.method == "POST" else None, event=event)
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            copied = seasons.copy_event(
                event=event,
                **form.cleaned_data,
                draw_lot=partial(secrets.randbelow, LOTS),
                by=act_of(request),
            )
            _say(request, copied)
            return redirect("desk:event", event.club.slug, copied.event.slug)
    context = {"club": event.club, "event": event, "form": form, "entries": event.entries.count()}
    return render(request, "desk/events/copy.html", context)


def _say(request: HttpRequest, copied: events.Copied) -> None:
    entries = copied.event.entries.count()
    messages.success(
        request,
        ngettext(
            "%(event)s is made, with %(count)d entry. Nobody sees it before you open it.",
            "%(event)s is made, with %(count)d entries. Nobody sees it before you open it.",
            entries,
        )
        % {"event": copied.event.name, "count": entries},
    )
    if copied.withdrawn:
        sentence = _("Not entered again, because they withdrew last time: %(names)s.")
        messages.warning(request, sentence % {"names": listed(copied.withdrawn)})
    if copied.left_out:
        messages.warning(
            request,
            _(
                "Not entered again, because they no longer play here or are entered "
                "already: %(names)s."
            )
            % {"names": listed(copied.left_out)},
        )

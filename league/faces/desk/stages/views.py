"""The stages of an event at the desk: added, filled from one another, grouped, changed, removed."""

import secrets
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.faces.desk.access import act_of, event_page, stage_of
from league.faces.desk.event_tabs import event_tabs
from league.faces.desk.stages.forms import ChangeStageForm, FillForm, GroupsForm, NewStageForm
from league.faces.desk.stages.stages_shown import (
    filling_shown,
    format_name,
    qualifying_of,
    rule_in_words,
)
from league.faces.desk.undo import flash_done, flash_saved
from league.foundation.limits import LARGEST_ID, parse_int
from league.foundation.refusal import Refused, add_refusal
from league.play.events import services as events
from league.play.events.journaling import hold_event
from league.play.events.models import Entry, Event, Qualifying, Stage
from league.play.events.names import name_of, stage_name
from league.play.events.selectors import stage_removal_of, stages_in_order
from league.play.rounds import services as rounds
from league.play.rounds.draw_requests import order_field, stage_entries
from league.play.rounds.models import Round
from league.play.rounds.selectors import has_begun
from league.tables.standings import services as standings
from league.tables.standings.qualifying import FillPreview, preview_filling

# --- What a saved change did to rounds that were drawn and not yet shown ---


def rounds_drawn(event: Event) -> int:
    return Round.objects.filter(stage__event=event).count()


def saved_in_words(event: Event, before: int) -> str:
    """Return that a change is saved, and that it discarded a draw; `before` were drawn."""
    if rounds_drawn(event) < before:
        return _("Saved. The draw that nobody had seen does not fit any more: draw again.")
    return _("Saved.")


@require_http_methods(["GET", "POST"])
@event_page("events.change_event")
def stage_new(request: HttpRequest, event: Event) -> HttpResponse:
    """Add a stage: its format, who goes through to it, what they carry over."""
    stages = stages_in_order(event)
    form = NewStageForm(
        request.POST if request.method == "POST" else None, event=event, stages=stages
    )
    if request.method == "POST" and form.is_valid():
        stage = _add(request, event, form, stages)
        if stage is not None:
            flash_done(
                request,
                _("%(stage)s added.") % {"stage": stage_name(stage)},
                undo="desk:stage_remove",
                at=[event.club.slug, event.slug, stage.number],
                fields={},
            )
            return redirect("desk:stage", event.club.slug, event.slug, stage.number)
    context = {"club": event.club, "event": event, "form": form}
    return render(request, "desk/stages/new.html", context)


def _add(
    request: HttpRequest, event: Event, form: NewStageForm, stages: list[Stage]
) -> Stage | None:
    cleaned = form.cleaned_data
    try:
        return events.add_stage(
            event=event,
            format=cleaned["format"],
            name=cleaned["name"],
            options=form.stage_options(),
            rounds_planned=cleaned["rounds_planned"],
            source=_source(stages, cleaned["source"]),
            lot_seed=secrets.randbelow(2**31),
            **form.qualifying(),
            by=act_of(request),
        )
    except Refused as refused:
        _add_refusal(form, refused)
        return None


def _source(stages: list[Stage], pk: int) -> Stage:
    return next(stage for stage in stages if stage.pk == pk)


def _add_refusal(form: Any, refused: Refused) -> None:
    if refused.field == "carried_percent":
        form.add_error("carries", str(refused))
    else:
        add_refusal(form, refused)


@require_http_methods(["GET", "POST"])
@event_page("rounds.draw_round")
def stage_home(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """One stage: what it is, who is in it, and who goes through to it as things stand."""
    found = stage_of(event, stage)
    preview, refusal = _preview(found)
    form = None
    if preview is not None:
        form = _fill_form(request, preview)
        if request.method == "POST" and form.is_valid() and _fill(request, found, form):
            return redirect("desk:stage", event.club.slug, event.slug, found.number)
    names = rounds.group_names(found)
    entries = order_field(found, stage_entries(found))
    groups = rounds.groups_now(found) if names else {}
    context = {
        "club": event.club,
        "event": event,
        "stage": found,
        "name": stage_name(found),
        "tabs": event_tabs(event, "home"),
        "format": format_name(found),
        "about": rule_in_words(found),
        "follows": qualifying_of(found) is not None,
        "entries": [name_of(entry) for entry in entries],
        "groups": [
            (name, [name_of(entry) for entry in entries if groups.get(entry.pk) == name])
            for name in names
        ],
        "filling": filling_shown(preview) if preview else None,
        "refusal": refusal,
        "form": form,
        "is_begun": has_begun(found),
        "comes_back": not found.rounds.exists() and not hasattr(found, "prepared"),
        "may_change": request.user.has_perm("events.change_event", event),
    }
    return render(request, "desk/stages/stage.html", context)


def _preview(stage: Stage) -> tuple[FillPreview | None, str]:
    """Return who goes through now, or why that cannot be said yet; nothing for a first stage."""
    if qualifying_of(stage) is None:
        return None, ""
    try:
        return preview_filling(stage), ""
    except Refused as refused:
        return None, str(refused)


def _fill_form(request: HttpRequest, preview: FillPreview) -> FillForm:
    return FillForm(
        request.POST if request.method == "POST" else None,
        ties=preview.ties,
        waits=bool(preview.waits_for),
        initial={"digest": preview.digest},
    )


def _fill(request: HttpRequest, stage: Stage, form: FillForm) -> bool:
    try:
        filled = standings.fill_stage(
            stage=stage,
            expected_digest=form.cleaned_data["digest"],
            decisions=form.decisions(),
            even_unfinished=bool(form.cleaned_data.get("anyway")),
            by=act_of(request),
        )
    except Refused as refused:
        add_refusal(form, refused)
        return False
    count = len(filled.qualifiers)
    sentence = ngettext(
        "%(count)d entry is in %(stage)s: draw its first round.",
        "%(count)d entries are in %(stage)s: draw its first round.",
        count,
    )
    messages.success(request, sentence % {"count": count, "stage": stage_name(stage)})
    return True


@require_http_methods(["GET", "POST"])
@event_page("events.change_event")
def stage_change(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """Change a stage's name and rounds, and until it begins who goes through to it."""
    found = stage_of(event, stage)
    qualifying = qualifying_of(found)
    if qualifying is None:
        return redirect("desk:event_setup", event.club.slug, event.slug, "rounds")
    stages = list(event.stages.filter(number__lt=found.number).order_by("number"))
    form = ChangeStageForm(
        request.POST if request.method == "POST" else None,
        qualifying=qualifying,
        stages=stages,
        begun=has_begun(found),
    )
    form.watch(
        ("stage", found.pk),
        lock=partial(hold_event, event.pk),
        reload_form=lambda: ChangeStageForm(
            qualifying=Qualifying.objects.select_related("stage").get(stage=found),
            stages=stages,
            begun=has_begun(found),
        ),
    )
    before = rounds_drawn(event)
    if request.method == "POST" and form.is_valid() and _change(request, found, form, stages):
        flash_saved(request, saved_in_words(event, before), form)
        return redirect("desk:stage", event.club.slug, event.slug, found.number)
    context = {
        "club": event.club,
        "event": event,
        "stage": found,
        "name": stage_name(found),
        "form": form,
        "is_begun": has_begun(found),
    }
    return render(request, "desk/stages/change.html", context)


def _change(request: HttpRequest, stage: Stage, form: ChangeStageForm, stages: list[Stage]) -> bool:
    by = act_of(request)
    cleaned = form.cleaned_data
    plan = {
        "name": cleaned["name"],
        "rounds_planned": cleaned["rounds_planned"],
        "options": form.options(),
    }
    qualifying = {"source": _source(stages, cleaned["source"]), **form.qualifying()}
    save = partial(
        events.change_stage_and_qualifying,
        stage=stage,
        changes=plan,
        qualifying=qualifying,
        by=by,
    )
    try:
        form.run_if_unchanged(save)
    except Refused as refused:
        _add_refusal(form, refused)
        return False
    return True


@require_http_methods(["GET", "POST"])
@event_page("rounds.draw_round")
def stage_groups(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """Put the entries of a stage into its groups by hand."""
    found = stage_of(event, stage)
    entries = order_field(found, stage_entries(found))
    form = _groups_form(request.POST if request.method == "POST" else None, found, entries)
    form.watch(
        ("stage", found.pk),
        lock=partial(hold_event, event.pk),
        reload_form=lambda: _groups_form(None, stage_of(event, stage), entries),
    )
    if request.method == "POST" and form.is_valid():
        by = act_of(request)
        before = rounds_drawn(event)
        try:
            form.run_if_unchanged(
                partial(rounds.put_into_groups, stage=found, groups=form.groups(), by=by)
            )
        except Refused as refused:
            add_refusal(form, refused)
        else:
            flash_saved(request, saved_in_words(event, before), form)
            return redirect("desk:stage", event.club.slug, event.slug, found.number)
    context = {
        "club": event.club,
        "event": event,
        "stage": found,
        "name": stage_name(found),
        "form": form,
    }
    return render(request, "desk/stages/groups.html", context)


def _groups_form(data: Any, stage: Stage, entries: list[Entry]) -> GroupsForm:
    return GroupsForm(
        data, entries=entries, names=rounds.group_names(stage), now=rounds.groups_now(stage)
    )


@require_POST
@event_page("events.change_event")
def stage_rebuild(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """Request the standings of a stage from scratch."""
    found = stage_of(event, stage)
    job = standings.request_rebuild(stage=found, by=act_of(request))
    return redirect("desk:job", event.club.slug, job.pk)


@require_POST
@event_page("events.change_event")
def stage_remove(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """Take a stage away that has not begun."""
    found = stage_of(event, stage)
    try:
        events.remove_stage(stage=found, by=act_of(request))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("desk:stage", event.club.slug, event.slug, stage)
    sentence = _("%(stage)s removed.") % {"stage": stage_name(found)}
    if stage_removal_of(event, found.pk) is None:
        messages.success(request, sentence)
    else:
        at = [event.club.slug, event.slug]
        flash_done(request, sentence, undo="desk:stage_restore", at=at, fields={"stage": found.pk})
    return redirect("desk:event", event.club.slug, event.slug)


@require_POST
@event_page("events.change_event")
def stage_restore(request: HttpRequest, event: Event) -> HttpResponse:
    """Put a stage back that was taken away, with who was in it."""
    stage_id = parse_int(request.POST.get("stage"), most=LARGEST_ID) or 0
    try:
        restored = events.restore_stage(event=event, stage_id=stage_id, by=act_of(request))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("desk:event", event.club.slug, event.slug)
    messages.success(request, _("%(stage)s is back.") % {"stage": stage_name(restored)})
    return redirect("desk:stage", event.club.slug, event.slug, restored.number)

"""The draw at the desk: looked at with its reasons, drawn, drawn again while unplayed."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from league.faces.desk.access import act_of, event_page, round_of, stage_of
from league.faces.desk.event_tabs import event_tabs
from league.faces.desk.rounds.forms import ChangeForm, DrawForm, changes_as_text, read_changes
from league.faces.desk.rounds.rounds_shown import (
    board_shown,
    change_in_words,
    drawn_shown,
    last_change,
    level_in_words,
    quality_shown,
    stale_shown,
)
from league.faces.desk.rounds.views import page_of_round, redirect_to_round
from league.faces.desk.undo import flash_change, flash_done, undo_asked
from league.foundation.compiled_queries import give_related
from league.foundation.jobs.models import Job
from league.foundation.jobs.selectors import unfinished
from league.foundation.limits import LARGEST_ID, clean_text, parse_int
from league.foundation.refusal import Refused, add_refusal, flash_errors, form_errors
from league.play.events.models import Event, EventState, Stage
from league.play.events.names import name_of, stage_name
from league.play.events.selectors import stages_in_order
from league.play.events.states import start_problems
from league.play.rounds import services as rounds
from league.play.rounds.draw_requests import stage_entries
from league.play.rounds.drawing import drawing_once
from league.play.rounds.level_tables import level_tables
from league.play.rounds.models import Round, RoundState
from league.play.rounds.rooms import draws_all_rounds, shape_of
from league.play.rounds.selectors import is_late, played_tables
from league.play.rounds.services import Change, EditPreview, Preview
from league.play.rounds.services.draw_job import DRAW
from league.play.rounds.services.seating import arrangement_of


@require_http_methods(["GET", "POST"])
@event_page("rounds.draw_round")
@drawing_once()
def draw(request: HttpRequest, event: Event, stage: int | None = None) -> HttpResponse:
    """Who will meet whom, and why; one button draws it. Without a number: the last stage filled."""
    filled = _filled(event)
    found = stage_of(event, stage or max(filled, default=1))
    existing = list(found.rounds.order_by("number"))
    give_related([found], "rounds", existing)
    anyway = "anyway" in request.GET or request.POST.get("anyway") == "on"
    is_large = rounds.draws_take_long(found)
    try:
        preview, refusal, may_draw_anyway = _preview(found, anyway=anyway, is_large=is_large)
    except rounds.TakesLong:
        is_large, preview, refusal, may_draw_anyway = True, None, "", False
    form = _draw_form(request, found, existing, preview)
    if request.method == "POST" and form.is_valid():
        done = _draw_or_request(request, found, form, preview, is_large=is_large)
        if done is not None:
            return done
    now = timezone.now()
    unplayed = _first_unplayed(existing)
    context = {
        "club": event.club,
        "event": event,
        "stage": found,
        "tabs": event_tabs(event, "draw"),
        "form": form,
        "rounds": [(round, is_late(round, now)) for round in existing],
        "preview": drawn_shown(preview) if preview else [],
        "quality": quality_shown(preview.quality) if preview else [],
        "refusal": refusal,
        "level": [(table, level_in_words(table)) for table in level_tables(existing)]
        if refusal
        else [],
        "not_filled": found.number > 1 and found.number not in filled,
        "may_draw_anyway": may_draw_anyway,
        "anyway": anyway and preview is not None,
        "start_problems": [
            problem
            for problem in (start_problems(event) if event.state == EventState.OPEN else [])
            if problem.sentence != str(refusal)
        ],
        "can_draw": event.state in (EventState.OPEN, EventState.RUNNING)
        and (bool(preview) or (is_large and not refusal)),
        "is_large": is_large,
        "job": unfinished(DRAW.name, found.pk),
        "first_unplayed": unplayed,
        "stale": stale_shown(unplayed) if unplayed else None,
        "is_lost": unplayed is not None and bool(rounds.lost_draws([found.pk])),
        "stage_tabs": _stage_tabs(event, found),
    }
    return render(request, "desk/rounds/draw.html", context)


def _filled(event: Event) -> set[int]:
    """Return the numbers of the stages that have entries; an only stage need not be asked."""
    if len(stages_in_order(event)) == 1:
        return {stage.number for stage in event.stages.all()}
    filled = event.stages.filter(stage_entries__isnull=False)
    return set(filled.values_list("number", flat=True))


def _stage_tabs(event: Event, current: Stage) -> list[tuple[str, str, bool]]:
    """Return the draw page of each stage, where there are several."""
    stages = stages_in_order(event)
    at = [event.club.slug, event.slug]
    return [
        (
            reverse("desk:draw_stage", args=[*at, stage.number]),
            stage_name(stage),
            stage.pk == current.pk,
        )
        for stage in stages
        if len(stages) > 1
    ]


def _preview(stage: Stage, *, anyway: bool, is_large: bool) -> tuple[Preview | None, str, bool]:
    """Return what would be drawn now, or why nothing can be and whether it may be all the same.

    A draw that takes long is not looked at before it is made: it can be thrown away. Raises
    TakesLong where that shows only while it is worked out.
    """
    if stage.event.state in (EventState.DRAFT, EventState.FINISHED, EventState.ARCHIVED):
        sentence = _("The event is %(state)s: rounds are drawn while it runs.")
        return None, sentence % {"state": stage.event.get_state_display()}, False
    if is_large:
        return None, "", False
    try:
        preview = rounds.preview_in_request(stage, even_unfinished=anyway)
    except rounds.TakesLong:
        raise
    except rounds.ResultsMissing as refused:
        return None, str(refused), refused.may_draw_anyway
    except Refused as refused:
        return None, str(refused), False
    if not preview.rounds:
        return None, _("All rounds are drawn: everybody has met as often as planned."), False
    return preview, "", False


def _draw_form(
    request: HttpRequest, stage: Stage, existing: list[Round], preview: Preview | None
) -> DrawForm:
    initial: dict[str, Any] = {"version": stage.event.entries_version}
    if not draws_all_rounds(stage):
        initial["number"] = existing[-1].number + 1 if existing else 1
    several = preview is not None and len(preview.rounds) > 1
    return DrawForm(
        request.POST if request.method == "POST" else None, initial=initial, several=several
    )


def _draw_or_request(
    request: HttpRequest,
    stage: Stage,
    form: DrawForm,
    preview: Preview | None,
    *,
    is_large: bool,
) -> HttpResponse | None:
    """Draw at once, or have a worker do it; None where that is refused: the form says why."""
    event = stage.event
    if not is_large and not (preview and rounds.storing_takes_long(preview)):
        try:
            if not _draw(request, stage, form, preview):
                return None
        except rounds.TakesLong:  # others have changed something since the preview
            stage.event.refresh_from_db()
        else:
            return redirect("desk:draw_stage", event.club.slug, event.slug, stage.number)
    job = _request_job(request, stage, form)
    return redirect("desk:job", event.club.slug, job.pk) if job is not None else None


def _draw(request: HttpRequest, stage: Stage, form: DrawForm, preview: Preview | None) -> bool:
    """Say whether it is drawn. Raises TakesLong."""
    numbers = [drawn.round for drawn in preview.rounds] if preview else []
    by = act_of(request)
    try:
        drawn = rounds.start_and_draw(
            stage=stage,
            expected_version=form.cleaned_data["version"],
            number=form.cleaned_data["number"],
            deadlines=form.deadlines(numbers),
            even_unfinished=request.POST.get("anyway") == "on",
            prepared=preview,
            by=by,
        )
    except rounds.TakesLong:
        raise
    except Refused as refused:
        add_refusal(form, refused)
        return False
    done = ngettext("%(count)d round is drawn.", "%(count)d rounds are drawn.", len(drawn))
    _say_drawn(request, stage, done % {"count": len(drawn)}, drawn)
    return True


def _say_drawn(request: HttpRequest, stage: Stage, sentence: str, drawn: Sequence[Round]) -> None:
    """Say what was drawn; the way back discards it, as long as none of it is open."""
    event = stage.event
    if not drawn:
        messages.success(request, sentence)
        return
    at = [event.club.slug, event.slug, stage.number, drawn[0].number]
    flash_done(request, sentence, undo="desk:redraw", at=at, fields={"action": "undo"})


def _request_job(request: HttpRequest, stage: Stage, form: DrawForm) -> Job | None:
    """Ask a worker for the draw; the first one also starts the event."""
    by = act_of(request)
    first = form.cleaned_data.get("number") or 1
    planned = stage.rounds_planned or len(stage.stage_entries.all()) or 1
    numbers = list(range(first, first + planned)) if draws_all_rounds(stage) else [first]
    try:
        return rounds.request_start_and_draw(
            stage=stage,
            expected_version=form.cleaned_data["version"],
            number=form.cleaned_data["number"],
            deadlines=form.deadlines(numbers),
            even_unfinished=request.POST.get("anyway") == "on",
            by=by,
        )
    except Refused as refused:
        add_refusal(form, refused)
        return None


def _first_unplayed(existing: list[Round]) -> Round | None:
    """Return the first of the drawn rounds at the end that are not shown to players yet."""
    unseen: Round | None = None
    for round in reversed(existing):
        if round.state != RoundState.DRAWN:
            break
        unseen = round
    return unseen


@require_POST
@event_page("rounds.draw_round")
def redraw(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """Draw this round and the later ones again, or throw their draw away."""
    round = round_of(event, stage, number)
    by = act_of(request)
    with flash_errors(request):
        if request.POST.get("action") == "undo":
            rounds.undo_draw(round=round, by=by)
            _say_taken_away(request, round.stage, _("Draw discarded."), by=by)
        else:
            seed = secrets.randbelow(2**31)
            drawn = _drawn_again(round, seed, by=by)
            if drawn is None:
                job = rounds.request_draw(stage=round.stage, number=number, redraw_with=seed, by=by)
                return redirect("desk:job", event.club.slug, job.pk)
            done = ngettext(
                "%(count)d round is drawn again.", "%(count)d rounds are drawn again.", len(drawn)
            )
            _say_taken_away(request, round.stage, done % {"count": len(drawn)}, by=by)
    return redirect("desk:draw_stage", event.club.slug, event.slug, stage)


def _say_taken_away(request: HttpRequest, stage: Stage, sentence: str, **who: Any) -> None:
    """Say that a draw is gone, with the way back where the journal has kept it."""
    event = stage.event
    at = [event.club.slug, event.slug, stage.number]
    change = rounds.draw_taken_away(stage, **who)
    flash_change(request, sentence, change, undo="desk:draw_restore", at=at)


@require_POST
@event_page("rounds.draw_round")
def restore(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """Bring back a draw that was discarded or drawn again."""
    sentence = _("The former draw is back.")
    undo_asked(request, rounds.restore_draw, sentence, stage=stage_of(event, stage))
    return redirect("desk:draw_stage", event.club.slug, event.slug, stage)


def _drawn_again(round: Round, seed: int, **who: Any) -> list[Round] | None:
    """Return the rounds as they are drawn again; None where that is work for a worker."""
    if rounds.redraws_take_long(round):
        return None
    try:
        return rounds.redraw_in_request(round=round, seed=seed, **who)
    except rounds.TakesLong:
        return None


# --- By hand ---
# The draw changed by hand: what a change breaks is seen first, and the last one is taken back.


@require_http_methods(["GET", "POST"])
@vary_on_headers("HX-Request")
@event_page("rounds.change_round")
def round_edit(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """Choose changes and see which rules they break, then make them; htmx gets a part only."""
    round = round_of(event, stage, number)
    if request.method == "POST" and request.POST.get("action") == "make":
        return _make(request, event, round)
    entries = {entry.pk: entry for entry in stage_entries(round.stage)}
    names = {pk: name_of(entry) for pk, entry in entries.items()}
    arrangement = arrangement_of(round)
    form = ChangeForm(
        request.POST if request.method == "POST" else None,
        initial={"version": round.version, "changes": "[]"},
        arrangement=arrangement,
        names={pk: name for pk, name in names.items() if pk in arrangement.entries},
        shape=shape_of(round.stage, event),
    )
    preview: EditPreview | None = None
    changes: list[Change] = []
    if form.is_bound:
        changes, preview = _chosen(form, round)
    context = page_of_round(event, round) | {
        "form": form,
        "preview": preview,
        "board": board_shown(
            preview.after if preview else arrangement,
            entries,
            played=played_tables(round),
            changed=set(preview.changed) if preview else set(),
        ),
        "tables_after": _tables_after(preview),
        "changes_text": changes_as_text(changes),
        "changes_in_words": [change_in_words(change, names) for change in changes],
        "last": None if preview else last_change(round, names),
    }
    is_part = request.headers.get("HX-Request") == "true"
    return render(request, f"desk/rounds/{'_edit' if is_part else 'edit'}.html", context)


def _chosen(form: ChangeForm, round: Round) -> tuple[list[Change], EditPreview | None]:
    """Return the changes chosen so far that can be made, and what they do.

    One that cannot be made is refused on the form; those chosen before it stay chosen.
    """
    if form.is_valid():
        changes = form.all_changes()
        with form_errors(form):
            return changes, rounds.preview_edit(round=round, changes=changes)
    before = form.cleaned_data.get("changes") or []
    try:
        return before, rounds.preview_edit(round=round, changes=before) if before else None
    except Refused:
        return [], None


def _tables_after(preview: EditPreview | None) -> list[dict[str, Any]]:
    if preview is None:
        return []
    return [
        {
            "number": number,
            "sides": preview.table_names(number) if number in preview.after.tables else [],
        }
        for number in preview.changed
    ]


def _make(request: HttpRequest, event: Event, round: Round) -> HttpResponse:
    try:
        changes = read_changes(request.POST.get("changes", ""))
    except ValidationError as lost:
        messages.error(request, lost.messages[0])
        return redirect(request.path)
    try:
        rounds.edit_round(
            round=round,
            changes=changes,
            expected_version=_version(request),
            reason=clean_text(request.POST.get("reason"), most=300),
            by=act_of(request),
        )
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(request.path)
    round.refresh_from_db(fields=["version"])
    flash_done(
        request,
        _("Draw changed."),
        undo="desk:round_undo",
        at=[event.club.slug, event.slug, round.stage.number, round.number],
        fields={"version": round.version},
    )
    return redirect_to_round(event, round)


def _version(request: HttpRequest) -> int:
    """Return the version of the round that the page showed; other text matches no version."""
    return parse_int(request.POST.get("version"), most=LARGEST_ID) or 0


@require_POST
@event_page("rounds.change_round")
def round_undo(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """Take the last change back."""
    round = round_of(event, stage, number)
    with flash_errors(request):
        rounds.undo_edit(
            round=round,
            expected_version=_version(request),
            by=act_of(request),
        )
        messages.success(request, _("Last change undone."))
    if request.POST.get("page") == "edit":
        return redirect("desk:round_edit", event.club.slug, event.slug, stage, number)
    return redirect_to_round(event, round)

"""The draw changed by hand: what a change breaks is seen first, and the last one is taken back."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from league.faces.desk.access import actor_of, event_page, round_of
from league.faces.desk.rounds.forms import ChangeForm, changes_as_text, read_changes
from league.faces.desk.rounds.rounds_shown import board_shown, change_in_words, last_change
from league.faces.desk.rounds.views import page_of_round, redirect_to_round
from league.faces.desk.undo import flash_done
from league.foundation.limits import LARGEST_ID, clean_text, parse_int
from league.foundation.refusal import Refused
from league.foundation.refusal_shown import flash_errors, form_errors
from league.play.events.models import Event
from league.play.events.names import name_of
from league.play.rounds import services as rounds
from league.play.rounds.draw_requests import stage_entries
from league.play.rounds.models import Round
from league.play.rounds.selectors import played_tables
from league.play.rounds.services import Change, EditPreview
from league.play.rounds.services.seating import arrangement_of
from league.play.rounds.stage_format import shape_of


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
            actor=actor_of(request),
            at=timezone.now(),
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
            actor=actor_of(request),
            at=timezone.now(),
        )
        messages.success(request, _("Last change undone."))
    if request.POST.get("page") == "edit":
        return redirect("desk:round_edit", event.club.slug, event.slug, stage, number)
    return redirect_to_round(event, round)

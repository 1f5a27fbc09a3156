"""One round at the desk: its tables, its state, its deadline, its links, its clock."""

from datetime import timedelta
from math import ceil
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from league.faces.desk.access import act_of, event_page, round_of
from league.faces.desk.event_tabs import event_tabs
from league.faces.desk.inputs import MomentInput
from league.faces.desk.rounds.forms import DeadlineForm
from league.faces.desk.rounds.rounds_shown import (
    NextStep,
    last_change,
    next_steps,
    stale_shown,
    table_shown,
    waiting_shown,
    without_table_shown,
)
from league.faces.desk.undo import flash_done
from league.foundation.journal.actor import Act
from league.foundation.limits import parse_int
from league.foundation.refusal import flash_errors
from league.office.notifications.selectors import reach_of_round
from league.play.events.models import Event
from league.play.events.selectors import stages_in_order
from league.play.rounds import services as rounds
from league.play.rounds.clock import Clock
from league.play.rounds.models import Round, RoundState, Table
from league.play.rounds.selectors import (
    called_in,
    is_late,
    reasons_of,
    round_title,
    rounds_of_event,
    tables_of,
    unconfirmed,
    waiting_in,
)
from league.play.rounds.selectors import round_clock as clock_of_round
from league.tables.standings.sums import MOST_SUMMED
from league.tables.standings.unplayed_worth import average_byes


@require_GET
@event_page("rounds.view_link")
def round_home(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """The round's tables and what can be done with it now."""
    round = round_of(event, stage, number)
    return _show(request, event, round, DeadlineForm(initial={"deadline": round.deadline}))


def _show(
    request: HttpRequest, event: Event, round: Round, deadline_form: DeadlineForm
) -> HttpResponse:
    """Render the round's page, with a deadline that was not accepted as it was typed."""
    may_change = request.user.has_perm("rounds.change_round", round)
    page = page_of_round(event, round)
    if not may_change:
        page["tabs"] = []
    why, tables = round.drawing.get("why", []), tables_of(round)
    played = {table.number for table in tables if table.is_played}
    called = called_in([why, *(table.why for table in tables)])
    waiting = waiting_in(round)
    worths = average_byes(round, most=MOST_SUMMED) if waiting else {}
    context = page | {
        "may_change": may_change,
        "tables": [
            table_shown(table, played) | {"why": reasons_of(table.why, called)} for table in tables
        ],
        "waiting": waiting_shown(waiting, worths),
        "without_table": [] if page["is_closed"] else without_table_shown(event, round),
        "stale": stale_shown(round) if may_change else None,
        "reach": reach_of_round(round) if may_change and round.state == RoundState.DRAWN else None,
        "why": reasons_of(why, called),
        "last": last_change(round) if may_change else None,
        "deadline_form": deadline_form,
        "steps": _after(event) if may_change and page["is_closed"] else [],
        "unfinished": unconfirmed(tables) if round.state == RoundState.OPEN else [],
    }
    status = 422 if deadline_form.errors else 200
    return render(request, "desk/rounds/round.html", context, status=status)


def _after(event: Event) -> list[NextStep]:
    """Return where the event goes on when a round is closed; its own page says so at the end."""
    rounds = list(rounds_of_event(event))
    steps = next_steps(event, stages_in_order(event), rounds, may_change=True)
    home = reverse("desk:event", args=[event.club.slug, event.slug])
    return steps or [NextStep(_("What comes next"), home)]


def page_of_round(event: Event, round: Round) -> dict[str, Any]:
    """Return what every page about a round begins with."""
    return {
        "club": event.club,
        "event": event,
        "round": round,
        "stage": round.stage,
        "title": round_title(round, event.stages.count()),
        "tabs": event_tabs(event, "draw"),
        "is_late": is_late(round, timezone.now()),
        "is_closed": round.state == RoundState.CLOSED,
    }


def redirect_to_round(event: Event, round: Round) -> HttpResponse:
    return redirect("desk:round", event.club.slug, event.slug, round.stage.number, round.number)


@require_POST
@event_page("rounds.change_round")
def round_move(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """Open, close or reopen the round, or set its deadline."""
    round = round_of(event, stage, number)
    title = round_title(round, event.stages.count())
    by = act_of(request)
    with flash_errors(request):
        match request.POST.get("action"):
            case "open":
                # who saw that it is stale saw it of the entries of that moment
                anyway = request.POST.get("even_stale") == str(event.entries_version)
                rounds.open_round(round=round, even_stale=anyway, by=by)
                messages.success(request, _("The round is open: the tables can enter deals."))
            case "close":
                anyway = request.POST.get("even_unfinished") == "on"
                rounds.close_round(round=round, even_unfinished=anyway, by=by)
                flash_done(
                    request,
                    _("%(round)s is closed.") % {"round": title},
                    undo="desk:round_move",
                    at=[event.club.slug, event.slug, stage, number],
                    fields={"action": "reopen"},
                )
            case "reopen":
                rounds.reopen_round(round=round, by=by)
                flash_done(
                    request,
                    _("The round is open again: its links work."),
                    undo="desk:round_move",
                    at=[event.club.slug, event.slug, stage, number],
                    fields={"action": "close", "even_unfinished": "on"},
                )
            case "deadline":
                return _set_deadline(request, event, round, by)
            case _unknown:
                messages.error(request, _("Choose one of the buttons below."))
    return redirect_to_round(event, round)


def _set_deadline(request: HttpRequest, event: Event, round: Round, by: Act) -> HttpResponse:
    before = DeadlineForm(initial={"deadline": round.deadline})["deadline"].value()
    form = DeadlineForm(request.POST)
    if not form.is_valid():
        return _show(request, event, round, form)
    rounds.set_deadline(round=round, deadline=form.cleaned_data["deadline"], by=by)
    flash_done(
        request,
        _("Deadline changed."),
        undo="desk:round_move",
        at=[event.club.slug, event.slug, round.stage.number, round.number],
        fields={"action": "deadline", "deadline": MomentInput().format_value(before) or ""},
    )
    return redirect_to_round(event, round)


@require_POST
@event_page("rounds.renew_link")
def renew(request: HttpRequest, event: Event, stage: int, number: int, table: int) -> HttpResponse:
    """Make the links to a table given out so far worthless."""
    round = round_of(event, stage, number)
    found = Table.objects.filter(round=round, pk=table).select_related("round").first()
    if found is None:
        raise Http404
    rounds.renew_links(table=found, by=act_of(request))
    messages.success(
        request,
        _("Table %(table)s has a new link; the old one no longer works.")
        % {"table": found.shown_number},
    )
    return redirect_to_round(event, round)


@require_POST
@event_page("rounds.run_clock")
def round_clock(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """Start, pause, resume, extend or end the clock: the button says which."""
    round = round_of(event, stage, number)
    with flash_errors(request):
        clock = clock_of_round(round)
        sentence = _act(request, round)
        way_back = _clock_back(request, round, clock)
        at = [event.club.slug, event.slug, stage, number]
        if way_back is None:
            messages.success(request, sentence)
        else:
            flash_done(request, sentence, undo="desk:round_clock", at=at, fields=way_back)
    return redirect("desk:room", event.club.slug, event.slug, stage, number)


def _act(request: HttpRequest, round: Round) -> str:
    by = act_of(request)
    match request.POST.get("action"):
        case "start":
            # nonsense is no number of minutes, and 0 is refused in words
            minutes = _number(request, "minutes") if request.POST.get("minutes") else None
            rounds.start_clock(round=round, minutes=minutes, by=by)
            return _("The clock is running.")
        case "pause":
            rounds.pause_clock(round=round, by=by)
            return _("The clock is paused.")
        case "resume":
            rounds.resume_clock(round=round, by=by)
            return _("The clock is running.")
        case "extend":
            seen = _number(request, "facts")
            rounds.extend_clock(
                round=round, minutes=_number(request, "minutes"), expected_facts=seen, by=by
            )
            return _("Clock changed.")
        case "end":
            rounds.end_clock(round=round, by=by)
            return _("Clock ended.")
        case _unknown:
            raise rounds.ClockInWrongState(_("Choose one of the buttons below."))


def _clock_back(request: HttpRequest, round: Round, before: Clock | None) -> dict[str, Any] | None:
    """Return what takes the change of the clock back; an ended one is started with its rest."""
    now = clock_of_round(round)
    match request.POST.get("action"):
        case "start":
            return {"action": "end"}
        case "pause":
            return {"action": "resume"}
        case "resume":
            return {"action": "pause"}
        case "extend" if now is not None:
            fields = {"action": "extend", "minutes": -_number(request, "minutes")}
            return fields | {"facts": now.facts}
        case "end" if before is not None:
            left = before.left(timezone.now())
            return {"action": "start", "minutes": max(1, ceil(left / timedelta(minutes=1)))}
        case _nothing:
            return None


def _number(request: HttpRequest, name: str) -> int:
    """Return a small whole number of the form; 0 for anything else."""
    text = request.POST.get(name, "").strip()
    return parse_int(text, least=-9_999, most=9_999) or 0

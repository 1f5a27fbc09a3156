"""The club's events at the desk, one event's page, and its moves from state to state."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from league.calendar.availability.occasions import today_of
from league.calendar.availability.selectors import answers_by_day
from league.calendar.captains.due_matches import DueMatches, due_matches
from league.clubs.models import Club
from league.faces.desk.access import act_of, club_page, event_page, page_of_form
from league.faces.desk.event_tabs import event_tabs
from league.faces.desk.events.entry_pages import desk_events_sheet
from league.faces.desk.jobs.job_links import under_way_shown
from league.faces.desk.rounds.rounds_shown import NextStep, next_steps, without_table_shown
from league.faces.desk.stages.stages_shown import stage_rows, stages_of
from league.faces.desk.undo import flash_done
from league.foundation.languages import LANGUAGES
from league.foundation.lists import listed
from league.foundation.refusal import Refused, flash_errors
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.office.documents.recaps import newsletter_text, recap_text
from league.office.paper.document import file_name
from league.play.events import services as events
from league.play.events.models import EntryState, Event, EventState, Stage
from league.play.events.names import name_of
from league.play.events.selectors import events_by_work, places_left, seasons_of
from league.play.events.states import MOVES, PossibleMove, finish_questions, moves_from
from league.play.rounds.models import Round, RoundState
from league.play.rounds.selectors import is_late, rounds_of_event
from league.tables.outlook.models import EntryOutlook, OutlookState
from league.tables.outlook.selectors import marked_in
from league.tables.outlook.shown import MARKS

# --- What is certain of entries by now, for the desk's page of an event that is being played ---


def certain_shown(event: Event, stages: Iterable[Stage]) -> dict[str, Any]:
    """Return what `desk/events/_certain.html` shows; nothing where nothing can be said."""
    if event.state != EventState.RUNNING:
        return {}
    states = [(stage, getattr(stage, "outlook", None)) for stage in stages]
    known = [stage for stage, outlook in states if outlook and outlook.state == OutlookState.KNOWN]
    if not known:
        return {}
    stage = known[-1]
    address = reverse("public:outlook", args=[event.club.slug, event.slug])
    return {
        "certain": _by_mark(marked_in(stage)),
        "outlook_url": f"{address}?stage={stage.number}",
    }


def _by_mark(rows: Iterable[EntryOutlook]) -> list[tuple[str, str]]:
    """Return each mark that there is, in its order, with the names of those who have it."""
    names: dict[str, list[str]] = {}
    for row in rows:
        names.setdefault(row.mark, []).append(name_of(row.entry, public=False))
    return [(str(MARKS[mark]), listed(names[mark])) for mark in MARKS if mark in names]


EVENTS_A_PAGE = 50
HEADINGS = {
    EventState.RUNNING: gettext_lazy("Running"),
    EventState.OPEN: gettext_lazy("Open for entries"),
    EventState.DRAFT: gettext_lazy("Being set up"),
    EventState.FINISHED: gettext_lazy("Finished"),
    EventState.ARCHIVED: gettext_lazy("Archive"),
}
DONE = {
    "open": gettext_lazy("%(event)s is open: its rules are frozen, entries can come in."),
    "set_up_again": gettext_lazy("%(event)s is being set up again; its entries stay."),
    "start": gettext_lazy("%(event)s has started: draw the first round."),
    "finish": gettext_lazy("%(event)s is finished."),
    "resume": gettext_lazy("%(event)s resumed."),
    "archive": gettext_lazy("%(event)s is in the archive."),
    "bring_back": gettext_lazy("%(event)s is back from the archive."),
}
# what the button says that makes a move although something is not settled
ANYWAY = {
    "finish": gettext_lazy("Finish it all the same"),
    "archive": gettext_lazy("Put it into the archive all the same"),
}
ROUNDS_TO_COME = {"rounds_undrawn", "rounds_unopened"}
# which move takes another one back; what has started stays started
WAYS_BACK = {
    "open": "set_up_again",
    "set_up_again": "open",
    "finish": "resume",
    "resume": "finish",
    "archive": "bring_back",
    "bring_back": "archive",
}


@require_GET
@club_page("events.view_desk")
def event_list(request: HttpRequest, club: Club) -> HttpResponse:
    """The club's events, a page of them: what needs work first, what is over last."""
    events = events_by_work(club)
    if wanted := format_asked(request):
        sheet = desk_events_sheet(club, events)
        return spreadsheet(sheet, wanted, club.slug, "events")
    page = Paginator(events, EVENTS_A_PAGE).get_page(request.GET.get("page"))
    groups = [(HEADINGS[state], list(rows)) for state, rows in groupby(page, attrgetter("state"))]
    context = {
        "club": club,
        "page": page,
        "groups": groups,
        "seasons": list(seasons_of(club)),
        "may_change": request.user.has_perm("events.add_event", club),
    }
    return render(request, "desk/events/list.html", context)


@require_GET
@event_page("events.view_desk")
def event_home(request: HttpRequest, event: Event) -> HttpResponse:
    """One event: where it stands, what to do next, its rounds."""
    now = timezone.now()
    rounds = list(rounds_of_event(event))
    stages = stages_of(event).select_related("outlook")
    counts = _entry_counts(event)
    may_change = request.user.has_perm("events.change_event", event)
    steps = next_steps(event, list(stages), rounds, may_change=may_change)
    context = {
        "club": event.club,
        "event": event,
        "may_change": may_change,
        "tabs": event_tabs(event, "home") if may_change else [],
        "steps": steps,
        "moves": _moves_shown(moves_from(event), steps, rounds) if may_change else [],
        "rounds": [(round, is_late(round, now)) for round in rounds],
        "counts": counts,
        "stats": _stats(counts, rounds),
        "may_discard": may_change
        and event.state == EventState.DRAFT
        and not any(count for state, count in counts.items() if state != EntryState.WITHDRAWN),
        "places_left": places_left(event),
        "answers_by_day": answers_by_day(event, today_of(event.club, now)),
        "without_table": _without_table(event, rounds),
        "stages": stage_rows(stages),
        "due": _due(request, event, rounds, now),
        **certain_shown(event, stages),
        **(under_way_shown(event.club, request.user, event) if may_change else {}),
    }
    return render(request, "desk/events/event.html", context)


def _due(
    request: HttpRequest, event: Event, rounds: Sequence[Round], now: datetime
) -> DueMatches | None:
    """Return the matches to look at of a league whose rounds are open."""
    is_played = any(round.state == RoundState.OPEN for round in rounds)
    if not is_played or not request.user.has_perm("captains.view_matches", event):
        return None
    return due_matches(event, at=now)


def _without_table(event: Event, rounds: Sequence[Round]) -> list[dict[str, str]]:
    """Return the entries without a table in the round being played, or in the last one drawn."""
    being_played = [round for round in rounds if round.state == RoundState.OPEN]
    shown = (being_played or [*rounds])[-1:]
    return without_table_shown(event, shown[0] if shown else None)


def _stats(counts: Mapping[str, int], rounds: Sequence[Round]) -> list[tuple[int, str]]:
    taking_part = counts[EntryState.ACCEPTED]
    waiting = counts[EntryState.WAITING] + counts[EntryState.APPLIED]
    closed = sum(round.state == RoundState.CLOSED for round in rounds)
    return [
        (taking_part, ngettext("entry takes part", "entries take part", taking_part)),
        (waiting, ngettext("entry waits", "entries wait", waiting)),
        (closed, ngettext("round closed", "rounds closed", closed)),
        (len(rounds), ngettext("round drawn", "rounds drawn", len(rounds))),
    ]


def _entry_counts(event: Event) -> dict[str, int]:
    counts: dict[str, int] = dict.fromkeys(EntryState.values, 0)
    for state in event.entries.values_list("state", flat=True):
        counts[state] += 1
    return counts


def _moves_shown(
    moves: Iterable[PossibleMove], steps: Sequence[NextStep], rounds: Sequence[Round]
) -> list[dict[str, Any]]:
    """Return the moves as they are shown: onwards first, then back.

    What ends an event does not stand beside its first step: it is folded while nothing is played.
    """
    is_played = any(round.state != RoundState.DRAWN for round in rounds)
    shown = [_move_shown(move, steps, is_played=is_played) for move in moves]
    return sorted(shown, key=lambda move: (move["is_folded"], not move["is_main"]))


def _move_shown(
    possible: PossibleMove, steps: Sequence[NextStep], *, is_played: bool
) -> dict[str, Any]:
    is_end = possible.move.name == "finish"
    is_last = is_end and is_played and not any(step.is_main for step in steps)
    return {
        "name": possible.move.name,
        "label": possible.move.label,
        "is_possible": possible.is_possible,
        "problems": possible.problems,
        "is_main": is_last or possible.move.name in ("open", "start"),
        "is_folded": is_end and not is_played,
    }


@require_POST
@event_page("events.change_event")
def event_move(request: HttpRequest, event: Event) -> HttpResponse:
    """Move the event to its next state, or say why not."""
    name = request.POST.get("move", "")
    if name not in MOVES:
        messages.error(request, _("That is not something an event can do; choose a button below."))
        return redirect("desk:event", event.club.slug, event.slug)
    early = name == "finish" and request.POST.get("early") == "on"
    anyway = request.POST.get("anyway") == "on" or (early and _is_only_early(event))
    with flash_errors(request):
        try:
            events.move_event(event=event, name=name, anyway=anyway, by=act_of(request))
        except events.Unsettled:
            return _ask_first(request, event, name)
        sentence = DONE[name] % {"event": event.name}
        if name in WAYS_BACK:
            at = [event.club.slug, event.slug]
            fields = {"move": WAYS_BACK[name]}
            flash_done(request, sentence, undo="desk:event_move", at=at, fields=fields)
        else:
            messages.success(request, sentence)
    return redirect("desk:event", event.club.slug, event.slug)


def _is_only_early(event: Event) -> bool:
    """Say whether nothing but rounds to come is unsettled: whoever ends early knows of these."""
    return {question.code for question in finish_questions(event)} <= ROUNDS_TO_COME


def _ask_first(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """Show what is still open, and ask the director to confirm."""
    move = MOVES[name]
    context = {
        "club": event.club,
        "event": event,
        "tabs": event_tabs(event, "home"),
        "move": name,
        "title": move.label,
        "questions": move.questions(event),
        "insist": ANYWAY[name],
        "back_to": page_of_form(request, event.club),
    }
    return render(request, "desk/events/ask.html", context, status=409)


@require_POST
@event_page("events.delete_event")
def event_discard(request: HttpRequest, event: Event) -> HttpResponse:
    """Throw a draft away."""
    try:
        events.discard_event(event=event, by=act_of(request))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("desk:event", event.club.slug, event.slug)
    messages.success(request, _("Draft %(event)s discarded.") % {"event": event.name})
    return redirect("desk:events", event.club.slug)


# --- The text for the club's newsletter: what an event came to, to copy or to take away ---


@require_GET
@event_page("events.view_desk")
def newsletter_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The text in the language asked for, with the names that the players show everybody."""
    language = _language(request)
    text = newsletter_text(event, language)
    context = {
        "club": event.club,
        "event": event,
        "tabs": event_tabs(event, "home"),
        "text": text,
        "recap": recap_text(event, language),
        "rows": text.count("\n") + 8,
        "language": language,
        "languages": [(f"?language={code}", name, code == language) for code, name in LANGUAGES],
    }
    return render(request, "desk/events/newsletter.html", context)


@require_GET
@event_page("events.view_desk")
def newsletter_file(request: HttpRequest, event: Event) -> HttpResponse:
    """The same text as a file."""
    text = newsletter_text(event, _language(request))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    name = file_name(event.slug, "newsletter")
    response["Content-Disposition"] = f'attachment; filename="{name}.txt"'
    return response


def _language(request: HttpRequest) -> str:
    asked = request.GET.get("language", get_language() or "en")
    if asked not in dict(LANGUAGES):
        raise Http404("there is no text in this language")
    return asked

"""Where and when the entries of an event play at home: one form for all of them."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.calendar.match_dates import services as match_dates
from league.calendar.match_dates.models import EntryHome, Venue
from league.calendar.match_dates.selectors import venues_for
from league.faces.desk.access import actor_of, event_page
from league.faces.desk.event_tabs import event_tabs
from league.faces.desk.match_dates.forms import HomeForm
from league.faces.desk.undo import flash_change, undo_asked
from league.foundation.refusal import RowsRefused
from league.play.events.models import Entry, EntryState, Event
from league.play.events.names import name_of
from league.play.events.selectors import entries_of

MOST_ENTRIES = 100


@require_http_methods(["GET", "POST"])
@event_page("match_dates.change_dates")
def homes(request: HttpRequest, event: Event) -> HttpResponse:
    """The homes of all entries that take part, at most MOST_ENTRIES at once."""
    entries = list(entries_of(event).filter(state=EntryState.ACCEPTED)[:MOST_ENTRIES])
    forms = _forms(request, event, entries)
    wrong = sum(bool(form.errors) for form in forms.values())
    if request.method == "POST" and not wrong:
        who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
        try:
            match_dates.set_homes(
                event=event, homes={entry: forms[entry].terms() for entry in entries}, **who
            )
        except RowsRefused as refused:
            for row, why in refused.rows.items():
                forms[entries[row]].add_error(None, str(why))
        else:
            flash_change(
                request,
                _("The homes are saved."),
                match_dates.homes_change(event, **who),
                undo="desk:homes_undo",
                at=[event.club.slug, event.slug],
            )
            return redirect("desk:homes", event.club.slug, event.slug)
    wrong = sum(bool(form.errors) for form in forms.values())
    context = {
        "club": event.club,
        "event": event,
        "tabs": event_tabs(event, "calendar"),
        "rows": [(name_of(entry), form) for entry, form in forms.items()],
        "has_venues": venues_for(event).exists(),
        "wrong": wrong,
    }
    return render(request, "desk/match_dates/homes.html", context, status=422 if wrong else 200)


@require_POST
@event_page("match_dates.change_dates")
def homes_undo(request: HttpRequest, event: Event) -> HttpResponse:
    """Give entries the homes that they had before a change."""
    sentence = _("The earlier homes have been restored.")
    undo_asked(request, match_dates.undo_homes, sentence, event=event)
    return redirect("desk:homes", event.club.slug, event.slug)


def _forms(request: HttpRequest, event: Event, entries: list[Entry]) -> dict[Entry, HomeForm]:
    known = {home.entry_id: home for home in EntryHome.objects.filter(entry__in=entries)}
    choices = _choices(event, list(known.values()))
    data = request.POST if request.method == "POST" else None
    return {
        entry: HomeForm(data, prefix=f"e{entry.number}", venues=choices, home=known.get(entry.pk))
        for entry in entries
    }


def _choices(event: Event, known: list[EntryHome]) -> QuerySet[Venue]:
    """Return the venues to choose from; one that is not in use any more stays where it is."""
    ids = {*venues_for(event).values_list("pk", flat=True), *(home.venue_id for home in known)}
    return Venue.objects.filter(pk__in=ids).order_by("name", "pk")

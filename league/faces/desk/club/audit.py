"""What happened in a club, who did it and when: the journal for people to read."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_GET

from league.clubs.models import Club
from league.faces.desk.access import club_page
from league.faces.desk.inputs import day_field
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import (
    Wanted,
    happenings,
    passing_kept_since,
    sentence_of,
    with_names,
)
from league.foundation.lists import listed
from league.foundation.spreadsheets import MOST_ROWS, Column, Sheet, format_asked, spreadsheet
from league.play.events.models import Event

# --- The club's journal as a spreadsheet ---

A_BATCH = 1_000

COLUMNS = (
    Column(gettext_lazy("When"), lambda row: row.at),
    Column(gettext_lazy("Who did it"), lambda row: row.actor),
    Column(gettext_lazy("What happened"), lambda row: sentence_of(row)),
    Column(gettext_lazy("Reason"), lambda row: row.data.get("reason")),
)


def journal_sheet(club: Club, rows: Any) -> Sheet:
    title = " · ".join((club.name, _("Journal")))
    return Sheet(title=title, columns=COLUMNS, rows=_named(rows.iterator(chunk_size=A_BATCH)))


def _named(rows: Iterator[Happening]) -> Iterator[Happening]:
    while batch := with_names(islice(rows, A_BATCH)):
        yield from batch


A_PAGE = 50
# the first parts of the kinds that belong together for a reader
SUBJECTS = [
    ("club", gettext_lazy("Settings of the club"), ("club",)),
    ("members", gettext_lazy("Members and invitations"), ("member", "invitation", "joining")),
    ("players", gettext_lazy("Players"), ("player", "players", "ratings")),
    ("house_rules", gettext_lazy("House rules"), ("house_rules",)),
    ("events", gettext_lazy("Events"), ("event", "stage", "season", "past_event", "place_codes")),
    ("entries", gettext_lazy("Entries"), ("entry", "entries")),
    ("evenings", gettext_lazy("Evenings and attendance"), ("evening", "presence", "availability")),
    (
        "rounds",
        gettext_lazy("Rounds and draws"),
        ("round", "rounds", "seat", "clock", "bye", "stand_in"),
    ),
    (
        "matches",
        gettext_lazy("Matches, their dates and places"),
        (
            *("captain", "line_up", "match_date", "match_rules", "walkover"),
            *("venue", "homes", "match", "calendar", "dates"),
        ),
    ),
    ("results", gettext_lazy("Results"), ("deal", "dispute", "table", "play_off")),
    ("prepared", gettext_lazy("Prepared deals"), ("deals", "weekly")),
    ("kitty", pgettext_lazy("money of a club", "Kitty"), ("kitty",)),
    (
        "associations",
        gettext_lazy("Associations and registrations"),
        ("association", "registration", "transfer", "championship"),
    ),
    ("adjustments", gettext_lazy("Penalties and awards"), ("adjustment",)),
    ("archives", gettext_lazy("Archives"), ("archive",)),
    ("webhooks", gettext_lazy("Webhooks"), ("webhook",)),
    ("messages", gettext_lazy("Messages to players"), ("director_message",)),
]
PARTS = {name: parts for name, _label, parts in SUBJECTS}
VIA = {
    "desk": gettext_lazy("at the desk"),
    "table": gettext_lazy("at the table"),
    "api": gettext_lazy("by a program"),
    "public": gettext_lazy("on the public pages"),
    "system": gettext_lazy("by itself"),
}


class AuditForm(forms.Form):
    """What somebody looks for in the journal."""

    event = forms.ModelChoiceField(
        label=gettext_lazy("Event"),
        queryset=Event.objects.none(),
        required=False,
        empty_label=gettext_lazy("all"),
    )
    subject = forms.ChoiceField(
        label=gettext_lazy("Subject"),
        required=False,
        choices=[
            ("", gettext_lazy("everything")),
            *((name, label) for name, label, _parts in SUBJECTS),
        ],
    )
    who = forms.CharField(label=gettext_lazy("Who did it"), required=False, max_length=100)
    words = forms.CharField(label=gettext_lazy("Words"), required=False, max_length=100)
    since = day_field(label=gettext_lazy("From"), required=False)
    until = day_field(label=gettext_lazy("To"), required=False)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["event"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101
        field.queryset = club.events.order_by("-starts_on", "-id")

    def wanted(self) -> Wanted:
        """Return the search in the journal; a field that cannot be read limits nothing."""
        data = getattr(self, "cleaned_data", {})
        event, until = data.get("event"), data.get("until")
        return Wanted(
            event_id=event.pk if event else None,
            subjects=PARTS.get(data.get("subject", ""), ()),
            actor=data.get("who", ""),
            words=tuple(data.get("words", "").split()),
            since=_midnight(data.get("since")),
            until=_midnight(until + timedelta(days=1) if until else None),
        )


def _midnight(day: date | None) -> datetime | None:
    """Return the first moment of the day in the club's time zone, which is the active one."""
    return timezone.make_aware(datetime.combine(day, time.min)) if day else None


@require_GET
@club_page("clubs.view_journal")
def audit(request: HttpRequest, club: Club) -> HttpResponse:
    """What happened in the club, newest first."""
    form = AuditForm(request.GET, club=club)
    form.is_valid()
    rows = happenings(club.pk, form.wanted())
    if wanted := format_asked(request):
        sheet = journal_sheet(club, rows[:MOST_ROWS])
        return spreadsheet(sheet, wanted, club.slug, "journal")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    passing_since = passing_kept_since(timezone.now())
    context = {
        "club": club,
        "form": form,
        "page": page,
        "items": _items(club, with_names(page.object_list)),
        "passing_since": passing_since if club.created_at < passing_since else None,
        "is_limited": any(request.GET.get(name) for name in form.fields),
        "is_narrowed": any(request.GET.get(name) for name in form.fields if name != "words"),
    }
    return render(request, "desk/audit/audit.html", context)


def _items(club: Club, rows: Sequence[Happening]) -> list[dict[str, Any]]:
    """Return the happenings as the timeline shows them; one query for the events' addresses."""
    ids = {row.event_id for row in rows if row.event_id}
    slugs = dict(Event.objects.filter(pk__in=ids).values_list("pk", "slug"))
    return [
        {
            "at": row.at,
            "actor": listed([row.actor, VIA[row.via]]),
            "text": (text := sentence_of(row)),
            # most sentences end with the reason
            "reason": "" if text.endswith(reason := row.data.get("reason", "")) else reason,
            "url": reverse("desk:event", args=[club.slug, slugs[row.event_id]])
            if row.event_id in slugs
            else "",
        }
        for row in rows
    ]

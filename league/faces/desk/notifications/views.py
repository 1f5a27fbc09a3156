"""What was sent to whom, and why: the club's log of notifications, for its directors."""

from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.clubs.models import Club
from league.faces.desk.access import club_page
from league.faces.desk.notifications.forms import LogForm
from league.faces.desk.notifications.log_shown import entry_shown, log_sheet, why_not_sent, why_of
from league.foundation.spreadsheets.answers import format_asked, spreadsheet
from league.office.notifications.selectors import log_of, stopped_in
from league.office.notifications.wording import said

ROWS_A_PAGE = 50


@require_safe
@club_page("notifications.view_log")
def notifications(request: HttpRequest, club: Club) -> HttpResponse:
    """The newest first; of one person or one event where that is asked for."""
    form = LogForm(club, request.GET)
    rows = log_of(club, **form.wanted)
    if wanted := format_asked(request):
        return spreadsheet(log_sheet(club, rows), wanted, club.slug, "notifications")
    page = Paginator(rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "form": form,
        "page": page,
        "rows": [entry_shown(row) for row in page],
        "stopped": stopped_in(club),
    }
    return render(request, "desk/notifications/log.html", context)


@require_safe
@club_page("notifications.view_log")
def notification(request: HttpRequest, club: Club, notification: int) -> HttpResponse:
    """One of them: what it says by the facts of now, why it was made, and which way it took."""
    found = get_object_or_404(log_of(club), pk=notification)
    with timezone.override(ZoneInfo(club.time_zone)):
        context = {
            "club": club,
            "entry": entry_shown(found),
            "said": said(found),
            "why": why_of(found),
            "why_not": why_not_sent(found, found.deliveries.all()),
        }
        return render(request, "desk/notifications/notification.html", context)

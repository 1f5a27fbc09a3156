"""The matches of a club's entries in an association: its people act for the entries' captains."""

from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.calendar.captains.matches import NoSuchMatch, match_at
from league.calendar.captains.selectors import is_shown_to_captains
from league.clubs.models import Club
from league.faces.desk.associations.association_access import member_page
from league.faces.desk.matches.for_a_side import page_for_side
from league.foundation.limits import LARGEST_ID
from league.office.associations.models import Association
from league.office.associations.selectors import open_to_clubs
from league.play.events.models import EntryState, EventState
from league.play.rounds.models import Round


@never_cache
@require_http_methods(["GET", "POST"])
@member_page("associations.change_club_entries")
def match(
    request: HttpRequest,
    club: Club,
    association: Association,
    event: str,
    entry: int,
    round: int,
    number: int,
) -> HttpResponse:
    """One match of an entry of the club: captain, line-up, dates and result, as its captain."""
    if max(entry, round, number) > LARGEST_ID:
        raise Http404
    found = get_object_or_404(open_to_clubs(association), slug=event, state=EventState.RUNNING)
    own = found.entries.filter(of_club__club=club, state=EntryState.ACCEPTED)
    ours = get_object_or_404(own, pk=entry)
    rows = Round.objects.select_related("stage__event__club")
    try:
        played = match_at(get_object_or_404(rows, pk=round, stage__event=found), number)
        side = played.side_of(ours)
    except NoSuchMatch as missing:
        raise Http404 from missing
    if not is_shown_to_captains(played):
        raise Http404
    at = [club.slug, association.club.slug, found.slug]
    here = [*at, entry, round, number]
    with timezone.override(ZoneInfo(found.club.time_zone)):
        return page_for_side(
            request,
            played,
            side,
            back=reverse("desk:association_entries", args=at),
            done=lambda: redirect("desk:association_match", *here),
            for_club=club,
        )

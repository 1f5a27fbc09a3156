"""What is worked out from facts, worked out from scratch because somebody wishes it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from league.clubs.models import Club
from league.desk.access import actor_of, club_page, event_page, stage_of
from league.desk.seasons.home import season_page
from league.events.models import Event, Season
from league.ratings import services as ratings
from league.seasons import services as seasons
from league.standings import services as standings
from league.statistics import services as statistics

OF_A_CLUB = {"ratings": ratings.request_rebuild, "statistics": statistics.request_rebuild}


@require_POST
@club_page("clubs.change_club")
def of_club(request: HttpRequest, club: Club, what: str) -> HttpResponse:
    """Request the ratings or the statistics of the club from scratch."""
    if what not in OF_A_CLUB:
        raise Http404
    job = OF_A_CLUB[what](club=club, actor=actor_of(request), at=timezone.now())
    return redirect("desk:job", club.slug, job.pk)


@require_POST
@season_page("seasons.change_season")
def of_season(request: HttpRequest, season: Season) -> HttpResponse:
    """Request the standings of every night of the season from scratch."""
    job = seasons.request_rebuild(season=season, actor=actor_of(request), at=timezone.now())
    return redirect("desk:job", season.club.slug, job.pk)


@require_POST
@event_page("events.change_event")
def of_stage(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """Request the standings of a stage from scratch."""
    found = stage_of(event, stage)
    job = standings.request_rebuild(stage=found, actor=actor_of(request), at=timezone.now())
    return redirect("desk:job", event.club.slug, job.pk)

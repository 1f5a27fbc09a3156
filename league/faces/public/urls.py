"""The addresses of the public's pages, a file a subject."""

from django.urls import include, path

app_name = "public"

CLUB = "clubs/<slug:club>/"

urlpatterns = [
    # the most asked for, so it is looked at first
    path(CLUB, include("league.faces.public.standings.urls")),
    path("", include("league.faces.public.events.urls")),
    path("", include("league.faces.public.club.urls")),
    path("", include("league.faces.public.styleguide.urls")),
    path("", include("league.faces.public.font_subset.urls")),
    path("", include("league.faces.public.previews.urls")),
    path(CLUB, include("league.faces.public.feeds.urls")),
    path("", include("league.faces.public.embeds.urls")),
    path("", include("league.faces.public.machines.urls")),
    path(CLUB, include("league.faces.public.past_events.urls")),
    path(CLUB, include("league.faces.public.people.urls")),
    path(CLUB, include("league.faces.public.ratings.urls")),
    path("", include("league.faces.public.me.urls")),
    path("", include("league.faces.public.rules.urls")),
    path(CLUB, include("league.faces.public.seasons.urls")),
    path(CLUB, include("league.faces.public.stages.urls")),
    path(CLUB, include("league.faces.public.match_dates.urls")),
    path(CLUB, include("league.faces.public.rounds.urls")),
    path("", include("league.faces.public.prepared.urls")),
    path("", include("league.faces.public.results.urls")),
]

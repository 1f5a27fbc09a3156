"""The addresses of the public's pages, a file a subject."""

from django.urls import include, path

app_name = "public"

CLUB = "clubs/<slug:club>/"

urlpatterns = [
    # the most asked for, so it is looked at first
    path(CLUB, include("league.public.standings.urls")),
    path("", include("league.public.events.urls")),
    path("", include("league.public.club.urls")),
    path("", include("league.public.styleguide.urls")),
    path("", include("league.public.few_characters.urls")),
    path("", include("league.public.previews.urls")),
    path(CLUB, include("league.public.feeds.urls")),
    path("", include("league.public.embeds.urls")),
    path("", include("league.public.machines.urls")),
    path(CLUB, include("league.public.past_events.urls")),
    path(CLUB, include("league.public.people.urls")),
    path(CLUB, include("league.public.ratings.urls")),
    path("", include("league.public.me.urls")),
    path("", include("league.public.rules.urls")),
    path(CLUB, include("league.public.seasons.urls")),
    path(CLUB, include("league.public.stages.urls")),
    path(CLUB, include("league.public.match_dates.urls")),
    path(CLUB, include("league.public.rounds.urls")),
    path("", include("league.public.prepared.urls")),
    path("", include("league.public.results.urls")),
]

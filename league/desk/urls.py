"""The addresses of the desk: one's clubs, and below each club a file of addresses a subject."""

from django.urls import include, path

from league.desk.finding import views

app_name = "desk"

CLUB = "<slug:club>/"

urlpatterns = [
    path("", include("league.desk.club.urls")),
    path(f"{CLUB}search/", views.search, name="search"),
    path(CLUB, include("league.desk.imports.urls")),
    path(CLUB, include("league.desk.people.urls")),
    path(CLUB, include("league.desk.house_rules.urls")),
    path(CLUB, include("league.desk.tonight.urls")),
    path(CLUB, include("league.desk.events.urls")),
    path(CLUB, include("league.desk.stages.urls")),
    path(CLUB, include("league.desk.matches.urls")),
    path(CLUB, include("league.desk.rounds.urls")),
    path(CLUB, include("league.desk.prepared.urls")),
    path(CLUB, include("league.desk.results.urls")),
    path(CLUB, include("league.desk.seasons.urls")),
    path(CLUB, include("league.desk.match_dates.urls")),
    path(CLUB, include("league.desk.kitty.urls")),
    path(CLUB, include("league.desk.stand_ins.urls")),
    path(CLUB, include("league.desk.associations.urls")),
    path(CLUB, include("league.desk.archives.urls")),
    path(CLUB, include("league.desk.jobs.urls")),
    path(CLUB, include("league.desk.webhooks.urls")),
    path(CLUB, include("league.desk.notifications.urls")),
]

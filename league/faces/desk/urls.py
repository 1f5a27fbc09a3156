"""The addresses of the desk: one's clubs, and below each club a file of addresses a subject."""

from django.urls import include, path

from league.faces.desk.finding import views

app_name = "desk"

CLUB = "<slug:club>/"

urlpatterns = [
    path("", include("league.faces.desk.club.urls")),
    path(f"{CLUB}search/", views.search, name="search"),
    path(CLUB, include("league.faces.desk.imports.urls")),
    path(CLUB, include("league.faces.desk.people.urls")),
    path(CLUB, include("league.faces.desk.house_rules.urls")),
    path(CLUB, include("league.faces.desk.tonight.urls")),
    path(CLUB, include("league.faces.desk.events.urls")),
    path(CLUB, include("league.faces.desk.stages.urls")),
    path(CLUB, include("league.faces.desk.matches.urls")),
    path(CLUB, include("league.faces.desk.rounds.urls")),
    path(CLUB, include("league.faces.desk.prepared.urls")),
    path(CLUB, include("league.faces.desk.results.urls")),
    path(CLUB, include("league.faces.desk.seasons.urls")),
    path(CLUB, include("league.faces.desk.match_dates.urls")),
    path(CLUB, include("league.faces.desk.kitty.urls")),
    path(CLUB, include("league.faces.desk.stand_ins.urls")),
    path(CLUB, include("league.faces.desk.associations.urls")),
    path(CLUB, include("league.faces.desk.archives.urls")),
    path(CLUB, include("league.faces.desk.jobs.urls")),
    path(CLUB, include("league.faces.desk.webhooks.urls")),
    path(CLUB, include("league.faces.desk.notifications.urls")),
]

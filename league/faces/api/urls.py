"""The addresses of API v1, a file a subject.

They have no slash at their end; with one they work as well.
"""

from django.urls import include, path, re_path

from league.faces.api import description
from league.faces.api.elsewhere import elsewhere

app_name = "api"

urlpatterns = [
    path("schema/", description.schema, name="schema"),
    path("docs/", description.DocsPage.as_view(), name="docs"),
    path("", include("league.faces.api.account.urls")),
    path("", include("league.faces.api.doors.urls")),
    path("", include("league.faces.api.stages.urls")),
    path("", include("league.faces.api.rules.urls")),
    path("", include("league.faces.api.jobs.urls")),
    path("", include("league.faces.api.club.urls")),
    path("", include("league.faces.api.people.urls")),
    path("", include("league.faces.api.kitty.urls")),
    path("", include("league.faces.api.archives.urls")),
    path("", include("league.faces.api.associations.urls")),
    path("", include("league.faces.api.imports.urls")),
    path("", include("league.faces.api.past_events.urls")),
    path("", include("league.faces.api.ratings.urls")),
    path("", include("league.faces.api.tonight.urls")),
    path("", include("league.faces.api.events.urls")),
    path("", include("league.faces.api.seasons.urls")),
    path("", include("league.faces.api.match_dates.urls")),
    path("", include("league.faces.api.captains.urls")),
    path("", include("league.faces.api.rounds.urls")),
    path("", include("league.faces.api.prepared.urls")),
    path("", include("league.faces.api.results.urls")),
    path("", include("league.faces.api.standings.urls")),
    path("", include("league.faces.api.webhooks.urls")),
    path("", include("league.faces.api.notifications.urls")),
    path("", include("league.faces.api.stand_ins.urls")),
    path("", include("league.faces.api.me.urls")),
    path("", include("league.faces.api.documents.urls")),
    re_path(r"^[\s\S]*\Z", elsewhere),
]

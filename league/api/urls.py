"""The addresses of API v1, a file a subject.

They have no slash at their end; with one they work as well.
"""

from django.urls import include, path, re_path

from league.api import description
from league.api.elsewhere import elsewhere

app_name = "api"

urlpatterns = [
    path("schema/", description.schema, name="schema"),
    path("docs/", description.DocsPage.as_view(), name="docs"),
    path("", include("league.api.account.urls")),
    path("", include("league.api.doors.urls")),
    path("", include("league.api.stages.urls")),
    path("", include("league.api.rules.urls")),
    path("", include("league.api.jobs.urls")),
    path("", include("league.api.club.urls")),
    path("", include("league.api.people.urls")),
    path("", include("league.api.kitty.urls")),
    path("", include("league.api.archives.urls")),
    path("", include("league.api.associations.urls")),
    path("", include("league.api.imports.urls")),
    path("", include("league.api.past_events.urls")),
    path("", include("league.api.ratings.urls")),
    path("", include("league.api.tonight.urls")),
    path("", include("league.api.events.urls")),
    path("", include("league.api.seasons.urls")),
    path("", include("league.api.match_dates.urls")),
    path("", include("league.api.captains.urls")),
    path("", include("league.api.rounds.urls")),
    path("", include("league.api.prepared.urls")),
    path("", include("league.api.results.urls")),
    path("", include("league.api.standings.urls")),
    path("", include("league.api.webhooks.urls")),
    path("", include("league.api.notifications.urls")),
    path("", include("league.api.stand_ins.urls")),
    path("", include("league.api.me.urls")),
    path("", include("league.api.documents.urls")),
    re_path(r"^[\s\S]*\Z", elsewhere),
]

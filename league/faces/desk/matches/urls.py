"""The addresses of an event's matches at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.matches import views
from league.faces.desk.matches.views import MatchRulesPages

MATCHES = "events/<slug:event>/matches/"

urlpatterns = [
    path(MATCHES, views.matches, name="matches"),
    *MatchRulesPages.urls(f"{MATCHES}rules/<int:stage>/"),
    path(f"{MATCHES}<int:round>/<int:number>/", views.match, name="match"),
]

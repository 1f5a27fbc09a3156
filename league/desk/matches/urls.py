"""The addresses of an event's matches at the desk, below `<club>/`."""

from django.urls import path

from league.desk.matches import views

MATCHES = "events/<slug:event>/matches/"

urlpatterns = [
    path(MATCHES, views.matches, name="matches"),
    path(f"{MATCHES}rules/<int:stage>/", views.match_rules, name="match_rules"),
    path(f"{MATCHES}<int:round>/<int:number>/", views.match, name="match"),
]

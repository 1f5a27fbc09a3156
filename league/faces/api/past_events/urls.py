"""The addresses of past events."""

from django.urls import path

from league.faces.api.past_events import views

EVENTS = "clubs/<slug:club>/past-events"
EVENT = f"{EVENTS}/<int:past_event>"

urlpatterns = [
    path(EVENTS, views.PastEventList.as_view(), name="past_events"),
    path(EVENT, views.PastEventView.as_view(), name="past_event"),
    path(f"{EVENT}/places", views.PastPlaces.as_view(), name="past_places"),
]

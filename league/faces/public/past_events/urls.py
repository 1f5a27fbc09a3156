"""The address of past events, below `clubs/<club>/`."""

from django.urls import path

from league.faces.public.past_events.views import past_event

urlpatterns = [
    path("past/<int:event_id>/", past_event, name="past_event"),
]

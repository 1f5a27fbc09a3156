"""The addresses of past events."""

from league.faces.api.past_events.views import PastEventViewSet
from league.faces.api.resources import Router

past_events = Router()
past_events.register("clubs/<slug:club>/past-events", PastEventViewSet, "past_event")

urlpatterns = past_events.urls

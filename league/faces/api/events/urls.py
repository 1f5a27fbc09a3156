"""The addresses of events, their entries and substitutes."""

from django.urls import path

from league.faces.api.events.entry_views import EntryViewSet, ReserveViewSet, SubstitutionViewSet
from league.faces.api.events.views import EventViewSet
from league.faces.api.resources import RowRouter

EVENT = "events/<int:event>"

rows = RowRouter()
rows.register("events", EventViewSet, "event")
rows.register("entries", EntryViewSet, "entry")

urlpatterns = [
    path("clubs/<slug:club>/events", EventViewSet.as_view({"post": "create"}), name="new_event"),
    path("events", EventViewSet.as_view({"get": "list"}), name="events"),
    path(
        f"{EVENT}/entries",
        EntryViewSet.as_view({"get": "list", "post": "create"}),
        name="entries",
    ),
    path(f"{EVENT}/entries/bulk", EntryViewSet.as_view({"post": "write"}), name="entries_write"),
    path(f"{EVENT}/sign-up", EntryViewSet.as_view({"post": "sign_up"}), name="sign_up"),
    path(f"{EVENT}/seeds", EntryViewSet.as_view({"put": "seed"}), name="seeds"),
    path(
        f"{EVENT}/reserves",
        ReserveViewSet.as_view({"get": "list", "put": "update"}),
        name="reserves",
    ),
    path(
        f"{EVENT}/substitutions",
        SubstitutionViewSet.as_view({"get": "list"}),
        name="substitutions",
    ),
    *rows.urls,
]

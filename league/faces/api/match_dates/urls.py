"""The addresses of venues, homes of entries, dates of matches and calendars."""

from django.urls import path

from league.faces.api.match_dates import views
from league.faces.api.resources import OneRouter, Router

many, one = Router(), OneRouter()
many.register("clubs/<slug:club>/venues", views.VenueViewSet, "venue")
one.register("events/<int:event>/homes", views.HomesViewSet, "homes")
one.register("stages/<int:stage>/calendar", views.CalendarViewSet, "calendar")

urlpatterns = [
    *many.urls,
    *one.urls,
    path("events/<int:event>/dates", views.DateViewSet.as_view({"get": "list"}), name="dates"),
    path(
        "rounds/<int:round>/dates/<int:number>",
        views.DateViewSet.as_view({"put": "update"}),
        name="date",
    ),
]

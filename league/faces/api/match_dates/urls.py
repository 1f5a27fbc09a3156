"""The addresses of venues, homes of entries, dates of matches and calendars."""

from django.urls import path

from league.faces.api.match_dates import views
from league.faces.api.resources import Router

CALENDAR = "stages/<int:stage>/calendar"

router = Router()
router.register("clubs/<slug:club>/venues", views.VenueViewSet, "venue")

urlpatterns = [
    *router.urls,
    path("events/<int:event>/homes", views.HomeList.as_view(), name="homes"),
    path("events/<int:event>/dates", views.DateList.as_view(), name="dates"),
    path("rounds/<int:round>/dates/<int:number>", views.DateView.as_view(), name="date"),
    path(CALENDAR, views.CalendarView.as_view(), name="calendar"),
    path(f"{CALENDAR}/make", views.MakeCalendar.as_view(), name="calendar_make"),
    path(f"{CALENDAR}/publish", views.PublishCalendar.as_view(), name="calendar_publish"),
]

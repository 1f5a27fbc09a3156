"""The addresses of the calendar of an event, below `clubs/<club>/`."""

from django.urls import path

from league.faces.public.match_dates.views import entry_file, event_calendar, event_file

EVENT = "events/<slug:event>/"

urlpatterns = [
    path(f"{EVENT}calendar/", event_calendar, name="event_calendar"),
    path(f"{EVENT}calendar.ics", event_file, name="event_calendar_file"),
    path(f"{EVENT}entries/<int:number>/calendar.ics", entry_file, name="entry_calendar_file"),
]

"""The addresses of venues, homes and calendars at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.match_dates import views
from league.faces.desk.match_dates.views import VenuePages

EVENT = "events/<slug:event>/"
CALENDAR = f"{EVENT}calendar/"
MATCH = f"{CALENDAR}<int:stage>/rounds/<int:number>/tables/<int:table>/"

urlpatterns = [
    *VenuePages.urls("venues/"),
    path(f"{EVENT}homes/", views.homes, name="homes"),
    path(f"{EVENT}homes/undo/", views.homes_undo, name="homes_undo"),
    path(CALENDAR, views.calendar, name="calendar"),
    path(f"{CALENDAR}<int:stage>/", views.calendar, name="calendar_stage"),
    path(f"{CALENDAR}<int:stage>/demands/", views.demands, name="calendar_demands"),
    path(
        f"{CALENDAR}<int:stage>/demands/undo/",
        views.demands_undo,
        name="calendar_demands_undo",
    ),
    path(f"{CALENDAR}<int:stage>/publish/", views.publish, name="calendar_publish"),
    path(f"{CALENDAR}<int:stage>/pdf/", views.calendar_pdf, name="calendar_pdf"),
    path(MATCH, views.move, name="match_date"),
]

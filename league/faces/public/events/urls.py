"""The addresses of events: their pictures, the screen, signing up, checking in."""

from django.urls import path

from league.faces.public.events.event_pictures import (
    bracket,
    event_statistics,
    meetings,
    movement,
    progress,
)
from league.faces.public.events.screen import screen, server_time
from league.faces.public.events.sign_up import check_in, confirm, sign_up, sign_up_guest
from league.faces.public.events.views import event, score_sheet_pdf
from league.faces.public.events.why import outlook, why

EVENT = "clubs/<slug:club>/events/<slug:event>/"

urlpatterns = [
    path("time/", server_time, name="time"),
    path(EVENT, event, name="event"),
    path(f"{EVENT}score-sheet/pdf/", score_sheet_pdf, name="score_sheet_pdf"),
    path(f"{EVENT}progress/", progress, name="progress"),
    path(f"{EVENT}meetings/", meetings, name="meetings"),
    path(f"{EVENT}bracket/", bracket, name="bracket"),
    path(f"{EVENT}movement/", movement, name="movement"),
    path(f"{EVENT}statistics/", event_statistics, name="event_statistics"),
    path(f"{EVENT}outlook/", outlook, name="outlook"),
    path(f"{EVENT}screen/", screen, name="screen"),
    path(f"{EVENT}sign-up/", sign_up, name="sign_up"),
    path(f"{EVENT}sign-up/<str:token>/", sign_up_guest, name="sign_up_guest"),
    path(f"{EVENT}why/<int:entry_id>/", why, name="why"),
    # short, for a code that old phones can read
    path("here/<str:token>/", check_in, name="check_in"),
    path("here/<str:token>/<int:player>/", confirm, name="check_in_confirm"),
]

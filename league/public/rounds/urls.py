"""The addresses of rounds, below `clubs/<club>/`."""

from django.urls import path

from league.public.rounds.views import round_

EVENT = "events/<slug:event>/"

urlpatterns = [
    path(f"{EVENT}rounds/<int:stage_number>/<int:number>/", round_, name="round"),
]

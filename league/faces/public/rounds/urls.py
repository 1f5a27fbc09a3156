"""The addresses of rounds, below `clubs/<club>/`."""

from django.urls import path

from league.faces.public.rounds.views import round_, round_pdf

EVENT = "events/<slug:event>/"

urlpatterns = [
    path(f"{EVENT}rounds/<int:stage_number>/<int:number>/", round_, name="round"),
    path(f"{EVENT}rounds/<int:stage_number>/<int:number>/pdf/", round_pdf, name="round_pdf"),
]

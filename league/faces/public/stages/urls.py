"""The address of a stage's bracket on paper, below `clubs/<club>/`."""

from django.urls import path

from league.faces.public.stages.stages_shown import bracket_pdf

EVENT = "events/<slug:event>/"

urlpatterns = [
    path(f"{EVENT}bracket/<int:stage_number>/pdf/", bracket_pdf, name="bracket_pdf"),
]

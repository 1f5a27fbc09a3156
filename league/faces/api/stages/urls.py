"""The addresses of stages and their formats."""

from django.urls import path

from league.faces.api.resources import RowRouter
from league.faces.api.stages.views import (
    FillingViewSet,
    FormatList,
    StageEntryViewSet,
    StageViewSet,
)

STAGE = "stages/<int:stage>"

rows = RowRouter()
rows.register("stages", StageViewSet, "stage")

urlpatterns = [
    path("formats", FormatList.as_view(), name="formats"),
    path(
        "events/<int:event>/stages",
        StageViewSet.as_view({"get": "list", "post": "create"}),
        name="stages",
    ),
    path(
        f"{STAGE}/filling",
        FillingViewSet.as_view({"get": "retrieve", "post": "fill"}),
        name="filling",
    ),
    path(f"{STAGE}/entries", StageEntryViewSet.as_view({"get": "list"}), name="stage_entries"),
    path(f"{STAGE}/groups", StageEntryViewSet.as_view({"post": "groups"}), name="groups"),
    *rows.urls,
]

"""The addresses of tables and what they played."""

from django.urls import path

from league.faces.api.resources import RowRouter
from league.faces.api.results import deal_views, views

rows = RowRouter()
rows.register("tables", views.TableViewSet, "table")
rows.register("deals", deal_views.SubmissionViewSet, "deal")

urlpatterns = [
    path(
        "events/<int:event>/results/bulk",
        deal_views.DealsOfEvent.as_view({"post": "create"}),
        name="results_write",
    ),
    path(
        "stages/<int:stage>/flags",
        deal_views.FlagsOfStage.as_view({"get": "list"}),
        name="flags",
    ),
    *rows.urls,
]

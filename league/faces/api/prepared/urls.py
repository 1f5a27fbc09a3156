"""The addresses of prepared deals and of the deal of the week."""

from django.urls import path

from league.faces.api.prepared.views import PreparedSetViewSet, WeeklyViewSet
from league.faces.api.resources import OneRouter

WEEKLY = "weekly-deals"

prepared = OneRouter()
prepared.register("stages/<int:stage>/prepared-deals", PreparedSetViewSet, "prepared")

urlpatterns = [
    path(WEEKLY, WeeklyViewSet.as_view({"get": "list"}), name="weekly_deals"),
    path(
        f"{WEEKLY}/<slug:variant>",
        WeeklyViewSet.as_view({"get": "retrieve", "post": "enter"}),
        name="weekly",
    ),
    path(
        f"{WEEKLY}/<slug:variant>/cards",
        WeeklyViewSet.as_view({"get": "cards"}),
        name="weekly_cards",
    ),
    *prepared.urls,
]

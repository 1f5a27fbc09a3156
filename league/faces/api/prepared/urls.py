"""The addresses of prepared deals and of the deal of the week."""

from django.urls import path

from league.faces.api.prepared import views

urlpatterns = [
    path("weekly-deals", views.WeeklyList.as_view(), name="weekly_deals"),
    path("weekly-deals/<slug:variant>", views.WeeklyView.as_view(), name="weekly"),
    path(
        "weekly-deals/<slug:variant>/cards",
        views.WeeklyCards.as_view(),
        name="weekly_cards",
    ),
    path(
        "stages/<int:stage>/prepared-deals",
        views.PreparedSetView.as_view(),
        name="prepared_set",
    ),
    path(
        "stages/<int:stage>/prepared-deals/look",
        views.LookAtDeals.as_view(),
        name="prepared_look",
    ),
    path(
        "stages/<int:stage>/prepared-deals/release",
        views.ReleaseDeals.as_view(),
        name="prepared_release",
    ),
    path(
        "stages/<int:stage>/prepared-deals/<int:deal>",
        views.PreparedDealView.as_view(),
        name="prepared_deal",
    ),
]

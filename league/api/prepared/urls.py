"""The addresses of prepared deals."""

from django.urls import path

from league.api.prepared import views

urlpatterns = [
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

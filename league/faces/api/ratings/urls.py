"""The addresses of ratings and statistics."""

from django.urls import path

from league.faces.api.ratings import views

urlpatterns = [
    path(
        "clubs/<slug:club>/players/<int:player>/statistics",
        views.PlayerStatistics.as_view(),
        name="player_statistics",
    ),
    path(
        "clubs/<slug:club>/players/<int:player>/ratings/<slug:family>",
        views.RatingHistory.as_view(),
        name="rating_history",
    ),
    path("clubs/<slug:club>/ratings/<slug:family>", views.RatingList.as_view(), name="ratings"),
    path(
        "clubs/<slug:club>/partnerships/<slug:family>",
        views.PartnershipList.as_view(),
        name="partnerships",
    ),
]

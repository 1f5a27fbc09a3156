"""The addresses of seasons."""

from django.urls import path

from league.faces.api.seasons import views

urlpatterns = [
    path("clubs/<slug:club>/seasons", views.SeasonList.as_view(), name="seasons"),
    path("seasons/<int:season>", views.SeasonView.as_view(), name="season"),
    path("seasons/<int:season>/rules", views.SeasonRulesView.as_view(), name="season_rules"),
    path(
        "seasons/<int:season>/divisions",
        views.SeasonDivisionsView.as_view(),
        name="season_divisions",
    ),
    path("seasons/<int:season>/table", views.SeasonTableView.as_view(), name="season_table"),
    path(
        "seasons/<int:season>/table/<slug:key>",
        views.SeasonWhyView.as_view(),
        name="season_why",
    ),
    path("seasons/<int:season>/places", views.SeasonPlaces.as_view(), name="season_places"),
    path(
        "seasons/<int:season>/handicaps",
        views.SeasonHandicaps.as_view(),
        name="season_handicaps",
    ),
    path("seasons/<int:season>/moves", views.SeasonMoves.as_view(), name="season_moves"),
    path("seasons/<int:season>/decide", views.DecideMove.as_view(), name="season_decide"),
    path("seasons/<int:season>/sign", views.SignMoves.as_view(), name="season_sign"),
    path(
        "seasons/<int:season>/unsign",
        views.TakeSignatureBack.as_view(),
        name="season_unsign",
    ),
    path(
        "seasons/<int:season>/next/request",
        views.NextSeasonRequest.as_view(),
        name="season_next_request",
    ),
    path("seasons/<int:season>/next", views.NextSeason.as_view(), name="season_next"),
]

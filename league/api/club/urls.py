"""The addresses of clubs and their journals."""

from django.urls import path

from league.api.club import closing_views, views

urlpatterns = [
    path("clubs", views.ClubList.as_view(), name="clubs"),
    path("clubs/<slug:club>", views.ClubView.as_view(), name="club"),
    path("clubs/<slug:club>/deletion", closing_views.ClubDeletion.as_view(), name="club_deletion"),
    path("clubs/<slug:club>/journal", views.Journal.as_view(), name="journal"),
]

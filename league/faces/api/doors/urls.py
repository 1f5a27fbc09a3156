"""The addresses of the doors `score`, `draw`, `rank` and `fixtures`."""

from django.urls import path

from league.faces.api.doors import views

urlpatterns = [
    path("score", views.ScoreDoor.as_view(), name="score"),
    path("draw", views.DrawDoor.as_view(), name="draw"),
    path("rank", views.RankDoor.as_view(), name="rank"),
    path("fixtures", views.FixturesDoor.as_view(), name="fixtures"),
    path("fixtures/check", views.FixturesCheckDoor.as_view(), name="fixtures_check"),
]

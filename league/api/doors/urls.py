"""The addresses of the doors `score`, `draw` and `rank`."""

from django.urls import path

from league.api.doors import views

urlpatterns = [
    path("score", views.ScoreDoor.as_view(), name="score"),
    path("draw", views.DrawDoor.as_view(), name="draw"),
    path("rank", views.RankDoor.as_view(), name="rank"),
]

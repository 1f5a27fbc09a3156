"""The addresses of requests to stand in."""

from django.urls import path

from league.faces.api.stand_ins import views

urlpatterns = [
    path(
        "tables/<int:table>/seats/<int:seat>/stand-in-request",
        views.SeatRequest.as_view(),
        name="stand_in_request",
    ),
    path("stand-in-requests", views.OwnRequests.as_view(), name="stand_in_requests"),
    path(
        "stand-in-requests/<int:stand_in>/answer", views.OwnAnswer.as_view(), name="stand_in_answer"
    ),
]

"""The addresses of what concerns the account's own players."""

from django.urls import path

from league.faces.api.me import views

urlpatterns = [
    path("me/matches", views.MyMatches.as_view(), name="my_matches"),
    path("me/availability", views.MyAvailability.as_view(), name="my_availability"),
]

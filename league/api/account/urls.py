"""The addresses of tokens."""

from django.urls import path

from league.api.account import views

urlpatterns = [
    path("token", views.TokenView.as_view(), name="token"),
]

"""The addresses of tokens and of one's own account."""

from django.urls import path

from league.faces.api.account import views
from league.faces.api.resources import OneRouter, Router

many, one = Router(), OneRouter()
many.register("account/tokens", views.OwnTokenViewSet, "own_token")
one.register("account", views.AccountViewSet, "account")
one.register("account/data", views.OwnDataViewSet, "own_data")
one.register("account/deletion", views.AccountDeletionViewSet, "account_deletion")

urlpatterns = [
    path("token", views.TokenView.as_view(), name="token"),
    *many.urls,
    *one.urls,
]

"""The addresses of tokens and of one's own account."""

from django.urls import path

from league.faces.api.account import views
from league.faces.api.resources import OneRouter, Router

many, one = Router(), OneRouter()
many.register("account/tokens", views.OwnTokenViewSet, "own_token")
one.register("account", views.AccountViewSet, "account")

data = views.OwnDataViewSet.as_view
deletion = views.AccountDeletionViewSet.as_view(
    {"get": "retrieve", "post": "create", "delete": "destroy"}
)

urlpatterns = [
    path("token", views.TokenView.as_view(), name="token"),
    *many.urls,
    *one.urls,
    path("account/data", data({"get": "retrieve", "post": "create"}), name="own_data"),
    path("account/data/file", data({"get": "file"}), name="own_data_file"),
    path("account/deletion", deletion, name="account_deletion"),
]

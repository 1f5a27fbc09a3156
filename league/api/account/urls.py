"""The addresses of tokens, and of the deletion of an account."""

from django.urls import path

from league.api.account import closing_views, views

urlpatterns = [
    path("token", views.TokenView.as_view(), name="token"),
    path("account/deletion", closing_views.AccountDeletion.as_view(), name="account_deletion"),
]

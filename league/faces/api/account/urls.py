"""The addresses of tokens and of one's own account."""

from django.urls import path

from league.faces.api.account import views

urlpatterns = [
    path("token", views.TokenView.as_view(), name="token"),
    path("account", views.OwnAccount.as_view(), name="account"),
    path("account/address", views.OwnAddress.as_view(), name="account_address"),
    path("account/data", views.OwnData.as_view(), name="own_data"),
    path("account/data/file", views.OwnDataFile.as_view(), name="own_data_file"),
    path("account/deletion", views.AccountDeletion.as_view(), name="account_deletion"),
    path("account/tokens", views.OwnTokens.as_view(), name="own_tokens"),
    path("account/tokens/<int:token>", views.OwnToken.as_view(), name="own_token"),
]

"""The addresses of tokens and of one's own account."""

from django.urls import path

from league.faces.api.account import closing_views, own_views, views

urlpatterns = [
    path("token", views.TokenView.as_view(), name="token"),
    path("account", own_views.OwnAccount.as_view(), name="account"),
    path("account/address", own_views.OwnAddress.as_view(), name="account_address"),
    path("account/data", own_views.OwnData.as_view(), name="own_data"),
    path("account/data/file", own_views.OwnDataFile.as_view(), name="own_data_file"),
    path("account/deletion", closing_views.AccountDeletion.as_view(), name="account_deletion"),
    path("account/tokens", own_views.OwnTokens.as_view(), name="own_tokens"),
    path("account/tokens/<int:token>", own_views.OwnToken.as_view(), name="own_token"),
]

"""The addresses of accounts: signing in and out, passwords, invitations, one's own data."""

from django.urls import path

from league.desk import (
    account,
    account_address,
    account_invitation,
    account_password,
    account_sign_in,
)

app_name = "account"

urlpatterns = [
    path("", account.home, name="home"),
    path("players/<int:player>/", account.public_name, name="public_name"),
    path("clubs/<int:member>/leave/", account.leave, name="leave"),
    path("sign-in/", account_sign_in.SignIn.as_view(), name="sign_in"),
    path("sign-out/", account_sign_in.sign_out, name="sign_out"),
    path("link/", account_sign_in.magic, name="magic"),
    path("address/", account_address.change, name="address"),
    path("address/<token>/", account_address.take, name="address_take"),
    path("password/", account_password.change, name="password"),
    path("password/forgotten/", account_password.forgotten, name="password_forgotten"),
    path(
        "password/new/<uidb64>/<token>/",
        account_password.NewPassword.as_view(),
        name="password_new",
    ),
    path("invitations/<token>/", account_invitation.invitation, name="invitation"),
]

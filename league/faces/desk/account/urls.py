"""The addresses of accounts: signing in and out, passwords, invitations, one's own data."""

from django.urls import path

from league.faces.desk.account import choices, own, own_data, sign_in, stand_ins

app_name = "account"

urlpatterns = [
    path("", own.home, name="home"),
    path("players/<int:player>/", own.public_name, name="public_name"),
    path("matches/", own_data.matches, name="matches"),
    path("matches/<int:round>/<int:number>/", own_data.match, name="match"),
    path("kitty/<int:player>/", own_data.own_kitty, name="kitty"),
    path("clubs/<int:member>/leave/", own.leave, name="leave"),
    path("data/", own_data.own_data, name="own_data"),
    path("data/copy/", own_data.copy, name="copy"),
    path("data/copy/file/", own_data.copy_file, name="copy_file"),
    path("data/close/", own_data.close, name="close"),
    path("data/keep/", own_data.keep, name="keep"),
    path("players/<int:player>/forget/", own_data.forget_me, name="forget_me"),
    path("sign-in/", sign_in.SignIn.as_view(), name="sign_in"),
    path("sign-up/", sign_in.ask, name="sign_up"),
    path("sign-up/<token>/", sign_in.take, name="sign_up_take"),
    path("sign-out/", sign_in.sign_out, name="sign_out"),
    path("link/", sign_in.magic, name="magic"),
    path("address/", own.change_address, name="address"),
    path("address/<token>/", own.take, name="address_take"),
    path("password/", own.change_password, name="password"),
    path("password/forgotten/", own.forgotten, name="password_forgotten"),
    path(
        "password/new/<uidb64>/<token>/",
        own.NewPassword.as_view(),
        name="password_new",
    ),
    path("notifications/address/", choices.try_address_again, name="address_again"),
    path("notifications/phones/", own.phone_add, name="phone_add"),
    path("notifications/phones/<int:phone>/remove/", own.phone_remove, name="phone_remove"),
    path("notifications/push.js", own.push_worker, name="push_worker"),
    path("notifications/by-link/<str:token>/", choices.choices_by_link, name="choices_by_link"),
    path("notifications/player/<str:token>/", choices.player_mails, name="player_mails"),
    path("notifications/<slug:club>/", choices.choices, name="choices"),
    path("stand-ins/", stand_ins.stand_ins, name="stand_ins"),
    path("stand-ins/seats/<int:seat>/", stand_ins.stand_in_own, name="stand_in_own"),
    path("stand-ins/<str:token>/", stand_ins.stand_in_answer, name="stand_in_answer"),
    path("tokens/", own.tokens, name="tokens"),
    path("tokens/<int:pk>/revoke/", own.revoke, name="token_revoke"),
    path("join/<token>/", sign_in.join, name="join"),
    path("invitations/<token>/", sign_in.invitation, name="invitation"),
]

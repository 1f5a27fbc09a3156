"""The addresses of clubs, their members, invitations and journals."""

from django.urls import path

from league.faces.api.club import invitation_views, views
from league.faces.api.resources import Router

CLUB = "clubs/<slug:club>"
JOINED = f"{CLUB}/joining/requests"
INVITATIONS = f"{CLUB}/invitations"
INVITATION = f"{INVITATIONS}/<int:invitation>"

members = Router()
members.register(f"{CLUB}/members", views.MemberViewSet, "member")

urlpatterns = [
    path("clubs", views.ClubList.as_view(), name="clubs"),
    path(CLUB, views.ClubView.as_view(), name="club"),
    path(f"{CLUB}/deletion", views.ClubDeletion.as_view(), name="club_deletion"),
    path(f"{CLUB}/logo", views.ClubLogo.as_view(), name="club_logo"),
    path(f"{CLUB}/journal", views.Journal.as_view(), name="journal"),
    *members.urls,
    path(f"{CLUB}/joining", invitation_views.JoiningView.as_view(), name="joining"),
    path(f"{CLUB}/joining/code", invitation_views.RenewJoinCode.as_view(), name="join_code_renew"),
    path(JOINED, invitation_views.JoinRequestList.as_view(), name="join_requests"),
    path(
        f"{JOINED}/<int:asked>/accept",
        invitation_views.AcceptJoinRequest.as_view(),
        name="join_accept",
    ),
    path(
        f"{JOINED}/<int:asked>/refuse",
        invitation_views.RefuseJoinRequest.as_view(),
        name="join_refuse",
    ),
    path(INVITATIONS, invitation_views.InvitationList.as_view(), name="invitations"),
    path(
        f"{INVITATIONS}/list", invitation_views.InviteList.as_view(), name="invitations_list_send"
    ),
    path(INVITATION, invitation_views.InvitationView.as_view(), name="invitation"),
    path(f"{INVITATION}/link", invitation_views.InvitationLink.as_view(), name="invitation_link"),
    path(
        f"{INVITATION}/withdraw",
        invitation_views.WithdrawInvitation.as_view(),
        name="invitation_withdraw",
    ),
    path(
        f"{INVITATION}/restore",
        invitation_views.RestoreInvitation.as_view(),
        name="invitation_restore",
    ),
    path(
        f"{INVITATION}/again",
        invitation_views.SendInvitationAgain.as_view(),
        name="invitation_again",
    ),
]

"""The addresses of clubs, their members, invitations and journals."""

from django.urls import path

from league.faces.api.club import invitation_views, views
from league.faces.api.resources import OneRouter, Router

CLUB = "clubs/<slug:club>"

many, one = Router(), OneRouter()
many.register("clubs", views.ClubsViewSet, "club")
many.register(f"{CLUB}/members", views.MemberViewSet, "member")
many.register(f"{CLUB}/joining/requests", invitation_views.JoinRequestViewSet, "join_request")
many.register(f"{CLUB}/invitations", invitation_views.InvitationViewSet, "invitation")
one.register(f"{CLUB}/logo", views.LogoViewSet, "club_logo")
one.register(f"{CLUB}/deletion", views.ClubDeletionViewSet, "club_deletion")
one.register(f"{CLUB}/joining", invitation_views.JoiningViewSet, "joining")

urlpatterns = [
    *many.urls,
    *one.urls,
    path(f"{CLUB}/journal", views.JournalViewSet.as_view({"get": "list"}), name="journal"),
]

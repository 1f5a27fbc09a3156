"""The addresses of players and members at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.people import members, merge, player_pages, views

PLAYER = "people/<int:player>/"
MEMBERS = "members/"

urlpatterns = [
    path("people/", views.people, name="people"),
    path("people/contacts/pdf/", views.contacts_pdf, name="contacts_pdf"),
    path("people/same-names/", merge.same_names, name="same_names"),
    path("people/same-names/undo/", merge.same_names_undo, name="same_names_undo"),
    path("people/joining/", members.joining, name="joining"),
    path("people/joining/sheet/", members.join_sheet, name="join_sheet"),
    path("people/joining/new-code/", members.join_code_renew, name="join_code_renew"),
    path("people/joining/<int:asked>/accept/", members.join_accept, name="join_accept"),
    path("people/joining/<int:asked>/refuse/", members.join_refuse, name="join_refuse"),
    path("people/new/", player_pages.player_new, name="player_new"),
    path(PLAYER, player_pages.player, name="player"),
    path(f"{PLAYER}active/", player_pages.active, name="player_active"),
    *player_pages.ApartPages.urls(f"{PLAYER}apart/"),
    path(f"{PLAYER}link/", player_pages.link, name="player_link"),
    path(f"{PLAYER}unlink/", player_pages.unlink, name="player_unlink"),
    path(f"{PLAYER}forget/", player_pages.forget, name="player_forget"),
    path(f"{PLAYER}merge/", merge.merge, name="player_merge"),
    path(f"{PLAYER}unmerge/", merge.unmerge, name="player_unmerge"),
    path(MEMBERS, members.members, name="members"),
    path(f"{MEMBERS}bring-back/", members.bring_back, name="member_bring_back"),
    path(f"{MEMBERS}<int:member>/role/", members.role, name="member_role"),
    path(f"{MEMBERS}<int:member>/remove/", members.remove, name="member_remove"),
    path(
        f"{MEMBERS}invitations/<int:invitation>/withdraw/",
        members.withdraw,
        name="invitation_withdraw",
    ),
    path(
        f"{MEMBERS}invitations/<int:invitation>/restore/",
        members.restore,
        name="invitation_restore",
    ),
    path(
        f"{MEMBERS}invitations/<int:invitation>/again/",
        members.send_again,
        name="invitation_again",
    ),
]

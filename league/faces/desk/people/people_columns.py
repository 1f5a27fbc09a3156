"""The club's players and members as spreadsheets."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Club
from league.foundation.spreadsheets.rows_and_columns import Column, Sheet

A_BATCH = 1_000

# by these headings the import knows the columns again
PLAYERS = (
    Column(gettext_lazy("Name"), lambda player: player.name),
    Column(gettext_lazy("Family name"), lambda player: player.family),
    Column(gettext_lazy("Told apart by"), lambda player: player.told_apart_by),
    Column(gettext_lazy("Sorted as"), lambda player: player.sort_name),
    Column(gettext_lazy("Member number"), lambda player: player.member_number),
    Column(gettext_lazy("E-mail address"), lambda player: player.email),
    Column(gettext_lazy("Telephone number"), lambda player: player.phone),
    Column(gettext_lazy("The public sees"), lambda player: player.get_public_name_display()),
    Column(gettext_lazy("Still plays here"), lambda player: player.is_active),
    Column(gettext_lazy("Guest"), lambda player: player.is_guest),
    Column(gettext_lazy("Account"), lambda player: player.user_id is not None),
)
MEMBERS = (
    Column(gettext_lazy("Name"), lambda member: member.user.name),
    Column(gettext_lazy("E-mail address"), lambda member: member.user.email),
    Column(gettext_lazy("Role"), lambda member: member.get_role_display()),
    Column(gettext_lazy("Since"), lambda member: member.since),
)


def players_sheet(club: Club, players: Any) -> Sheet:
    title = " · ".join((club.name, _("Players")))
    return Sheet(title=title, columns=PLAYERS, rows=players.iterator(chunk_size=A_BATCH))


def members_sheet(club: Club, members: Any) -> Sheet:
    title = " · ".join((club.name, _("Members")))
    return Sheet(title=title, columns=MEMBERS, rows=members.iterator(chunk_size=A_BATCH))

"""A list of people to be invited: addresses, with names and roles."""

from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.clubs.models import User
from league.clubs.services import (
    Fate,
    InvitationFate,
    InvitationLine,
    InvitedList,
    PlannedInvitation,
    invite_list,
    plan_invitations,
    written_line,
)
from league.clubs.services.player_list import HEADERS
from league.foundation.jobs.apart import Progress
from league.foundation.journal.actor import Act
from league.foundation.lists import listed
from league.foundation.refusal import OutOfDate
from league.office.imports.choices import Choices
from league.office.imports.kind import Field, Kind, Material, Option, Plan, PlannedRow, Row
from league.office.imports.reading.delimited import Grid, Line
from league.office.imports.reading.spreadsheet import read_spreadsheet, text_of_file

FIELDS = (
    Field(
        name="email",
        label=gettext_lazy("E-mail address"),
        headings=HEADERS["email"],
        needed=True,
    ),
    Field(name="name", label=gettext_lazy("Name"), headings=HEADERS["name"]),
    Field(name="last", label=gettext_lazy("Family name"), headings=HEADERS["last"]),
    Field(name="first", label=gettext_lazy("Given name"), headings=HEADERS["first"]),
    Field(
        name="role",
        label=gettext_lazy("Role"),
        headings="role function rolle funktion aufgabe 役割",
    ),
)
ADD_PEOPLE = Option(
    name="add_people",
    label=gettext_lazy("Add people who are not players of the club yet"),
    input="check",
    default="yes",
    help=gettext_lazy("Whoever accepts is linked to the player of that name."),
)
HEADINGS: Line = (0, ["email", "name", "role"])


def read(content: bytes, choices: Choices) -> Grid:
    """Return the lines of a spreadsheet, or of addresses as mail programs write them."""
    grid = read_spreadsheet(content, choices)
    first = grid.lines[0][1]
    if "@" not in " ".join(first):
        return grid
    text = text_of_file(content, choices)
    lines = [
        written_line(number, line)
        for number, line in enumerate(text.text.lstrip("\ufeff").splitlines(), start=1)
        if line.strip(" ,;\t")
    ]
    cells = [(one.line, [one.email, one.name, one.role]) for one in lines]
    return replace(grid, lines=[HEADINGS, *cells], delimiter="")


def plan(material: Material) -> Plan:
    planned = plan_invitations(
        material.club, _lines(material), add_people=_adds(material), at=timezone.now()
    )
    return Plan(rows=[_row(one) for one in planned])


def carry_out(material: Material, _progress: Progress, by: Act) -> str:
    invited_by = User.objects.filter(pk=by.actor.user_id or 0).first()
    if invited_by is None or not invited_by.has_perm("clubs.change_members", material.club):
        raise OutOfDate(_("Only an owner of the club can invite people by a list."))
    done = invite_list(
        club=material.club,
        lines=_lines(material),
        add_people=_adds(material),
        invited_by=invited_by,
        by=by,
    )
    return invited_in_words(done)


def _adds(material: Material) -> bool:
    return material.options.get(ADD_PEOPLE.name) == "yes"


def _lines(material: Material) -> list[InvitationLine]:
    return [
        InvitationLine(line=row.line, email=row.get("email"), name=_name(row), role=row.get("role"))
        for row in material.rows
    ]


def _name(row: Row) -> str:
    first, last = row.get("first"), row.get("last")
    is_japanese = any(ord(letter) >= 0x3040 for letter in last)
    return row.get("name") or (f"{last} {first}" if is_japanese else f"{first} {last}").strip()


def _row(one: PlannedInvitation) -> PlannedRow:
    is_sent = one.fate == InvitationFate.INVITE
    fate = Fate.ADD if is_sent else Fate.BAD if one.fate == InvitationFate.BAD else Fate.SAME
    return PlannedRow(
        line=one.line.line,
        title=one.line.email or one.line.name or "–",
        detail=one.line.name if one.line.email else "",
        fate=fate,
        words=_words(one),
    )


def _words(one: PlannedInvitation) -> str:
    """Return in words what becomes of a line."""
    match one.fate:
        case InvitationFate.BAD:
            return one.problem
        case InvitationFate.MEMBER:
            return _("is a member of the club already")
        case InvitationFate.INVITED:
            return _("is invited already; no second e-mail is sent")
    role = {"role": one.role.label}
    if one.player is not None:
        return _("invited as %(role)s, linked to %(player)s") % {**role, "player": one.player.name}
    if one.is_new:
        return _("invited as %(role)s, and added to the players") % role
    return _("invited as %(role)s") % role


def invited_in_words(done: InvitedList) -> str:
    """Return what inviting a list did as a sentence."""
    parts = [
        ngettext("%(count)d person invited", "%(count)d people invited", done.invited)
        % {"count": done.invited}
    ]
    if done.members:
        parts.append(_("%(count)d already a member") % {"count": done.members})
    if done.invited_before:
        parts.append(_("%(count)d already invited") % {"count": done.invited_before})
    if done.left_out:
        parts.append(
            ngettext("%(count)d line left out", "%(count)d lines left out", done.left_out)
            % {"count": done.left_out}
        )
    return _("Invitations: %(parts)s.") % {"parts": listed(parts)}


INVITATIONS = Kind(
    name="invitations",
    label=gettext_lazy("People to invite"),
    help=gettext_lazy(
        "E-mail addresses with names and roles, from a spreadsheet, or one a line as in "
        "Ann Lee <ann@example.org>. Without a role they are invited as players."
    ),
    fields=FIELDS,
    read=read,
    plan=plan,
    carry_out=carry_out,
    options=(ADD_PEOPLE,),
    counts_itself=True,
    permission="clubs.change_members",
)

"""Many people invited at once: each line is understood or says why not, and nobody comes twice."""

import pytest

from league.clubs.models import Invitation, Role
from league.clubs.services import (
    InvitationLine,
    invite,
    invite_list,
    plan_invitations,
    written_line,
)
from league.foundation.club_limits.services import LimitReached
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.outbox.models import OutboxMessage
from tests.league.factories import NOW, actor_of, make_club, make_member, make_player, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(owner):
    return make_club(owner=owner)


@pytest.fixture
def by(owner):
    return {"invited_by": owner, "by": Act(actor_of(owner), NOW)}


def line(number, email, name="", role=""):
    return InvitationLine(line=number, email=email, name=name, role=role)


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "email", "name", "role"),
    [
        ("Ann Lee <ann@example.org>", "ann@example.org", "Ann Lee", ""),
        ("ann@example.org", "ann@example.org", "", ""),
        ('"Lee, Ann" <ann@example.org>', "ann@example.org", "Ann Lee", ""),
        ("ann@example.org, Ann Lee, scorer", "ann@example.org", "Ann Lee", "scorer"),
        ("Ann Lee\tann@example.org\tDirector", "ann@example.org", "Ann Lee", "Director"),
        ("Ann Lee", "", "Ann Lee", ""),
        ("山田 太郎 <taro@example.org>", "taro@example.org", "山田 太郎", ""),
    ],
)
def test_line_of_a_mail_program_is_read(text, email, name, role):
    assert written_line(3, text) == line(3, email, name, role)


def test_each_line_says_what_would_happen(club, by):
    make_member(club, make_user("Mia Member"))
    member = club.members.get(user__name="Mia Member").user.email
    invite(club=club, email="old@example.org", role=Role.PLAYER, **by)
    ann = make_player(club, "Ann Lee")
    bob = make_player(club, "Robert Ray", email="bob@example.org")
    make_player(club, "Cy Fox", user=make_user("Cy"))

    planned = plan_invitations(
        club,
        [
            line(1, " Ann@Example.org", "ann lee", "SCORER"),
            line(2, "bob@example.org", "Bob"),
            line(3, member),
            line(4, "old@example.org"),
            line(5, "nonsense"),
            line(6, "ann@example.org"),
            line(7, "dee@example.org", "Dee Doe", "king"),
            line(8, "dee@example.org", "Dee Doe", "審判"),
            line(9, "dee@example.org", "Dee Doe"),
            line(10, "cy@example.org", "Cy Fox"),
            line(11, "eve@example.org", "12"),
            line(12, ""),
        ],
        add_people=True,
        at=NOW,
    )

    assert [one.fate for one in planned] == [
        *("invite", "invite", "member", "invited", "bad", "bad", "bad", "bad"),
        *("invite", "invite", "bad", "bad"),
    ]
    assert [one.player for one in planned[:2]] == [ann, bob]
    assert planned[0].role == Role.SCORER
    assert planned[5].problem == "ann@example.org is already in line 1; remove one of the two."
    assert (planned[8].is_new, planned[9].is_new) == (True, False)
    assert Invitation.objects.count() == 1


def test_all_are_invited_at_once_and_only_once(club, by):
    lines = [line(1, "ann@example.org", "Ann Lee"), line(2, "bad"), line(3, "bob@example.org")]

    first = invite_list(club=club, lines=lines, add_people=True, **by)
    again = invite_list(club=club, lines=lines, add_people=True, **by)

    assert (first.invited, first.left_out) == (2, 1)
    assert (again.invited, again.invited_before) == (0, 2)
    ann = Invitation.objects.get(email="ann@example.org")
    assert (ann.role, ann.player.name) == ("player", "Ann Lee")
    assert Happening.objects.filter(kind="member.invited").count() == 2
    assert club.players.count() == 1
    assert not OutboxMessage.objects.exists()  # the journal's reader requests them


def test_limit_of_the_club_invites_nobody(club, by, settings):
    settings.CLUB_MAILS_A_DAY = 1
    lines = [line(1, "ann@example.org", "Ann Lee"), line(2, "bob@example.org")]

    with pytest.raises(LimitReached):
        invite_list(club=club, lines=lines, add_people=True, **by)

    assert (Invitation.objects.count(), club.players.count()) == (0, 0)

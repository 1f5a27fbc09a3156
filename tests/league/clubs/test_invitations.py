"""Invitations: mailed, accepted once, withdrawn, expired; and the accounts they make."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import INVITATION, Invitation, Role, User
from league.clubs.services import (
    InvitationOver,
    InvitationRefused,
    accept_invitation,
    invitation_from,
    invite,
    mailed_invitation_from,
    mailed_token_of,
    restore_invitation,
    token_of,
    withdraw_invitation,
)
from league.clubs.services.accounts import AddressTaken, make_account_of
from league.clubs.services.rate_limits import TooOften
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from tests.league.factories import (
    NOW,
    PASSWORD,
    actor_of,
    make_club,
    make_member,
    make_player,
    make_user,
)
from tests.league.foundation.outbox.sending import mail_now

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(days=15)


@pytest.fixture
def club(owner):
    return make_club(owner=owner)


def send(club, owner, email="new@example.org", role=Role.SCORER, at=NOW, player=None):
    return invite(
        club=club,
        email=email,
        role=role,
        player=player,
        invited_by=owner,
        by=Act(actor_of(owner), at),
    )


def accept(invitation, user, at=NOW):
    return accept_invitation(invitation=invitation, user=user, by=Act(actor_of(user), at))


def kinds():
    return list(Happening.objects.order_by("id").values_list("kind", flat=True))


def test_who_accepts_becomes_a_member_with_the_role(club, owner):
    invitation, user = send(club, owner), make_user("New")

    accept(invitation, user)

    assert club.members.get(user=user).role == Role.SCORER
    assert kinds() == ["member.invited", "member.joined"]


def test_accepting_twice_changes_nothing(club, owner):
    invitation, user = send(club, owner), make_user("New")

    assert accept(invitation, user) == accept(invitation, user)
    assert kinds() == ["member.invited", "member.joined"]


@pytest.mark.long
def test_invitation_is_good_for_one_person(club, owner):
    invitation = send(club, owner)
    accept(invitation, make_user("First"))

    with pytest.raises(InvitationOver, match="was used already"):
        accept(invitation, make_user("Second"))


def test_expired_and_withdrawn_invitations_say_so(club, owner):
    expired, withdrawn = send(club, owner), send(club, owner, email="b@example.org")
    withdraw_invitation(invitation=withdrawn, by=Act(actor_of(owner), NOW))

    with pytest.raises(InvitationOver, match="was valid for 14 days"):
        accept(expired, make_user("A"), at=LATER)
    with pytest.raises(InvitationOver, match="has withdrawn this invitation"):
        accept(withdrawn, make_user("B"))


@pytest.mark.long
def test_address_invited_again_has_one_invitation_with_the_new_role_and_time(club, owner):
    first = send(club, owner, role=Role.PLAYER)
    Invitation.objects.update(mailed_at=NOW)
    again = send(club, owner, email=" New@Example.org ", role=Role.DIRECTOR, at=LATER)

    assert again.pk == first.pk
    assert (again.role, again.mailed_at) == (Role.DIRECTOR, None)
    assert again.expires_at > LATER


def test_withdrawn_invitation_holds_again(club, owner):
    invitation = send(club, owner)
    withdraw_invitation(invitation=invitation, by=Act(actor_of(owner), NOW))

    for _twice in range(2):
        restore_invitation(invitation=invitation, by=Act(actor_of(owner), NOW))

    assert accept(invitation, make_user("New")).role == Role.SCORER
    assert kinds() == [
        *("member.invited", "invitation.withdrawn", "invitation.restored", "member.joined")
    ]


def test_withdrawn_invitation_stays_so_once_something_came_after(club, owner):
    expired, renewed = send(club, owner), send(club, owner, email="b@example.org")
    joined = send(club, owner, email="c@example.org")
    for one in (expired, renewed, joined):
        withdraw_invitation(invitation=one, by=Act(actor_of(owner), NOW))
    send(club, owner, email="b@example.org")
    make_member(club, make_user("C", email="c@example.org"), Role.PLAYER)

    for one, at, why in (
        (expired, LATER, "has expired in the meantime"),
        (renewed, NOW, "has been invited again since"),
        (joined, NOW, "is a member of the club already"),
    ):
        with pytest.raises((InvitationOver, InvitationRefused), match=why):
            restore_invitation(invitation=one, by=Act(actor_of(owner), at))


def test_member_keeps_the_greater_role(club, owner):
    director, player = make_user("Dora"), make_user("Pat")
    make_member(club, director, Role.DIRECTOR)
    make_member(club, player, Role.PLAYER)

    accept(send(club, owner, email="one@example.org", role=Role.SCORER), director)
    accept(send(club, owner, email="two@example.org", role=Role.SCORER), player)

    assert club.members.get(user=director).role == Role.DIRECTOR
    assert club.members.get(user=player).role == Role.SCORER


def test_member_need_not_be_invited(club, owner):
    with pytest.raises(InvitationRefused, match="is a member of the club already, as owner"):
        send(club, owner, email=owner.email)


@pytest.mark.parametrize("email", ["", "nobody", "a@b@c"])
def test_address_that_is_none_is_refused(club, owner, email):
    with pytest.raises(InvitationRefused):
        send(club, owner, email=email)


def test_player_of_another_club_cannot_be_promised(club, owner):
    with pytest.raises(InvitationRefused):
        send(club, owner, player=make_player(make_club("Other Club")))


def test_account_is_linked_to_the_player(club, owner):
    player, user = make_player(club, "Ann Lee"), make_user("Ann")

    accept(send(club, owner, player=player), user)

    player.refresh_from_db()
    assert player.user == user


def test_used_invitation_cannot_be_withdrawn(club, owner):
    invitation = send(club, owner)
    accept(invitation, make_user("New"))

    with pytest.raises(InvitationOver, match="remove the member instead"):
        withdraw_invitation(invitation=invitation, by=Act(actor_of(owner), NOW))


@pytest.mark.long
@pytest.mark.parametrize(
    "forge",
    [
        lambda token: token[:-1] + ("A" if token[-1] != "A" else "B"),
        lambda token: "999:" + token.split(":")[1],
        lambda token: token.split(":")[0],
        lambda token: "",
        lambda token: "x:y",
    ],
)
def test_forged_link_is_no_invitation(club, owner, forge):
    token = token_of(send(club, owner))
    assert invitation_from(token).email == "new@example.org"

    with pytest.raises(InvitationOver, match="use the whole link"):
        invitation_from(forge(token))


@pytest.mark.long
@pytest.mark.parametrize(
    ("change", "constraint"),
    [
        ({"role": "king"}, "invitation_known_role"),
        ({"email": "New@Example.org"}, "invitation_email_in_lower_case"),
        ({"accepted_at": NOW}, "invitation_accepted_by_somebody"),
    ],
)
def test_database_refuses_invitations_that_cannot_be(club, owner, change, constraint):
    invitation = send(club, owner)

    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        Invitation.objects.filter(pk=invitation.pk).update(**change)

    assert refused.value.__cause__.diag.constraint_name == constraint


def test_database_keeps_one_open_invitation_of_an_address(club, owner):
    send(club, owner)

    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        Invitation.objects.create(
            club=club,
            email="new@example.org",
            role=Role.PLAYER,
            invited_by=owner,
            invited_at=NOW,
            expires_at=LATER,
        )

    name = refused.value.__cause__.diag.constraint_name
    assert name == "invitation_open_once_for_an_address"


@pytest.mark.long
def test_sender_and_recipient_have_limits_with_a_sentence(club, owner):
    for _ in range(5):
        send(club, owner, email="often@example.org")
    with pytest.raises(TooOften, match="was invited 5 times in a day"):
        send(make_club("Other Club"), make_user("Otto"), email="often@example.org")
    for number in range(95):
        send(club, owner, email=f"{number}@example.org")
    with pytest.raises(TooOften, match="You sent 100 invitations in a day"):
        send(club, owner, email="one-more@example.org")
    assert send(club, owner, email="one-more@example.org", at=NOW + timedelta(days=1))


class TestNewAccount:
    def test_link_that_the_inviter_sees_makes_none(self, club, owner):
        with pytest.raises(InvitationOver, match="use the whole link"):
            make_account_of(
                mailed_token=token_of(send(club, owner)),
                name="Evil",
                password=PASSWORD,
                language="en",
                at=NOW,
            )
        with pytest.raises(InvitationOver):
            mailed_invitation_from(token_of(send(club, owner, email="b@example.org")))

    def make(self, invitation, name="Ann Lee", password=PASSWORD, at=NOW):
        return make_account_of(
            mailed_token=mailed_token_of(invitation),
            name=name,
            password=password,
            language="ja",
            at=at,
        )

    @pytest.mark.long
    def test_account_is_made_with_the_address_of_the_invitation(self, club, owner):
        user = self.make(send(club, owner))

        assert (user.email, user.name, user.language) == ("new@example.org", "Ann Lee", "ja")
        assert user.check_password(PASSWORD)
        assert club.members.get(user=user).role == Role.SCORER

    def test_address_that_has_an_account_is_asked_to_sign_in(self, club, owner):
        make_user("New", email="new@example.org")

        with pytest.raises(AddressTaken, match="sign in to accept"):
            self.make(send(club, owner))

    def test_expired_invitation_makes_no_account(self, club, owner):
        with pytest.raises(InvitationOver):
            self.make(send(club, owner), at=LATER)

        assert not User.objects.filter(email="new@example.org").exists()


class TestMail:
    def mailed(self, club, owner, **fields):
        invitation = send(club, owner, at=timezone.now(), **fields)
        mail_now(INVITATION, subject_id=invitation.pk)
        return invitation

    def test_mail_has_the_link_and_says_who_invites_where(self, club, owner, mailoutbox, settings):
        settings.SITE_URL = "https://cards.example.org"
        invitation = self.mailed(club, owner)

        mail = mailoutbox[0]
        address = reverse("account:join", args=[mailed_token_of(invitation)])
        assert token_of(invitation) not in mail.body
        assert mail.to == ["new@example.org"]
        assert mail.subject == "Invitation to Harbour Cards"
        assert f"https://cards.example.org{address}\n" in mail.body
        assert "Olive Owner invites you to Harbour Cards" in mail.body

    def test_task_delivered_twice_mails_once(self, club, owner, mailoutbox):
        invitation = self.mailed(club, owner)
        mail_now(INVITATION, subject_id=invitation.pk)

        assert len(mailoutbox) == 1
        invitation.refresh_from_db()
        assert invitation.mailed_at is not None

    @pytest.mark.parametrize("over", ["accepted", "withdrawn", "expired", "gone"])
    def test_invitation_that_is_over_is_not_mailed(self, club, owner, mailoutbox, over):
        at = NOW - timedelta(days=400) if over == "expired" else timezone.now()
        invitation = send(club, owner, at=at)
        if over == "accepted":
            accept(invitation, make_user("New"), at=timezone.now())
        elif over == "withdrawn":
            withdraw_invitation(invitation=invitation, by=Act(actor_of(owner), NOW))
        pk = 999_999 if over == "gone" else invitation.pk

        mail_now(INVITATION, subject_id=pk)

        assert mailoutbox == []

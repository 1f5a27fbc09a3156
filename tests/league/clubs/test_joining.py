"""Signing up to a club by its link or code: taken once, without saying who is known."""

from datetime import date

import pytest
from django.core.cache import cache
from django.urls import reverse

from league.clubs.models import Invitation, Joining, JoinRequest, Role
from league.clubs.services import (
    JoiningClosed,
    JoiningInvalid,
    accept_join,
    ask_to_join,
    change_joining,
    joining_of_code,
    merge_players,
    refuse_join,
    renew_join_code,
    undo_merge,
)
from league.clubs.services.rate_limits import JOINS_FROM_NETWORK, TooOften
from league.foundation.club_limits.services import LimitReached
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.office.personal_data.services import forget_player
from tests.league.factories import NOW, actor_of, make_club, make_player, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(owner):
    return make_club(owner=owner)


@pytest.fixture
def by(owner):
    return {"by": Act(actor_of(owner), NOW)}


@pytest.fixture
def opened(club, owner, by):
    def opened(**settings):
        numbers = iter(range(6))
        settings = {"is_open": True, "is_confirmed": False} | settings
        return change_joining(
            club=club, below=lambda _most: next(numbers), account=owner, **by, **settings
        )

    return opened


def ask(joining, name="Ann Lee", email="ann@example.org", user=None, at=NOW):
    return ask_to_join(
        joining=joining, name=name, email=email, user=user, client="192.0.2.7", at=at
    )


def test_code_can_be_read_out_and_typed(opened):
    joining = opened()

    assert joining.code == "ABCDEF"
    assert joining_of_code("abc-def ") == joining
    assert joining_of_code("ABCDEG") is None


def test_who_signs_up_is_a_player_once_and_invited(club, opened):
    joining = opened()
    ask(joining)
    ask(joining, name="ann  lee", email="ANN@example.org")

    player = club.players.get()
    assert (player.name, player.email) == ("Ann Lee", "ann@example.org")
    invitation = Invitation.objects.get()
    assert (invitation.email, invitation.role, invitation.player) == (
        "ann@example.org",
        Role.PLAYER,
        player,
    )
    ask(joining, name="Bob Lee")
    assert club.players.count() == 2
    # an address has one invitation, which stays the first person's
    assert Invitation.objects.get().player == player


def test_account_becomes_a_member_in_the_smallest_role(club, opened):
    user = make_user("Ann Lee")
    asked = ask(opened(), email="else@example.org", user=user)
    asked.player.refresh_from_db()

    assert asked.email == user.email
    assert (club.members.get(user=user).role, asked.player.user) == (Role.PLAYER, user)
    assert not Invitation.objects.exists()


def test_known_name_waits_for_a_director_and_a_known_person_does_not(club, opened, owner, by):
    known = make_player(club, "Ann Lee", email="ann@example.org")
    joining = opened()
    stranger = ask(joining, email="other@example.org")
    same = ask(joining)

    assert stranger.accepted_at is None
    assert (same.player, same.is_new, club.players.count()) == (known, False, 1)
    taken = accept_join(asked=stranger, told_apart_by="Dover", account=owner, **by)
    assert taken.player.name == "Ann Lee (Dover)"
    assert accept_join(asked=stranger, account=owner, **by).player == taken.player
    assert club.players.count() == 2


def test_club_may_confirm_each(club, opened, owner, by):
    asked = ask(opened(is_confirmed=True))

    assert club.players.count() == 0
    accept_join(asked=asked, account=owner, **by)
    assert club.players.get().name == "Ann Lee"


@pytest.mark.parametrize(
    "settings",
    [{"is_open": False}, {"last_day": date(2020, 1, 1)}, {"most_people": 1}],
)
def test_closed_or_full_it_takes_nobody(club, opened, settings):
    joining = opened(most_people=5)
    ask(joining)
    joining = opened(**settings)

    with pytest.raises(JoiningClosed):
        ask(joining, "Bob Ray", "bob@example.org")
    assert club.players.count() == 1


@pytest.mark.parametrize(
    ("name", "email", "field"),
    [
        ("", "a@example.org", "name"),
        ("12", "a@example.org", "name"),
        ("A" * 121, "a@example.org", "name"),
        ("Ann", "ann", "email"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(opened, name, email, field):
    with pytest.raises(JoiningInvalid) as refused:
        ask(opened(), name, email)

    assert (refused.value.field, JoinRequest.objects.count()) == (field, 0)
    with pytest.raises(JoiningInvalid, match="Write a number from 1 to"):
        opened(most_people=0)


@pytest.mark.long
def test_strangers_cannot_come_without_end(opened, settings):
    joining = opened()
    settings.CLUB_JOINS_A_DAY = 1
    ask(joining)
    with pytest.raises(LimitReached):
        ask(joining, "Bob Ray", "bob@example.org")
    cache.clear()
    for _ in range(JOINS_FROM_NETWORK.most):
        ask(joining)
    with pytest.raises(TooOften):
        ask(joining)
    cache.clear()


def test_refused_is_gone_from_lists_invitations_and_members(club, opened, by):
    joining = opened()
    asked = ask(joining)
    user = make_user("Bob Ray")
    other = ask(joining, "Bob Ray", user=user)

    for one in (asked, other, asked):
        refuse_join(asked=one, **by)

    assert not club.players.filter(is_active=True).exists()
    assert Invitation.objects.get().withdrawn_at == NOW
    assert not club.members.filter(user=user).exists()
    assert not JoinRequest.objects.exists()


def test_journal_names_nobody_who_was_only_asked(opened, by):
    asked = ask(opened(is_confirmed=True), name="Secret Person")
    refuse_join(asked=asked, **by)

    assert "Secret" not in str([*Happening.objects.values_list("data", "actor_name")])


@pytest.mark.long
def test_merge_takes_it_along_and_back_and_forgetting_deletes_it(club, opened, by):
    asked = ask(opened())
    goes, stays = asked.player, make_player(club, "Anna Lee")
    merge_players(stays=stays, goes=goes, **by)
    asked.refresh_from_db()
    assert asked.player == stays
    undo_merge(stays=stays, goes=goes, **by)
    asked.refresh_from_db()
    assert asked.player == goes

    forget_player(player=goes, **by)
    assert not JoinRequest.objects.exists()


def test_new_code_ends_the_old_link(client, club, opened, by):
    old = opened()
    numbers = iter(range(6, 12))
    new = renew_join_code(club=club, below=lambda _most: next(numbers), **by)

    assert client.get(reverse("public:join_club", args=[old.code])).status_code == 404
    assert new.code == "GHJKLM"


class TestPages:
    def test_answer_is_the_same_for_known_and_unknown(self, client, club, opened):
        make_player(club, "Ann Lee", email="ann@example.org")
        page = reverse("public:join_club", args=[opened().code])
        people = [("Ann Lee", "ann@example.org"), ("Ann Lee", "x@example.org"), ("Zoe", "z@e.org")]

        answers = [
            client.post(page, {"name": name, "email": email}, follow=True) for name, email in people
        ]

        texts = {answer.content.decode().split("<main")[1] for answer in answers}
        assert len(texts) == 1
        assert "has your name and address" in texts.pop()

    def test_director_opens_it_and_takes_and_refuses(self, client, club, owner):
        client.force_login(owner)
        desk = reverse("desk:joining", args=[club.slug])
        client.post(desk, {"is_open": "on", "is_confirmed": "yes", "most_people": "9"})
        joining = Joining.objects.get()
        assert joining.is_open
        make_player(club, "Ann Lee")
        one, other = ask(joining), ask(joining, "Bob Ray", "bob@example.org")

        page = client.get(desk).content.decode()
        assert joining.code in page
        assert "It is Ann Lee, who is a player already" in page
        refused = client.post(reverse("desk:join_accept", args=[club.slug, one.pk]), follow=True)
        assert "write what tells the two apart" in refused.content.decode()
        word = {"told_apart_by": "Dover"}
        client.post(reverse("desk:join_accept", args=[club.slug, one.pk]), word)
        client.post(reverse("desk:join_refuse", args=[club.slug, other.pk]))
        assert [*club.players.order_by("id").values_list("name", flat=True)] == [
            "Ann Lee",
            "Ann Lee (Dover)",
        ]
        assert (
            joining.code
            in client.get(reverse("desk:join_sheet", args=[club.slug])).content.decode()
        )

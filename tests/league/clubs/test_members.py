"""Members, their roles, and the owner a club always keeps."""

import pytest
from django.db import connection, transaction

from league.clubs.models import Member, Role
from league.clubs.services import LastOwner, NotAMember, add_member, change_role, remove_member
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from tests.league.clubs.refusals import constraint_refusing
from tests.league.factories import NOW, actor_of, make_club, make_member, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(owner):
    return make_club(owner=owner)


def kinds():
    return list(Happening.objects.order_by("id").values_list("kind", flat=True))


def test_member_gets_another_role(club, owner):
    member = make_member(club, role=Role.PLAYER)

    change_role(member=member, role=Role.SCORER, by=Act(actor_of(owner), NOW))

    member.refresh_from_db()
    assert (member.role, kinds()) == (Role.SCORER, ["member.role_changed"])


def test_member_added_twice_is_one_member_with_the_first_role(club, owner):
    user = make_user("Sam")
    for role in (Role.SCORER, Role.PLAYER):
        add_member(club=club, user=user, role=role, by=Act(actor_of(owner), NOW))

    assert club.members.get(user=user).role == Role.SCORER
    assert kinds() == ["member.joined"]


def test_last_owner_can_neither_step_down_nor_leave(club, owner):
    last = club.members.get(user=owner)

    with pytest.raises(LastOwner, match="Olive Owner is the only owner"):
        change_role(member=last, role=Role.DIRECTOR, by=Act(actor_of(owner), NOW))
    with pytest.raises(LastOwner, match="Make somebody else an owner first"):
        remove_member(member=last, by=Act(actor_of(owner), NOW))

    assert club.members.get(user=owner).role == Role.OWNER


def test_one_of_two_owners_may_leave(club, owner):
    make_member(club, role=Role.OWNER)

    remove_member(member=club.members.get(user=owner), by=Act(actor_of(owner), NOW))

    assert not club.members.filter(user=owner).exists()
    assert kinds() == ["member.left"]


def test_member_removed_twice_is_removed_once(club, owner):
    member = make_member(club)
    for _ in range(2):
        remove_member(member=Member(pk=member.pk, club=club), by=Act(actor_of(owner), NOW))

    assert kinds() == ["member.removed"]


def test_role_of_a_person_who_left_cannot_be_changed(club, owner):
    member = make_member(club)
    gone = Member.objects.get(pk=member.pk)
    member.delete()

    with pytest.raises(NotAMember):
        change_role(member=gone, role=Role.SCORER, by=Act(actor_of(owner), NOW))


def test_database_keeps_an_owner(club):
    assert (
        constraint_refusing("UPDATE clubs_member SET role = 'scorer' WHERE club_id = %s", club.pk)
        == "club_keeps_an_owner"
    )
    assert (
        constraint_refusing("DELETE FROM clubs_member WHERE club_id = %s", club.pk)
        == "club_keeps_an_owner"
    )


def test_owners_may_be_exchanged_in_one_transaction(club, owner):
    with transaction.atomic():
        club.members.get(user=owner).delete()
        make_member(club, role=Role.OWNER)
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")

    assert club.members.get().user != owner


def test_database_refuses_a_second_membership_and_unknown_roles(club, owner):
    assert (
        constraint_refusing(
            "INSERT INTO clubs_member (club_id, user_id, role, since)"
            " VALUES (%s, %s, 'player', now())",
            club.pk,
            owner.pk,
        )
        == "member_once_in_a_club"
    )
    assert (
        constraint_refusing("UPDATE clubs_member SET role = 'king' WHERE club_id = %s", club.pk)
        == "member_has_a_known_role"
    )

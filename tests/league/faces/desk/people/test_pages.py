"""The desk's pages of players and members: found, changed, linked, merged, invited."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Invitation, KeptApart, Player, Role
from league.clubs.selectors import apart_from
from league.clubs.services import invite
from league.clubs.services.mails import url_of
from league.foundation.journal.actor import Act
from tests.league.faces.desk.undoing import undo
from tests.league.factories import (
    actor_of,
    make_club,
    make_double,
    make_member,
    make_player,
    make_players,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(owner):
    return make_club(owner=owner)


@pytest.fixture
def desk(client, owner):
    """The owner's browser."""
    client.force_login(owner)
    return client


@pytest.fixture
def address(club):
    return lambda name, *args: reverse(f"desk:{name}", args=[club.slug, *args])


def names_in(html):
    return re.findall(r'<th scope="row">\s*<a href="[^"]*">([^<]*)</a>', html)


FIELDS = {"name": "Ann Lee", "public_name": "full"}


class TestList:
    def test_players_come_in_the_order_of_their_names(self, desk, club, address):
        make_players(club, "Bob", "Émile", "adam")
        make_player(club, "Gone", is_active=False)
        make_double(Player.objects.get(name="Bob"), "Bobby")

        html = desk.get(address("people")).content.decode()

        assert names_in(html) == ["adam", "Bob", "Émile"]
        assert "3 players" in html

    def test_typing_fetches_the_list_alone(self, desk, club, address):
        make_players(club, "Ann Lee", "Bob Ray")

        response = desk.get(address("people"), {"q": "ann"}, headers={"HX-Request": "true"})

        html = response.content.decode()
        assert "<html" not in html
        assert names_in(html) == ["Ann Lee"]
        assert "HX-Request" in response.headers["Vary"]


class TestPlayer:
    def test_player_is_added(self, desk, club, address):
        response = desk.post(address("player_new"), FIELDS | {"member_number": "12"})

        assert response.url == address("people")
        assert club.players.get().member_number == "12"

    def test_a_name_that_is_alike_is_asked_about_by_a_box_to_tick(self, desk, club, address):
        make_player(club, "José Núñez")
        assert 'type="checkbox" name="surely_new"' not in desk.get(address("player_new")).text

        typed = {"name": "Jose Nunez", "public_name": "full"}
        asked = desk.post(address("player_new"), typed)
        assert 'type="checkbox" name="surely_new"' in asked.text
        assert club.players.count() == 1

        desk.post(address("player_new"), {**typed, "surely_new": "on"})
        assert club.players.count() == 2

    def test_taken_number_stands_beside_its_field_and_what_was_typed_stays(
        self, desk, club, address
    ):
        make_player(club, "Bob Ray", member_number="12")

        page = desk.post(address("player_new"), FIELDS | {"member_number": "12"}).content.decode()

        assert "The member number 12 belongs to Bob Ray already." in page
        assert 'value="Ann Lee"' in page

    def test_player_is_changed_and_keeps_his_own_name(self, desk, club, address):
        player = make_player(club, "Ann Lee")

        desk.post(address("player", player.pk), FIELDS | {"public_name": "initials"})

        player.refresh_from_db()
        assert player.public_name == "initials"

    def test_member_is_linked_and_the_link_taken_away(self, desk, club, address):
        player, member = make_player(club), make_member(club, make_user("Ann"))
        assert "Ann (player)" in desk.get(address("player", player.pk)).content.decode()

        desk.post(address("player_link", player.pk), {"member": member.pk})
        player.refresh_from_db()
        assert player.user == member.user

        desk.post(address("player_unlink", player.pk))
        player.refresh_from_db()
        assert player.user is None

    def test_only_members_without_a_player_can_be_linked(self, desk, club, address):
        taken, stranger = make_user("Taken"), make_user("Stranger")
        make_player(club, "Taken", user=taken)
        foreign = make_member(make_club("Other Club"), stranger)
        player = make_player(club)

        for member in (make_member(club, taken), foreign):
            page = desk.post(
                address("player_link", player.pk), {"member": member.pk}, follow=True
            ).content.decode()
            assert "Choose a member of the club" in page

        player.refresh_from_db()
        assert player.user is None


class TestMerge:
    def test_similar_names_are_offered_first(self, desk, club, address):
        player = make_player(club, "Ann Lee")
        make_players(club, "Zeb Quist", "Ann Lea", "Anne Lee")

        html = desk.get(address("player_merge", player.pk)).content.decode()

        offered = re.findall(r"\?goes=\d+\">([^<]*)</a>", html)
        assert offered == ["Anne Lee", "Ann Lea"]

    def test_what_moves_is_shown_before_it_does(self, desk, club, address):
        stays, goes = make_player(club, "Ann Lee"), make_player(club, "Ann Le", member_number="9")
        at = address("player_merge", stays.pk)

        page = desk.get(at, {"goes": goes.pk}).content.decode()
        assert "Merge Ann Le into Ann Lee?" in page
        assert "Ann Lee takes over the member number “9”." in page
        goes.refresh_from_db()
        assert goes.merged_into is None

        response = desk.post(at, {"goes": goes.pk}, follow=True)
        goes.refresh_from_db()
        assert goes.merged_into == stays
        assert "Ann Le is now Ann Lee." in response.content.decode()

    def test_what_is_in_the_way_is_said_and_there_is_no_button(self, desk, club, address):
        one = make_player(club, "Ann Lee", user=make_user("Ann"))
        other = make_player(club, "Ann Le", user=make_user("Anne"))
        at = address("player_merge", one.pk)

        page = desk.get(at, {"goes": other.pk}).content.decode()
        assert "Both players are linked to an account" in page
        assert f'name="goes" value="{other.pk}"' not in page

        refused = desk.post(at, {"goes": other.pk}).content.decode()
        assert "Both players are linked to an account" in refused
        other.refresh_from_db()
        assert other.merged_into is None


class TestMembers:
    def test_role_is_changed(self, desk, club, address):
        member = make_member(club, make_user("Sam"), Role.PLAYER)

        page = desk.post(
            address("member_role", member.pk), {"role": "scorer"}, follow=True
        ).content.decode()

        member.refresh_from_db()
        assert member.role == Role.SCORER
        assert "Sam is now scorer." in page


class TestInvite:
    def test_member_cannot_be_invited_and_what_was_typed_stays(self, desk, owner, address):
        words = {"email": owner.email, "role": "scorer"}
        page = desk.post(address("members"), words).content.decode()

        assert "is a member of the club already, as owner" in page
        assert f'value="{owner.email}"' in page

    @pytest.mark.long
    def test_director_invites_players_only(self, client, club, address):
        client.force_login(make_member(club, make_user("Dora"), Role.DIRECTOR).user)

        refused = client.post(address("members"), {"email": "a@example.org", "role": "owner"})
        client.post(address("members"), {"email": "b@example.org", "role": "player"})

        assert refused.status_code == 200
        assert [one.email for one in Invitation.objects.all()] == ["b@example.org"]

    @pytest.mark.long
    def test_director_does_not_see_the_link_that_makes_an_owner(self, client, club, owner, address):
        made = [
            invite(
                club=club,
                email=f"{role}@example.org",
                role=role,
                invited_by=owner,
                by=Act(actor_of(owner), timezone.now()),
            )
            for role in (Role.OWNER, Role.PLAYER)
        ]
        client.force_login(make_member(club, make_user("Dora"), Role.DIRECTOR).user)

        html = client.get(address("members")).content.decode()
        refused = client.post(address("invitation_withdraw", made[0].pk))

        assert [url_of(one) in html for one in made] == [False, True]
        assert refused.status_code == 403

    def test_invitation_is_sent_again_and_withdrawn(self, desk, club, owner, address):
        desk.post(address("members"), {"email": "new@example.org", "role": "scorer"})
        invitation = Invitation.objects.get()
        Invitation.objects.update(mailed_at=timezone.now(), expires_at=timezone.now())

        desk.post(address("invitation_again", invitation.pk))
        invitation.refresh_from_db()
        assert invitation.mailed_at is None
        assert invitation.expires_at > timezone.now()

        desk.post(address("invitation_withdraw", invitation.pk))
        invitation.refresh_from_db()
        assert invitation.withdrawn_at is not None

        desk.post(address("invitation_restore", invitation.pk))
        invitation.refresh_from_db()
        assert invitation.withdrawn_at is None


class TestKeptApart:
    def test_a_household_is_noted_shown_and_taken_back(self, desk, club, address):
        ann, bob = make_players(club, "Ann", "Bob")

        desk.post(address("player_pairs", bob.pk), {"other": ann.pk, "reason": "the Smiths"})

        for player, other in ((ann, bob), (bob, ann)):
            assert other.name in desk.get(address("player", player.pk)).content.decode()
            assert "the Smiths" in desk.get(address("player_pairs", player.pk)).content.decode()
        assert b"withdraw" in desk.post(address("player_pairs", ann.pk), {"other": bob.pk}).content
        ended = desk.post(address("player_pair_revoke", bob.pk, KeptApart.objects.get().pk))
        assert not apart_from(ann)
        undo(desk, ended)
        assert apart_from(ann)

"""The desk's pages of players and members: found, changed, linked, merged, invited."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Invitation, Player, Role
from league.clubs.services import invite
from league.clubs.services.mails import url_of
from league.clubs.services.rate_limits import INVITATIONS_BY_SENDER
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
def owner():
    return make_user("Olive Owner")


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
    @pytest.mark.long
    def test_a_player_with_the_address_of_a_member_is_offered_for_linking(
        self, desk, club, owner, address
    ):
        own = make_player(club, "Dora Owner", email=owner.email.title())
        make_player(club, "Ann Lee", email="ann@example.org")
        taken = make_member(club, make_user("Bob")).user
        make_player(club, "Bob", user=taken)
        make_player(club, "Robert", email=taken.email)

        offered = desk.get(address("people")).context["linkable"]
        assert [(player.name, player.account) for player in offered] == [
            ("Dora Owner", "Olive Owner")
        ]

        desk.post(address("player_link", own.pk), {"member": offered[0].member})
        own.refresh_from_db()
        assert own.user == owner
        assert "Link Dora Owner" not in desk.get(address("people")).content.decode()

    def test_players_come_in_the_order_of_their_names(self, desk, club, address):
        make_players(club, "Bob", "Émile", "adam")
        make_player(club, "Gone", is_active=False)
        make_double(Player.objects.get(name="Bob"), "Bobby")

        html = desk.get(address("people")).content.decode()

        assert names_in(html) == ["adam", "Bob", "Émile"]
        assert "3 players" in html

    def test_search_works_by_a_plain_address(self, desk, club, address):
        make_players(club, "Ann Lee", "Bob Ray")

        assert names_in(desk.get(address("people"), {"q": "ray"}).content.decode()) == ["Bob Ray"]

    def test_those_who_do_not_play_any_more_are_shown_when_wanted(self, desk, club, address):
        make_player(club, "Gone", is_active=False)

        html = desk.get(address("people"), {"all": "1"}).content.decode()

        assert names_in(html) == ["Gone"]
        assert "no longer plays" in html

    def test_typing_fetches_the_list_alone(self, desk, club, address):
        make_players(club, "Ann Lee", "Bob Ray")

        response = desk.get(address("people"), {"q": "ann"}, headers={"HX-Request": "true"})

        html = response.content.decode()
        assert "<html" not in html
        assert names_in(html) == ["Ann Lee"]
        assert "HX-Request" in response.headers["Vary"]

    @pytest.mark.long
    def test_long_list_has_pages_that_keep_the_search(self, desk, club, address):
        make_players(club, *(f"Player {n:03}" for n in range(60)))

        html = desk.get(address("people"), {"q": "player"}).content.decode()
        rest = desk.get(address("people"), {"q": "player", "page": "2"}).content.decode()

        assert (len(names_in(html)), len(names_in(rest))) == (50, 10)
        assert "?q=player&amp;page=2" in html

    @pytest.mark.long
    @pytest.mark.parametrize(
        "query", [{"page": "x"}, {"page": "999"}, {"q": "\x00"}, {"q": "a" * 5_000}, {"q": "%_\\"}]
    )
    def test_nonsense_in_the_address_finds_nobody_and_breaks_nothing(
        self, desk, club, address, query
    ):
        assert desk.get(address("people"), query).status_code == 200

    @pytest.mark.long
    def test_empty_list_says_what_to_do(self, desk, address):
        assert "Add them one by one, or import" in desk.get(address("people")).content.decode()
        found = desk.get(address("people"), {"q": "x<y"}).content.decode()
        assert "No match for “x&lt;y”" in found

    @pytest.mark.long
    @pytest.mark.parametrize("count", [1, 30])
    def test_number_of_queries_does_not_grow(
        self, desk, club, address, count, django_assert_num_queries
    ):
        for number in range(count):
            make_player(club, f"P {number}", user=make_user(f"U {number}"))

        # session, account, club, role (twice: for the page and its header), names that
        # several have, accounts to link, count, players
        with django_assert_num_queries(9):
            desk.get(address("people"))


class TestPlayer:
    def test_player_is_added(self, desk, club, address):
        response = desk.post(address("player_new"), FIELDS | {"member_number": "12"})

        assert response.url == address("people")
        assert club.players.get().member_number == "12"

    def test_form_comes_back_for_another_one(self, desk, club, address):
        assert desk.post(address("player_new"), FIELDS | {"another": "1"}).url == address(
            "player_new"
        )

    @pytest.mark.long
    def test_second_of_a_name_is_asked_about_first(self, desk, club, address):
        make_player(club, "Ann Lee", member_number="7")

        page = desk.post(address("player_new"), FIELDS | {"name": "ann lee"}).content.decode()
        assert "The club has a player called Ann Lee (7) already." in page
        assert "write what tells the two apart" in page
        assert club.players.count() == 1

        desk.post(address("player_new"), FIELDS | {"told_apart_by": "Dover"})
        assert [*club.players.order_by("id").values_list("name", flat=True)] == [
            "Ann Lee",
            "Ann Lee (Dover)",
        ]

    def test_a_name_that_is_alike_is_asked_about_by_a_box_to_tick(self, desk, club, address):
        make_player(club, "José Núñez")
        assert 'type="checkbox" name="surely_new"' not in desk.get(address("player_new")).text

        typed = {"name": "Jose Nunez", "public_name": "full"}
        asked = desk.post(address("player_new"), typed)
        assert 'type="checkbox" name="surely_new"' in asked.text
        assert club.players.count() == 1

        desk.post(address("player_new"), {**typed, "surely_new": "on"})
        assert club.players.count() == 2

    def test_names_that_are_alike_are_shown_with_the_way_to_merge_them(self, desk, club, address):
        jose, plain = make_player(club, "José Núñez"), make_player(club, "Jose Nunez")
        make_player(club, "Zoë")

        page = desk.get(address("same_names")).text
        assert all(address("player_merge", one.pk) in page for one in (jose, plain))
        assert "Zoë" not in page

    def test_form_sent_twice_adds_one(self, desk, club, address):
        for _ in range(2):
            desk.post(address("player_new"), FIELDS)

        assert club.players.count() == 1

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

    def test_double_leads_to_who_stays(self, desk, club, address):
        stays = make_player(club, "Ann Lee")

        response = desk.get(address("player", make_double(stays).pk))

        assert response.url == address("player", stays.pk)

    def test_player_is_taken_off_the_lists_and_put_back(self, desk, club, address):
        player = make_player(club)
        states = []
        for wanted in ("0", "1"):
            desk.post(address("player_active", player.pk), {"is_active": wanted})
            player.refresh_from_db()
            states.append(player.is_active)

        assert states == [False, True]

    def test_the_account_with_the_player_s_address_is_offered_first(self, desk, club, address):
        make_member(club, make_user("Ann"))
        olive = make_member(club, make_user("Olive", email="olive@example.org"))
        player = make_player(club, email="Olive@example.org")

        page = desk.get(address("player", player.pk)).content.decode()

        assert f'<option value="{olive.pk}" selected>' in page
        assert "This account has the player’s e-mail address." in page

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

    @pytest.mark.long
    def test_two_of_one_account_are_refused_in_words(self, desk, club, address):
        player = make_player(club, user=make_user("Ann"))
        member = make_member(club, make_user("Bob"))

        page = desk.post(
            address("player_link", player.pk), {"member": member.pk}, follow=True
        ).content.decode()

        assert "is linked to another account already" in page


class TestMerge:
    def test_similar_names_are_offered_first(self, desk, club, address):
        player = make_player(club, "Ann Lee")
        make_players(club, "Zeb Quist", "Ann Lea", "Anne Lee")

        html = desk.get(address("player_merge", player.pk)).content.decode()

        offered = re.findall(r"\?goes=\d+\">([^<]*)</a>", html)
        assert offered == ["Anne Lee", "Ann Lea"]

    def test_anybody_can_be_searched_for(self, desk, club, address):
        player = make_player(club, "Ann Lee")
        make_players(club, "Zeb Quist")

        html = desk.get(address("player_merge", player.pk), {"q": "zeb"}).content.decode()

        assert re.findall(r"\?goes=\d+\">([^<]*)</a>", html) == ["Zeb Quist"]

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

    @pytest.mark.long
    @pytest.mark.parametrize("goes", ["0", "9" * 30, "x", "-1", ""])
    def test_nonsense_merges_nobody(self, desk, club, address, goes):
        player = make_player(club)

        response = desk.post(address("player_merge", player.pk), {"goes": goes})

        assert response.status_code in (200, 404)
        assert not Player.objects.filter(merged_into__isnull=False).exists()


class TestMembers:
    def test_role_is_changed(self, desk, club, address):
        member = make_member(club, make_user("Sam"), Role.PLAYER)

        page = desk.post(
            address("member_role", member.pk), {"role": "scorer"}, follow=True
        ).content.decode()

        member.refresh_from_db()
        assert member.role == Role.SCORER
        assert "Sam is now scorer." in page

    @pytest.mark.long
    def test_long_list_has_pages_and_a_change_goes_back_to_its_own(
        self, desk, club, address, monkeypatch
    ):
        monkeypatch.setattr("league.faces.desk.people.members.A_PAGE", 2)
        for number in range(4):
            make_member(club, make_user(f"Zed {number}"))

        first, last = desk.get(address("members")), desk.get(address("members"), {"page": 3})

        assert [len(page.context["members"]) for page in (first, last)] == [2, 1]
        ((member, _form),) = last.context["members"]
        way = f"{address('member_role', member.pk)}?page=3"
        assert f'action="{way}"' in last.content.decode()
        changed = desk.post(way, {"role": "scorer"})
        assert changed.headers["Location"] == f"{address('members')}?page=3"

    def test_role_nobody_knows_changes_nothing(self, desk, club, address):
        member = make_member(club, make_user("Sam"), Role.PLAYER)

        page = desk.post(
            address("member_role", member.pk), {"role": "king"}, follow=True
        ).content.decode()

        assert "Choose one of the roles in the list." in page

    def test_last_owner_cannot_step_down_and_is_told_why(self, desk, club, address):
        member = club.members.get()
        for name, words in (("member_role", {"role": "player"}), ("member_remove", {})):
            page = desk.post(address(name, member.pk), words, follow=True).content.decode()
            assert "Olive Owner is the only owner of the club." in page

    def test_member_is_removed(self, desk, club, address):
        member = make_member(club, make_user("Sam"))

        page = desk.post(address("member_remove", member.pk), follow=True).content.decode()

        assert "Sam is no longer a member." in page
        assert club.members.count() == 1

    def test_owner_who_removes_himself_is_led_to_the_desk(self, desk, club, address):
        own = club.members.get()
        make_member(club, make_user("Second"), Role.OWNER)

        assert desk.post(address("member_remove", own.pk)).url == reverse("desk:home")

    @pytest.mark.long
    @pytest.mark.parametrize("count", [1, 30])
    def test_number_of_queries_does_not_grow(
        self, desk, club, owner, address, count, django_assert_num_queries
    ):
        for number in range(count):
            make_member(club, make_user(f"Member {number}"))
            invite(
                club=club,
                email=f"new{number}@example.org",
                role=Role.PLAYER,
                player=make_player(club, f"Player {number}"),
                invited_by=owner,
                actor=actor_of(owner),
                at=timezone.now(),
            )

        # session, account, club, role (three times), players to choose, members (twice),
        # invitations
        with django_assert_num_queries(9):
            desk.get(address("members"))


class TestInvite:
    @pytest.mark.long
    def test_invitation_is_made_and_shown_with_its_link(self, desk, club, address):
        words = {"email": "new@example.org", "role": "scorer"}
        page = desk.post(address("members"), words, follow=True).content.decode()

        invitation = Invitation.objects.get()
        assert (invitation.email, invitation.role) == ("new@example.org", "scorer")
        assert url_of(invitation) in page
        assert "The e-mail has not been sent yet" in page

    def test_players_page_fills_the_form(self, desk, club, address):
        player = make_player(club, "Ann Lee", email="ann@example.org")

        page = desk.get(address("members"), {"player": player.pk}).content.decode()

        assert 'value="ann@example.org"' in page
        assert f'<option value="{player.pk}" selected>' in page

    def test_member_cannot_be_invited_and_what_was_typed_stays(self, desk, owner, address):
        words = {"email": owner.email, "role": "scorer"}
        page = desk.post(address("members"), words).content.decode()

        assert "is a member of the club already, as owner" in page
        assert f'value="{owner.email}"' in page

    @pytest.mark.long
    def test_whoever_invites_too_often_is_told_when_to_go_on(self, desk, address, monkeypatch):
        few = replace(INVITATIONS_BY_SENDER, most=1)
        monkeypatch.setattr("league.clubs.services.invitations.INVITATIONS_BY_SENDER", few)
        words = {"email": "new@example.org", "role": "scorer"}
        desk.post(address("members"), words)

        refused = desk.post(address("members"), words | {"email": "more@example.org"})

        page = refused.content.decode()
        assert (refused.status_code, Invitation.objects.count()) == (429, 1)
        assert 0 < int(refused["Retry-After"]) <= few.seconds
        assert "You sent 1 invitations in a day. Wait " in page
        assert 'value="more@example.org"' in page

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
                actor=actor_of(owner),
                at=timezone.now(),
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

        desk.post(address("player_apart", ann.pk), {"other": bob.pk, "reason": "the Smiths"})

        for player, other in ((ann, bob), (bob, ann)):
            html = desk.get(address("player", player.pk)).content.decode()
            assert f'value="{other.pk}"' in html
            assert "the Smiths" in html
        desk.post(address("player_may_meet", bob.pk), {"other": ann.pk})
        assert "the Smiths" not in desk.get(address("player", ann.pk)).content.decode()

    def test_who_is_missing_is_asked_for_and_the_reason_kept(self, desk, club, address):
        ann = make_player(club, "Ann")

        answer = desk.post(address("player_apart", ann.pk), {"other": "", "reason": "feud"})

        assert answer.status_code == 422
        assert 'value="feud"' in answer.content.decode()
        for nonsense in ("", "x", "9" * 30):
            gone = desk.post(address("player_may_meet", ann.pk), {"other": nonsense})
            assert gone.status_code == 404

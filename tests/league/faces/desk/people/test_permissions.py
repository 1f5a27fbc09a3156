"""Who may open the desk's pages of clubs and people, and who is turned away how."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from league.clubs.models import Member, Player, Role
from league.clubs.services import invite
from league.foundation.journal.models import Happening
from tests.league.factories import (
    NOW,
    actor_of,
    make_club,
    make_member,
    make_player,
    make_user,
)

pytestmark = pytest.mark.django_db

EVERY_MEMBER = ["owner", "director", "scorer", "player"]
PAGES = {
    "club": ["owner", "director", "scorer"],
    "club_settings": ["owner"],
    "audit": ["owner", "director"],
    "search": ["owner", "director", "scorer"],
    "people": ["owner", "director"],
    "player_new": ["owner", "director"],
    "players_import": ["owner", "director"],
    "player": ["owner", "director"],
    "player_merge": ["owner", "director"],
    "members": ["owner", "director"],
}
WRITES = {
    "club_settings": ["owner"],
    "player_new": ["owner", "director"],
    "players_import": ["owner", "director"],
    "player": ["owner", "director"],
    "player_active": ["owner", "director"],
    "player_link": ["owner", "director"],
    "player_unlink": ["owner", "director"],
    "player_merge": ["owner", "director"],
    "player_unmerge": ["owner", "director"],
    "members": ["owner", "director"],
    "member_role": ["owner"],
    "member_remove": ["owner"],
    "member_bring_back": ["owner"],
    "invitation_withdraw": ["owner"],
    "invitation_restore": ["owner"],
    "invitation_again": ["owner"],
}
PARTS = {"player": "player", "member": "member", "invitation": "invitation"}


@pytest.fixture
def owner():
    return make_user("Olive Owner")


@pytest.fixture
def club(owner):
    return make_club(owner=owner)


@pytest.fixture
def rows(club, owner):
    """A player, a member and an invitation for a director, which only an owner may handle."""
    return {
        "player": make_player(club, "Ann Lee"),
        "member": make_member(club, make_user("Some Body"), Role.SCORER),
        "invitation": invite(
            club=club,
            email="new@example.org",
            role=Role.DIRECTOR,
            invited_by=owner,
            actor=actor_of(owner),
            at=NOW,
        ),
    }


def url(name, club, rows):
    kind = next((part for part in PARTS if name.startswith(part) and name != "players_import"), "")
    args = (
        [rows[kind].pk]
        if kind and name not in ("player_new", "members", "member_bring_back")
        else []
    )
    return reverse(f"desk:{name}", args=[club.slug, *args])


def sign_in(client, club, role):
    user = club.members.get(role=Role.OWNER).user if role == "owner" else None
    client.force_login(user or make_member(club, make_user(f"A {role}"), role).user)


@pytest.mark.long
@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("role", EVERY_MEMBER)
def test_page_opens_for_the_roles_that_may(client, club, rows, name, role):
    sign_in(client, club, role)

    assert client.get(url(name, club, rows)).status_code == (200 if role in PAGES[name] else 403)


@pytest.mark.long
@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", WRITES)
@pytest.mark.parametrize("role", EVERY_MEMBER)
def test_write_is_for_the_roles_that_may(client, club, rows, name, role):
    sign_in(client, club, role)

    status = client.post(url(name, club, rows)).status_code

    assert (status != 403) == (role in WRITES[name])
    assert status in (200, 302, 403, 404)  # 404: the form names nobody


def facts():
    return (
        list(Member.objects.order_by("pk").values_list("pk", "role")),
        list(Player.objects.order_by("pk").values_list("pk", "name", "is_active")),
        Happening.objects.count(),
    )


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", [*PAGES, *WRITES])
def test_nobody_is_asked_to_sign_in_and_nothing_happens(client, club, rows, name):
    before = facts()
    for method in (client.get, client.post):
        response = method(url(name, club, rows))
        assert response.status_code in (302, 405)
        if response.status_code == 302:
            assert response.url.startswith(reverse("account:sign_in"))

    assert facts() == before


@pytest.mark.long
@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", [*PAGES, *WRITES])
def test_owner_of_another_club_learns_nothing(client, club, rows, name):
    stranger = make_user("Stranger")
    make_club("Other Club", owner=stranger)
    client.force_login(stranger)
    before = facts()

    for method in (client.get, client.post):
        assert method(url(name, club, rows)).status_code in (404, 405)

    assert facts() == before


NAME_NO_ROW = {"player_new", "players_import", "members"}
ABOUT_A_ROW = [
    name for name in sorted({*PAGES, *WRITES} - NAME_NO_ROW) if name.startswith(tuple(PARTS))
]


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ABOUT_A_ROW)
def test_rows_of_another_club_are_not_there_below_ones_own_address(client, club, rows, name):
    """An owner who names another club's player in an address of his own club finds nobody."""
    stranger = make_user("Stranger")
    other = make_club("Other Club", owner=stranger)
    client.force_login(stranger)
    before = facts()

    response = client.post(url(name, other, rows), {"role": "owner", "is_active": "0"})

    assert response.status_code == 404 or facts() == before
    assert facts() == before


def test_player_of_another_club_is_no_double(client, club, rows):
    stranger = make_user("Stranger")
    other = make_club("Other Club", owner=stranger)
    own = make_player(other, "Ann Lee")
    client.force_login(stranger)

    response = client.post(
        reverse("desk:player_merge", args=[other.slug, own.pk]), {"goes": rows["player"].pk}
    )

    assert response.status_code == 404
    assert Player.objects.filter(merged_into__isnull=False).count() == 0


@pytest.mark.long
def test_site_staff_may_open_everything(client, club, rows):
    staff = make_user("Staff")
    staff.is_staff = True
    staff.save()
    client.force_login(staff)

    assert {client.get(url(name, club, rows)).status_code for name in PAGES} == {200}


def test_closed_account_may_do_nothing(club, owner):
    owner.is_active = False

    assert not owner.has_perm("clubs.change_club", club)
    assert not AnonymousUser().has_perm("clubs.view_desk", club)


def test_player_chooses_what_the_public_sees_of_himself_alone(club):
    user = make_user("Ann")
    own, other = make_player(club, "Ann Lee", user=user), make_player(club, "Bob Ray")

    assert user.has_perm("clubs.change_public_name", own)
    assert not user.has_perm("clubs.change_public_name", other)


@pytest.mark.long
def test_header_offers_the_pages_that_the_role_may_open(client, club, owner):
    offered = {}
    for role in ("owner", "director", "scorer"):
        sign_in(client, club, role)
        html = client.get(reverse("desk:club", args=[club.slug])).content.decode()
        nav = html.split('class="club-nav"')[1].split("</nav>")[0]
        offered[role] = [
            name
            for name in ("club", "events", "people", "members", "audit", "club_settings")
            if f'href="{reverse(f"desk:{name}", args=[club.slug])}"' in nav
        ]

    assert offered == {
        "owner": ["club", "events", "people", "members", "audit", "club_settings"],
        "director": ["club", "events", "people", "members", "audit"],
        "scorer": ["club", "events"],
    }

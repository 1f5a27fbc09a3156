"""Who sees which page: every page of an event, by every kind of person, for every visibility."""

import pytest
from django.urls import reverse

from league.clubs.models import Role
from tests.league.faces.public.factories import make_played, make_round, seat_all, submit
from tests.league.factories import make_club, make_member, make_user
from tests.league.tables.standings.factories import build

pytestmark = pytest.mark.django_db

PERSONS = ("stranger", "outsider", "player", "scorer", "director", "owner", "staff")
STAFF = {"scorer", "director", "owner", "staff"}
MEMBERS = STAFF | {"player"}
EVERYBODY = set(PERSONS)


def sign_in(client, person, club):
    if person == "stranger":
        return
    user = make_user(f"{person} signed in")
    if person == "outsider":
        make_member(make_club("Elsewhere"), user, Role.OWNER)
    elif person == "staff":
        user.is_staff = True
        user.save()
    else:
        make_member(club, user, person)
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")


def addresses(stage, table, deal):
    event = stage.event
    base = (event.club.slug, event.slug)
    return [
        reverse("public:event", args=base),
        reverse("public:standings", args=base),
        reverse("public:why", args=[*base, event.entries.first().pk]),
        reverse("public:round", args=[*base, 1, 1]),
        reverse("public:table", args=[*base, table.pk]),
        reverse("public:deal", args=[deal.pk]),
    ]


@pytest.mark.long
@pytest.mark.sampled(10)
@pytest.mark.parametrize("person", PERSONS)
@pytest.mark.parametrize(
    ("fields", "seen_by"),
    [
        ({"visibility": "public"}, EVERYBODY),
        ({"visibility": "unlisted"}, EVERYBODY),
        ({"visibility": "members"}, MEMBERS),
        ({"visibility": "hidden"}, STAFF),
        ({"visibility": "public", "state": "draft"}, STAFF),
        ({"visibility": "members", "state": "draft"}, STAFF),
    ],
    ids=["public", "unlisted", "members", "hidden", "draft", "draft for members"],
)
def test_pages_of_an_event_are_seen_by_whom_they_are_meant_for(client, person, fields, seen_by):
    stage, table, deal = make_played(**fields)
    build(stage)
    sign_in(client, person, stage.event.club)

    answers = {client.get(address).status_code for address in addresses(stage, table, deal)}

    if person in seen_by:
        assert answers == {200}
    elif person == "stranger" and fields == {"visibility": "members"}:
        # a member may have followed a link before signing in
        assert answers == {302}
    else:
        assert answers == {404}


@pytest.mark.long
@pytest.mark.sampled(10)
@pytest.mark.parametrize("person", PERSONS)
@pytest.mark.parametrize(
    ("fields", "listed_for"),
    [
        ({"visibility": "public"}, EVERYBODY),
        ({"visibility": "unlisted"}, MEMBERS),
        ({"visibility": "members"}, MEMBERS),
        ({"visibility": "hidden"}, STAFF),
        ({"visibility": "public", "state": "draft"}, STAFF),
    ],
    ids=["public", "unlisted", "members", "hidden", "draft"],
)
def test_an_event_is_listed_for_whom_it_is_meant(client, person, fields, listed_for):
    stage, _, _ = make_played(name="The secret cup", **fields)
    player = stage.event.club.players.first()
    sign_in(client, person, stage.event.club)

    club = client.get(reverse("public:club", args=[stage.event.club.slug]))
    own = client.get(reverse("public:player", args=[stage.event.club.slug, player.pk]))

    is_listed = person in listed_for
    assert ("The secret cup" in club.content.decode()) == is_listed
    assert (own.status_code == 200 and "The secret cup" in own.content.decode()) == is_listed


@pytest.mark.long
def test_who_has_nothing_to_show_strangers_is_not_found_by_them(client):
    stage, _, _ = make_played(visibility="members")
    player = stage.event.club.players.first()
    address = reverse("public:player", args=[stage.event.club.slug, player.pk])

    assert client.get(address).status_code == 404
    sign_in(client, "player", stage.event.club)
    assert client.get(address).status_code == 200


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize("person", PERSONS)
def test_initials_are_for_the_public_and_full_names_for_the_club(client, person):
    stage, table, deal = make_played(initials="Cy Fox")
    submit(table, number=2, full=False)
    build(stage)
    sign_in(client, person, stage.event.club)
    fox = stage.event.club.players.get(name="Cy Fox")
    theirs = stage.event.entries.get(number=2)
    pages = [
        *addresses(stage, table, deal),
        reverse("public:why", args=[stage.event.club.slug, stage.event.slug, theirs.pk]),
        reverse("public:player", args=[stage.event.club.slug, fox.pk]),
        reverse("public:club", args=[stage.event.club.slug]),
    ]

    texts = [client.get(page).content.decode() for page in pages]

    if person in MEMBERS:
        assert all("C. F." not in text for text in texts)
        assert sum("Cy Fox" in text for text in texts) == len(pages) - 1
    else:
        assert all("Fox" not in text for text in texts)
        assert sum("C. F." in text for text in texts) == len(pages) - 1


@pytest.mark.long
@pytest.mark.parametrize("person", ["stranger", "player", "director"])
def test_a_round_that_is_only_drawn_is_not_among_the_public_pages(client, person):
    stage, _, _ = make_played()
    drawn = make_round(stage, 2, "drawn")
    table = seat_all(drawn)
    deal = submit(table)
    sign_in(client, person, stage.event.club)
    base = (stage.event.club.slug, stage.event.slug)

    assert client.get(reverse("public:round", args=[*base, 1, 2])).status_code == 404
    assert client.get(reverse("public:table", args=[*base, table.pk])).status_code == 404
    assert client.get(reverse("public:deal", args=[deal.pk])).status_code == 404
    assert "Round 2" not in client.get(reverse("public:event", args=base)).content.decode()


@pytest.mark.long
@pytest.mark.parametrize("state", ["void", "corrected"])
def test_a_deal_that_no_longer_counts_is_not_shown(client, state):
    _, _, deal = make_played()
    deal.state = state
    deal.save()

    assert client.get(reverse("public:deal", args=[deal.pk])).status_code == 404


def test_the_address_of_a_corrected_deal_leads_to_its_correction(client):
    _, table, deal = make_played()
    deal.state = "corrected"
    deal.save()
    newer = submit(table, full=False)

    answer = client.get(reverse("public:deal", args=[deal.pk]))

    assert (answer.status_code, answer.url) == (302, reverse("public:deal", args=[newer.pk]))

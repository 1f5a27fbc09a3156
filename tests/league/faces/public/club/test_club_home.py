"""The home of a club: what is played now, what comes, the season, who won; and who sees what."""

import pytest
from django.urls import reverse

from league.clubs.models import Role
from tests.league.faces.public.factories import make_tonight
from tests.league.factories import make_club, make_member
from tests.league.reading import text_in
from tests.league.tables.standings.factories import make_stage

pytestmark = pytest.mark.django_db


def page_of(client, club, part=None, **query):
    address = reverse("public:club", args=[club.slug])
    headers = {"HX-Request": "true"} if part else {}
    answer = client.get(address, query | ({"part": part} if part else {}), headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.long
def test_an_event_of_tonight_comes_first_with_its_round_and_leader(client):
    stage = make_tonight(make_club())
    make_stage(club=stage.event.club, name="Long league", slug="long")

    text = text_in(page_of(client, stage.event.club))

    words = ("Live now", "Friday", "Round 1 of 3", "1 of 1 table done", "Ann 2")
    places = [text.index(word) for word in (*words, "Running events", "Long league")]
    assert places == sorted(places)


@pytest.mark.long
@pytest.mark.parametrize(
    ("visibility", "seen_by"),
    [
        ("public", {"stranger", "player", "director"}),
        ("unlisted", {"player", "director"}),
        ("members", {"player", "director"}),
        ("hidden", {"director"}),
    ],
)
def test_who_may_not_find_an_event_in_lists_does_not_find_it_among_what_is_played(
    client, visibility, seen_by
):
    stage = make_tonight(make_club(), name="Secret night", visibility=visibility)
    club = stage.event.club
    people = {
        "stranger": None,
        "player": make_member(club).user,
        "director": make_member(club, role=Role.DIRECTOR).user,
    }
    seen = set()
    for name, user in people.items():
        client.logout()
        if user:
            client.force_login(user, "django.contrib.auth.backends.ModelBackend")
        if "Secret night" in page_of(client, club):
            seen.add(name)
    assert seen == seen_by

"""Associations for programs: the rights and refusals of the pages, each club for itself alone."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.office.associations.models import Transfer
from league.play.events.models import EntryClub
from tests.league.faces.api.factories import V1, client_of
from tests.league.factories import make_member, make_player
from tests.league.office.associations.factories import (
    join,
    make_association,
    make_league,
    register,
    season_of,
)
from tests.league.play.events.factories import PITCH

pytestmark = pytest.mark.django_db


class County:
    """An association with a season and two clubs; each club has a player who is registered."""

    def __init__(self):
        today = timezone.localdate()
        self.association = make_association(transfers="consent")
        self.season = season_of(
            self.association, starts_on=today, ends_on=today + timedelta(days=90)
        )
        self.harbour = join(self.association, "Harbour Street")
        self.mill = join(self.association, "Mill Lane")
        self.ann = register(self.season, self.harbour, "Ann Archer")
        self.dan = register(self.season, self.mill, "Dan Dyer")
        self.league = make_league(self.season, state="open", **PITCH)

    def secretary(self, role="owner"):
        return person(self.association.club, role)

    def of_club(self, club, *rest):
        return "/".join([f"{V1}/clubs/{club.slug}/seasons/{self.season.pk}", *rest])

    def entries_of(self, club, *rest):
        return "/".join([f"{V1}/clubs/{club.slug}/events/{self.league.pk}", *rest])


@pytest.fixture
def county():
    return County()


def person(club, role="director"):
    known = club.members.filter(role=role).first()
    return client_of((known or make_member(club, role=role)).user)


def send(client, address, body=None):
    return client.post(address, body, format="json")


def code_of(answer):
    return answer.status_code, answer.json()["code"]


def test_other_clubs_read_what_a_player_shows_the_public(county):
    player = county.dan.player
    player.public_name = "initials"
    player.save()
    answer = person(county.harbour).get(county.of_club(county.harbour, "registered-elsewhere"))
    (row,) = answer.json()["results"]
    assert (row["player"], row["club"], row["name"]) == (player.pk, "mill-lane", "D. D.")
    made = ask_for_dan(county)
    assert made.json()["name"] == "D. D."
    (waits,) = (
        county.secretary().get(f"{V1}/seasons/{county.season.pk}/transfers").json()["results"]
    )
    assert waits["name"] == "Dan Dyer"


def ask_for_dan(county, client=None):
    home = county.harbour.players.filter(name="Dan Dyer").first()
    home = home or make_player(county.harbour, "Dan Dyer")
    body = {"player": county.dan.player_id, "home_player": home.pk}
    return send(client or person(county.harbour), county.of_club(county.harbour, "transfers"), body)


def test_a_transfer_keeps_to_the_rules_and_to_who_is_registered(county):
    director, address = person(county.harbour), county.of_club(county.harbour, "transfers")
    bea = make_player(county.harbour, "Bea Barnes")
    unknown = make_player(county.association.club, "Zed Zander")
    refused = send(director, address, {"player": unknown.pk, "home_player": bea.pk})
    assert code_of(refused) == (400, "unknown")
    assert "Zander" not in refused.content.decode()
    county.association.transfers = "never"
    county.association.save()
    assert code_of(ask_for_dan(county)) == (409, "transfer_not_allowed")
    assert not Transfer.objects.exists()


def enter(county, club, *rows):
    address = county.entries_of(club, "entries")
    return send(person(club), address, {"players": [row.player_id for row in rows]})


def test_a_club_enters_nobody_of_another_club_and_withdraws_no_other_entry(county):
    refused = enter(county, county.harbour, county.dan)
    assert code_of(refused) == (400, "unknown")
    assert "Dyer" not in refused.content.decode()
    theirs = str(enter(county, county.mill, county.dan).json()["id"])
    harbours = person(county.harbour)
    through_own = county.entries_of(county.harbour, "entries", theirs, "withdraw")
    assert send(harbours, through_own, {}).status_code == 404
    through_theirs = county.entries_of(county.mill, "entries", theirs, "withdraw")
    assert send(harbours, through_theirs, {}).status_code == 403
    assert send(harbours, county.entries_of(county.mill, "withdraw"), {}).status_code == 403
    assert EntryClub.objects.get(entry=theirs).entry.state == "accepted"


# The association itself.


def of(club, *rest):
    return "/".join([f"{V1}/clubs/{club.slug}/association", *rest])

"""One box for everything at the desk: what is found, by whom, and in how many queries."""

import re

import pytest
from django.urls import reverse

from league.clubs.models import Role
from league.faces.desk.finding.findable import FINDABLE
from league.faces.desk.urls import urlpatterns
from tests.league.faces.desk.clients import client_of
from tests.league.factories import (
    make_club,
    make_house_rules,
    make_player,
)
from tests.league.play.events.factories import make_event
from tests.league.play.results.factories import make_table, pinochle, play
from tests.league.play.rounds.factories import make_league, open_round
from tests.permissions.rights import RIGHTS

pytestmark = pytest.mark.django_db


def add_player(client, club, name):
    address = reverse("desk:player_new", args=[club.slug])
    assert client.post(address, {"name": name, "public_name": "full"}).status_code == 302


def found(club, text, role=Role.DIRECTOR, client=None, **headers):
    """Return what a search shows: the links' words by the heading of their group."""
    client = client or client_of(club, role)
    answer = client.get(reverse("desk:search", args=[club.slug]), {"q": text}, headers=headers)
    assert answer.status_code == 200
    groups = {}
    for part in answer.content.decode().split('class="found-group"')[1:]:
        heading = re.search(r"<h2[^>]*>([^<]+)", part)[1]
        groups[heading] = [
            re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", hit)).strip()
            for hit in re.findall(r"<a [^>]*data-hit>(.*?)</a>", part)
        ]
    return groups


def test_tables_are_found_by_number_and_by_who_sits_there_now():
    club = make_club()
    drawn = open_round(make_league(4, club)[0])
    event = drawn.stage.event
    client = client_of(club, Role.SCORER)

    for text in ("table 2", "2", "卓2", "テーブル 2", "２"):
        groups = found(club, text, client=client)
        assert next(iter(groups)) == "Tables", text
        (hit,) = groups["Tables"]
        assert hit.startswith(f"Table 2 {event.name}, round {drawn.number}"), text
    player = drawn.tables.get(number=1).seats.first().player
    hits = found(club, player.name, client=client)
    assert [hit[:8] for hit in hits["Tables"]] == ["Table 1 "]
    assert player.name in hits["Entries"][0]


def test_events_house_rules_pages_and_the_journal_are_found():
    club = make_club()
    make_event(club, name="Spring cup", slug="spring-cup")
    make_house_rules(club, "Friday rules")
    client = client_of(club, Role.DIRECTOR)
    add_player(client, club, "Otto Berg")

    assert found(club, "spring", client=client)["Events"][0].startswith("Spring cup")
    assert found(club, "friday", client=client)["House rules"] == ["Friday rules Pitch"]
    assert found(club, "tonight", client=client)["Pages"] == ["Tonight"]
    (sentence,) = found(club, "otto berg", client=client)["Journal"]
    assert "Otto Berg" in sentence


@pytest.mark.long
def test_a_scorer_finds_no_people_members_or_journal_and_nobody_another_clubs():
    club, other = make_club(), make_club("Hill Cards")
    make_player(club, "Ann Lee")
    make_player(other, "Ann Hill")
    make_event(other, name="Ann cup", slug="ann-cup")

    assert found(club, "ann", role=Role.SCORER) == {}
    assert found(club, "ann", role=Role.DIRECTOR) == {"Players": ["Ann Lee"]}


# pages that nobody looks for by a name: what they are instead
NO_PAGES = {
    "search": "the search itself",
    "tonight_present": "a part of a page",
    "tonight_plans": "a part of a page",
    "tonight_event": "a part of a page",
    "newsletter_file": "a file, offered on the page that is found",
    "kitty_account_csv": "a file, offered on the page that is found",
    "kitty_cash_pdf": "a file, offered on the page that is found",
    "contacts_pdf": "a file, offered on the page that is found",
    "kitty_event_pdf": "a file, offered on the page that is found",
}
ARGUMENTS = re.compile(r"<\w+:(\w+)>")


def pages_of_desk(patterns=urlpatterns, before=""):
    """Yield the name and the arguments of each page that can be looked at."""
    for pattern in patterns:
        address = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from pages_of_desk(pattern.url_patterns, address)
        elif "GET" in RIGHTS[f"desk:{pattern.name}"]:
            yield pattern.name, set(ARGUMENTS.findall(address))


def test_every_page_of_the_desk_can_be_found():
    """Whoever adds a page of a club or an event says in `findable.py` how it is called."""
    findable = {one.name.removeprefix("desk:") for one in FINDABLE}
    wanted = {name for name, needs in pages_of_desk() if needs <= {"club", "event"}}

    assert wanted - findable - set(NO_PAGES) == set()
    assert not findable & set(NO_PAGES)


@pytest.mark.parametrize("role", [Role.SCORER, Role.DIRECTOR, Role.OWNER])
def test_what_somebody_may_not_open_is_not_offered_and_everything_else_is(role):
    allowed = {Role.SCORER: "scorer", Role.DIRECTOR: "director", Role.OWNER: "owner"}[role]
    for one in FINDABLE:
        address = one.name if ":" in one.name else f"desk:{one.name}"
        may_open = allowed in RIGHTS[address]["GET"]
        if one.label in ("Invite a member", "Finish the event", "Delete the club"):
            continue  # a page that others may look at, where less people may do that
        if role in one.roles:
            assert may_open, one.name
        elif one.name not in PLACES_BY_ROLE:
            assert not may_open, one.name


# another entry of the list is for whoever may open it too
PLACES_BY_ROLE = {"kitty_cash"}


def test_a_deal_is_found_by_its_number_and_a_round_by_its_own():
    table = make_table()
    club = table.round.stage.event.club
    play(table, pinochle())
    client = client_of(club, Role.SCORER)

    for text in ("deal 1", "Spiel 1", "ディール1", f"deal 1 table {table.number}"):
        assert found(club, text, client=client)["Deals"][0].startswith("Deal 1 "), text
    assert "Deals" not in found(club, "deal 2", client=client)
    assert any(hit.startswith("Room ") for hit in found(club, "room 1", client=client)["Rounds"])

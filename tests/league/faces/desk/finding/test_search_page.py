"""One box for everything at the desk: what is found, by whom, and in how many queries."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.clubs.models import Role
from league.faces.desk.finding.findable import FINDABLE, Of, names_of
from league.faces.desk.urls import urlpatterns
from league.foundation.names import alike_key
from league.office.associations.models import Association
from league.office.kitty.models import Kitty
from tests.league.faces.desk.clients import client_of
from tests.league.factories import (
    NOW,
    make_club,
    make_house_rules,
    make_player,
    make_players,
)
from tests.league.play.events.factories import make_event
from tests.league.play.results.factories import make_table, pinochle, play
from tests.league.play.rounds.factories import make_league, open_round
from tests.league.tables.seasons.factories import make_season
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


@pytest.mark.long
def test_people_are_found_by_every_word_without_accents_and_in_either_kana():
    club = make_club()
    make_player(club, "Zoë Lindqvist", member_number="207")
    make_player(club, "山田 花子", sort_name="やまだ はなこ")
    client = client_of(club, Role.DIRECTOR)

    def players(text):
        return found(club, text, client=client).get("Players", [])

    assert players("zoe lind") == ["Zoë Lindqvist 207"]
    assert players("207") == ["Zoë Lindqvist 207"]
    assert players("zoe berg") == []
    for text in ("やまだ", "ヤマダ", "ﾔﾏﾀﾞ", "やまた", "やまだはなこ", "花子", "山田 はな"):
        assert players(text) == ["山田 花子 やまだ はなこ"], text


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
def test_the_journal_can_be_limited_to_words():
    club = make_club()
    client = client_of(club, Role.DIRECTOR)
    for name in ("Otto Berg", "Ida Holm"):
        add_player(client, club, name)

    page = client.get(reverse("desk:audit", args=[club.slug]), {"words": "ida"}).content.decode()

    timeline = page.split('class="timeline"')[1].split("</ol>")[0]
    assert "Ida Holm" in timeline
    assert "Otto Berg" not in timeline


@pytest.mark.long
def test_a_scorer_finds_no_people_members_or_journal_and_nobody_finds_another_club():
    club, other = make_club(), make_club("Hill Cards")
    make_player(club, "Ann Lee")
    make_player(other, "Ann Hill")
    make_event(other, name="Ann cup", slug="ann-cup")

    assert found(club, "ann", role=Role.SCORER) == {}
    assert found(club, "ann", role=Role.DIRECTOR) == {"Players": ["Ann Lee"]}
    player = client_of(club, Role.PLAYER)
    assert player.get(reverse("desk:search", args=[club.slug]), {"q": "ann"}).status_code == 403
    assert player.get(reverse("desk:search", args=[other.slug]), {"q": "ann"}).status_code == 404


def test_below_the_box_stand_a_few_hits_and_that_there_are_more():
    club = make_club()
    make_players(club, *[f"Ann Lee {number}" for number in range(8)])

    answer = client_of(club, Role.DIRECTOR).get(
        reverse("desk:search", args=[club.slug]), {"q": "ann"}, headers={"hx-request": "true"}
    )

    html = answer.content.decode()
    assert "<html" not in html
    assert html.count("<li>") == 5
    assert "Everything that was found" in html
    assert "There are more: add a word to narrow them down." in html


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", ["", " ", "%", "_", "a", "\x00", "x" * 500, "((", "[あ"])
def test_strange_words_find_nothing_and_break_nothing(text):
    club = make_club()
    make_player(club, "Ann Lee")
    director = client_of(club, Role.DIRECTOR)

    assert "Players" in found(club, "ann", client=director)
    assert "Players" not in found(club, text, client=director)


@pytest.mark.long
def test_queries_do_not_grow_with_what_is_found():
    club = make_club()
    client = client_of(club, Role.DIRECTOR)
    open_round(make_league(4, club)[0])
    counts = []
    for number in range(2):
        found(club, "lee", client=client)
        with CaptureQueriesContext(connection) as queries:
            assert len(found(club, "lee", client=client)["Entries"]) >= 4
        counts.append(len(queries))
        make_players(club, *[f"More Lee {number}-{more}" for more in range(10)])
        if number == 0:
            open_round(make_league(12, club, slug="autumn", name="Autumn")[0])

    assert counts[0] == counts[1]


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


@pytest.mark.long
def test_each_page_is_found_by_its_name_in_every_language():
    club = make_club()
    Kitty.objects.create(club=club, currency="EUR", opened_on=NOW.date())
    Association.objects.create(club=club, founded_at=NOW)
    season = make_season(club)
    drawn = open_round(make_league(4, club)[0])
    event = drawn.stage.event
    at = {
        Of.SITE: [],
        Of.CLUB: [club.slug],
        Of.EVENT: [club.slug, event.slug],
        Of.ROUND: [club.slug, event.slug, drawn.stage.number, drawn.number],
        Of.SEASON: [club.slug, season.slug],
    }
    clients = {role: client_of(club, role) for role in (Role.SCORER, Role.DIRECTOR, Role.OWNER)}
    missed = []
    for one in FINDABLE:
        name = one.name if ":" in one.name else f"desk:{one.name}"
        address = reverse(name, args=[*at[one.of], *one.more])
        for text in names_of(one):
            found_at = reverse("desk:search", args=[club.slug])
            page = clients[one.roles[-1]].get(found_at, {"q": text})
            if f'href="{address}' not in page.content.decode():
                missed.append((one.name, text))

    assert missed == []


def test_the_event_on_whose_page_one_is_comes_first():
    club = make_club()
    one, other = (make_event(club, name=name, slug=name.lower()) for name in ("Spring", "Autumn"))
    client = client_of(club, Role.DIRECTOR)
    for event in (one, other):
        here = "http://testserver" + reverse("desk:event", args=[club.slug, event.slug])
        hits = found(club, "entries", client=client, **{"hx-current-url": here})

        assert hits["Pages of events"][0] == f"Entries {event.name}"


def test_a_deal_is_found_by_its_number_and_a_round_by_its_own():
    table = make_table()
    club = table.round.stage.event.club
    play(table, pinochle())
    client = client_of(club, Role.SCORER)

    for text in ("deal 1", "Spiel 1", "ディール1", f"deal 1 table {table.number}"):
        assert found(club, text, client=client)["Deals"][0].startswith("Deal 1 "), text
    assert "Deals" not in found(club, "deal 2", client=client)
    assert any(hit.startswith("Room ") for hit in found(club, "room 1", client=client)["Rounds"])


def test_a_setting_is_found_at_its_field_by_owners_alone():
    club = make_club()

    html = client_of(club, Role.OWNER).get(
        reverse("desk:search", args=[club.slug]), {"q": "time zone"}
    )

    assert (
        reverse("desk:club_settings", args=[club.slug]) + "#id_time_zone" in html.content.decode()
    )
    assert "Settings" not in found(club, "time zone", role=Role.DIRECTOR)


def test_without_a_word_the_page_lists_all_there_is():
    club = make_club()

    pages = found(club, "", role=Role.DIRECTOR)["Pages"]

    assert {"Tonight", "Cash desk", "Associations", "Even pairs"} - set(pages) == {"Cash desk"}


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("who owes", "Kitty"),
        ("goes home", "Tonight"),
        ("comes late", "Tick who is here"),
        ("sits out", "Tonight"),
        ("delete player", "Players"),
        ("holiday", "Calendar"),
        ("change result", "Room"),
        ("captain", "Matches"),
        ("forfeit", "Room"),
        ("geht heim", "Tonight"),
        ("遅刻", "Tick who is here"),
    ],
)
def test_what_people_say_leads_to_where_it_is_done(typed, label):
    words = alike_key(typed).split()
    called = [one for one in FINDABLE if all(one.is_called(word) for word in words)]

    assert label in [str(one.label) for one in called]

"""The home of a club: what is played now, what comes, the season, who won; and who sees what."""

import html
import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Role
from league.faces.public.club import playing_now
from league.play.events.models import Event
from league.play.rounds.models import Round
from tests.league.faces.public.factories import make_tonight, opened_now
from tests.league.factories import make_club, make_member
from tests.league.play.results.factories import make_table, pinochle, play
from tests.league.tables.highlights.factories import work_out, work_out_all
from tests.league.tables.seasons.factories import make_night, make_season
from tests.league.tables.standings.factories import build, make_round, make_stage
from tests.league.tables.standings.factories import play as play_table

pytestmark = pytest.mark.django_db


def page_of(client, club, part=None, **query):
    address = reverse("public:club", args=[club.slug])
    headers = {"HX-Request": "true"} if part else {}
    answer = client.get(address, query | ({"part": part} if part else {}), headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def text_of(page):
    plain = re.sub(r"<[^>]+>", " ", page[page.find("<main") + 1 :])
    return " ".join(html.unescape(plain).split())


@pytest.mark.long
def test_an_event_of_tonight_comes_first_with_its_round_and_leader(client):
    stage = make_tonight(make_club())
    make_stage(club=stage.event.club, name="Long league", slug="long")

    text = text_of(page_of(client, stage.event.club))

    words = ("Live now", "Friday", "Round 1 of 3", "1 of 1 table done", "Ann 2")
    places = [text.index(word) for word in (*words, "Running events", "Long league")]
    assert places == sorted(places)


@pytest.mark.parametrize(("level", "named"), [(2, 2), (4, 4), (6, 0)])
def test_of_those_who_are_level_all_lead_or_nobody(client, level, named):
    names = [f"Player{at}" for at in range(2 * level)]
    stage = make_stage(*names, starts_on=timezone.localdate())
    round_ = make_round(stage)
    for at in range(level):
        play_table(round_, {names[2 * at]: 300, names[2 * at + 1]: 100})
    build(stage)

    page = page_of(client, stage.event.club)

    assert len(re.findall(r'data-key="leader-\d+" class="first"', page)) == named


@pytest.mark.long
def test_a_league_that_is_not_played_tonight_is_a_line_until_something_happens_in_it(client):
    stage = make_stage("Ann", "Bob")
    round_ = make_round(stage)
    result = play_table(round_, {"Ann": 300, "Bob": 100})
    assert "Live now" not in page_of(client, stage.event.club)

    result.changed_at = timezone.now()
    result.save()
    cache.clear()  # no journal says so

    assert "Live now" in page_of(client, stage.event.club)


@pytest.mark.long
def test_an_event_of_today_is_live_between_its_rounds(client):
    stage = make_stage("Ann", "Bob", starts_on=timezone.localdate())
    make_round(stage, state="closed")

    text = text_of(page_of(client, stage.event.club))

    assert text.index("Live now") < text.index("Round 1") < text.index("closed")


def test_the_last_deal_to_remember_stands_with_its_event_and_leads_to_its_page(client):
    table = make_table(deals_a_round=3)
    opened_now(table.round)
    other = make_tonight(table.round.stage.event.club)
    (submission,) = play(table, pinochle(bid=100, points=(45, 5), melds=(60, 22)))
    work_out(table.round.stage.event)

    page = page_of(client, other.event.club)

    assert page.count("now-remarkable") == 1
    line = page[page.index("now-remarkable") :]
    assert reverse("public:deal", args=[submission.pk]) in line[: line.index("</p>")]


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


@pytest.mark.long
def test_strangers_read_the_names_that_players_show_everybody(client):
    club = make_club()
    stage = make_tonight(club)
    stage.event.club.players.filter(name="Ann").update(name="Ann Lee", public_name="initials")
    build(stage)

    assert "Ann Lee" not in page_of(client, club)
    assert "A. L." in page_of(client, club)


@pytest.mark.long
def test_an_idle_club_begins_with_its_next_date_and_who_has_entered_then_its_season(client):
    season = make_season()
    make_night(season, {"Ann Lee": 9, "Bob": 8})
    club = season.club
    for name, day in (("Later", 20), ("Soon", 10)):
        make_stage("Cy", "Di", club=club, name=name, slug=name.lower(), state="open")
        Event.objects.filter(slug=name.lower()).update(
            starts_on=timezone.localdate() + timedelta(days=day)
        )
    work_out_all(club)

    text = text_of(page_of(client, club))

    places = [text.index(word) for word in ("Next date", "Soon", "2 players", "Cy", "Di")]
    places += [text.index(word) for word in (season.name, "Ann Lee", "Next dates", "Later")]
    assert places == sorted(places)
    assert "Live now" not in text


@pytest.mark.long
def test_the_table_of_the_season_follows_its_nights(client):
    season = make_season()
    make_night(season, {"Ann Lee": 9, "Bob": 8})
    page_of(client, season.club)

    make_night(season, {"Bob": 9, "Cy": 8, "Ann Lee": 1})
    work_out_all(season.club)

    page = page_of(client, season.club)
    table = text_of(page[page.index("season-top") : page.index("</table>")])
    assert table.index("Bob") < table.index("Ann Lee")


@pytest.mark.long
def test_a_table_of_nights_for_members_is_not_shown_to_strangers(client):
    season = make_season()
    make_night(season, {"Ann Lee": 9, "Bob": 8})
    work_out_all(season.club)
    assert "season-top" in page_of(client, season.club)

    Event.objects.filter(season=season).update(visibility="members")
    cache.clear()  # no journal says so

    assert "season-top" not in page_of(client, season.club)


@pytest.mark.long
def test_many_events_of_tonight_take_no_more_queries_than_one(client):
    counts = []
    for events in (1, 6):
        club = make_club(f"Club {events}")
        for number in range(events):
            people = [f"P{number}{letter}" for letter in "abcdef"]
            make_tonight(club, f"Night {number}", f"n{number}", people)
        page_of(client, club)
        with CaptureQueriesContext(connection) as queries:
            page_of(client, club)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 26


@pytest.mark.long
def test_of_many_events_those_in_which_something_happened_last_say_who_leads(client):
    club = make_club()
    for number in range(playing_now.MOST_LIVE + 1):
        stage = make_tonight(club, f"Night {number}", f"n{number}", [f"A{number}", f"B{number}"])
        since = timezone.now() - timedelta(minutes=10 * number)
        Round.objects.filter(stage=stage).update(opened_at=since)

    text = text_of(page_of(client, club))

    assert text.index("Night 3") < text.index("Running events") < text.index("Night 4")

"""The page for the wall: which slides there are, for whom, and that it stays cheap."""

import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.clubs.models import Role
from league.faces.public.club.wall import MOST_TABLE_SLIDES, TABLES_A_SLIDE
from tests.league.faces.public.factories import make_tonight
from tests.league.factories import make_club, make_member
from tests.league.play.results.factories import NOW, make_table, pinochle, play
from tests.league.tables.highlights.factories import work_out_all
from tests.league.tables.seasons.factories import make_night, make_season
from tests.league.tables.standings.factories import build, make_stage
from tests.league.tables.standings.factories import play as play_table

pytestmark = pytest.mark.django_db


def wall_of(client, club, *, part=False):
    headers = {"HX-Request": "true"} if part else {}
    answer = client.get(reverse("public:wall", args=[club.slug]), headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def slides_of(page):
    """Return the words of each slide by its key, in their order."""
    parts = re.split(r'<section class="wall-slide[^"]*" data-slide="([^"]+)"[^>]*>', page)
    texts = [
        " ".join(html.unescape(re.sub(r"<[^>]*>", " ", part.split("</section>")[0])).split())
        for part in parts[2::2]
    ]
    return dict(zip(parts[1::2], texts, strict=True))


def kinds_of(page):
    return [key.split("-")[0] for key in slides_of(page)]


def test_tonight_begins_with_the_tables_then_the_standings(client):
    club = make_club()
    stage = make_tonight(club)

    slides = slides_of(wall_of(client, club))

    assert list(slides)[:2] == [f"tables-{stage.event.pk}-0", f"standings-{stage.event.pk}"]
    tables, standings = list(slides.values())[:2]
    assert "Round 1 · 1 of 1 table done" in tables
    assert "Ann" in tables
    assert "Standings during round 1" in standings


@pytest.mark.long
def test_many_tables_stand_on_several_slides_and_no_more_than_those(client):
    club = make_club()
    people = [f"Player {number:02}" for number in range(2 * TABLES_A_SLIDE * 6)]
    stage = make_tonight(club, people=people)
    round_ = stage.rounds.get()
    for first, second in zip(people[4::2], people[5::2], strict=True):
        play_table(round_, {first: 10, second: 4})

    assert kinds_of(wall_of(client, club)).count("tables") == MOST_TABLE_SLIDES


def test_an_idle_club_shows_what_was_what_stands_and_what_comes(client):
    season = make_season()
    make_night(season, {"Ann Lee": 9, "Bob": 8}, finished_at=NOW)
    make_stage(club=season.club, name="Spring cup", slug="spring-cup", state="open")
    work_out_all(season.club)

    slides = slides_of(wall_of(client, season.club))

    assert [key.split("-")[0] for key in slides] == ["season", "winners", "dates"]
    season_slide, winners, dates = slides.values()
    assert "Ann Lee" in season_slide
    assert "Ann Lee won Night 1" in winners
    assert "Spring cup" in dates


def test_the_deal_of_the_last_night_stands_there_when_nothing_is_played(client):
    table = make_table(deals_a_round=1)
    play(table, pinochle())
    event = table.round.stage.event
    build(table.round.stage)
    event.state, event.finished_at = "finished", NOW
    event.save()
    work_out_all(event.club)

    slides = slides_of(wall_of(client, event.club))
    (deal,) = [text for key, text in slides.items() if key.startswith("deal-")]
    assert deal.startswith("Best deal")
    assert "64 points for" in deal
    assert "round 1, table 1, deal 1" in deal


@pytest.mark.long
def test_a_club_with_nothing_says_that_it_comes_by_itself(client):
    page = wall_of(client, make_club())
    assert slides_of(page) == {}
    assert "appears here by itself" in page


@pytest.mark.long
def test_strangers_read_public_names_and_no_events_for_members(client):
    club = make_club()
    make_tonight(club)
    club.players.filter(name="Ann").update(name="Ann Lee", public_name="initials")
    private = make_tonight(club, name="Committee", slug="committee", visibility="members")

    stranger = wall_of(client, club)
    client.force_login(make_member(club, role=Role.PLAYER).user)
    member = wall_of(client, club)

    assert "Ann Lee" not in stranger.split("<main")[1]
    assert "Ann Lee" in member
    assert private.event.name not in stranger
    assert private.event.name in member


@pytest.mark.long
def test_the_season_is_shown_only_where_everybody_may_see_it(client):
    season = make_season()
    make_night(season, {"Ann Lee": 9, "Bob": 8}, visibility="members", finished_at=NOW)
    client.force_login(make_member(season.club, role=Role.PLAYER).user)

    assert "season" not in kinds_of(wall_of(client, season.club))


def test_the_slides_alone_are_what_is_drawn_anew(client):
    club = make_club()
    make_tonight(club)
    page, part = wall_of(client, club), wall_of(client, club, part=True)

    assert slides_of(page) == slides_of(part)
    assert "<html" not in part


@pytest.mark.long
def test_queries_do_not_grow_with_the_tables(client):
    club = make_club()
    people = [f"Player {number:02}" for number in range(24)]
    stage = make_tonight(club, people=people)
    round_ = stage.rounds.get()

    def counted():
        with CaptureQueriesContext(connection) as queries:
            wall_of(client, club)
        return len(queries)

    counted()
    before = counted()
    for first, second in zip(people[4::2], people[5::2], strict=True):
        play_table(round_, {first: 10, second: 4})
    assert counted() == before

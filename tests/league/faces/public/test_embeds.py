"""Tables for other websites: what is in them, who may show them, that only they are framed."""

import json
from datetime import date, datetime

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.play.rounds import services as rounds
from tests.league.factories import make_member
from tests.league.play.events.factories import DIRECTOR
from tests.league.tables.highlights.factories import work_out
from tests.league.tables.seasons.factories import make_night, make_season
from tests.league.tables.standings.factories import NOW, build, make_round, make_stage, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage():
    stage = make_stage("Ann Lee", "Bob Ray", "Cy Fox", "Di Orr")
    round_ = make_round(stage)
    stage.event.club.players.filter(name="Bob Ray").update(public_name="initials")
    play(round_, {"Ann Lee": 300, "Bob Ray": 100})
    play(round_, {"Cy Fox": 90, "Di Orr": 100})
    build(stage)
    return stage


def embed(client, subject, form="json", status=200, **query):
    if hasattr(subject, "state"):
        address = reverse("public:embed_event", args=[subject.club.slug, subject.slug, form])
    elif hasattr(subject, "starts_on"):
        address = reverse("public:embed_season", args=[subject.club.slug, subject.slug, form])
    else:
        address = reverse("public:embed_club", args=[subject.slug, form])
    answer = client.get(address, query)
    assert answer.status_code == status
    return answer


@pytest.mark.long
def test_standings_of_an_event_as_json(client, stage):
    answer = embed(client, stage.event, rows=3)
    read = json.loads(answer.content)

    assert (read["kind"], read["title"]) == ("event", "Spring league")
    assert read["url"].startswith("http")
    assert read["url"].endswith("/events/spring-league/")
    assert [(row["place"], row["name"], row["points"]) for row in read["rows"]] == [
        ("1", "Ann Lee", "2"),
        ("2", "Di Orr", "2"),
        ("3", "Cy Fox", "0"),
    ]


@pytest.mark.long
def test_names_are_those_that_the_public_sees_whoever_asks(client, stage):
    stranger = embed(client, stage.event).content
    client.force_login(make_member(stage.event.club, role="owner").user)

    assert b"B. R." in stranger
    assert b"Bob Ray" not in stranger
    assert embed(client, stage.event).content == stranger


@pytest.mark.long
def test_an_event_that_is_played_says_how_far_its_round_is_and_who_won_last(client, stage):
    read = json.loads(embed(client, stage.event).content)
    html = embed(client, stage.event, "html", language="de").content.decode()

    assert read["live"] == {
        "round": 1,
        "title": "Round 1",
        "done": 2,
        "total": 2,
        "clock": "",
        "ends_at": "",
    }
    assert {row["name"]: row["form"] for row in read["rows"]}["Ann Lee"] == ["won"]
    assert "2 von 2 Tischen fertig" in html
    assert 'aria-label="Die letzten Ergebnisse, das neueste zuletzt: gewonnen"' in html


def test_the_clock_is_said_in_words_and_as_a_moment(client, stage):
    rounds.start_clock(round=stage.rounds.get(), minutes=20, actor=DIRECTOR, at=timezone.now())
    live = json.loads(embed(client, stage.event).content)["live"]

    assert live["clock"].startswith("until ")
    assert datetime.fromisoformat(live["ends_at"]) > timezone.now()


@pytest.mark.long
def test_a_frame_draws_itself_anew_while_the_event_is_played_alone(client, stage):
    html = embed(client, stage.event, "frame", rows=3).content.decode()
    part = html.split('data-part="')[1].split('"')[0]
    assert client.get(part).content == embed(client, stage.event, "html", rows=3).content

    stage.event.state, stage.event.finished_at = "finished", NOW
    stage.event.save()
    work_out(stage.event)
    over = embed(client, stage.event, "frame").content.decode()
    assert "data-part" not in over
    assert "<script" not in over
    assert "Ann Lee won Spring league with 2 points, level with Di Orr" in over
    assert "tricktable-live" not in over


@pytest.mark.long
@pytest.mark.parametrize("form", ["json", "html", "frame"])
def test_any_website_may_read_them_and_keep_them_a_while(client, stage, form):
    answer = embed(client, stage.event, form)

    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer["Cache-Control"].startswith("public, max-age=60")
    assert "Cookie" not in answer.get("Vary", "")
    assert not answer.cookies
    again = client.get(answer.request["PATH_INFO"], headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["Access-Control-Allow-Origin"] == "*"


def test_only_these_pages_may_stand_in_a_frame(client, stage):
    framed = embed(client, stage.event, "frame", theme="dark", language="ja")

    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "default-src 'none'" in framed["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed
    html = framed.content.decode()
    assert '<html lang="ja" dir="ltr" data-theme="dark">' in html
    assert html.count("<script") == html.count('<script src="/static/site/embed.js" defer>') == 1
    assert "style=" not in html
    club, event = stage.event.club, stage.event
    for name, args in (("club", [club.slug]), ("event", [club.slug, event.slug]), ("home", [])):
        page = client.get(reverse(f"public:{name}", args=args))
        assert page["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert embed(client, make_season(club, slug="x"), "html", status=200)
    missing = client.get(reverse("public:embed_club", args=["nowhere", "frame"]))
    assert missing["X-Frame-Options"] == "DENY"


@pytest.mark.long
@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"visibility": "unlisted"}, 200),
        ({"visibility": "members"}, 404),
        ({"visibility": "hidden"}, 404),
    ],
)
def test_what_a_stranger_may_not_see_is_not_there(client, stage, change, status):
    for name, value in change.items():
        setattr(stage.event, name, value)
    stage.event.save()
    client.force_login(make_member(stage.event.club, role="owner").user)

    embed(client, stage.event, status=status)


def test_a_season_of_members_is_not_there(client):
    season = make_season()
    event = make_night(season, {"Ann Lee": 9, "Bob": 8})
    assert [row["name"] for row in json.loads(embed(client, season).content)["rows"]] == [
        "Ann Lee",
        "Bob",
    ]
    event.visibility = "members"
    event.save()
    cache.clear()  # no journal says so
    embed(client, season, status=404)


def test_next_dates_and_latest_winners_of_a_club(client, stage):
    club, event = stage.event.club, stage.event
    make_stage(
        club=club, name="Autumn cup", slug="autumn", state="open", starts_on=date(2026, 9, 3)
    )
    club.when_we_play, club.where_we_play = "Thursdays at 7 pm", "Sailors’ Hall"
    club.save()
    event.state, event.finished_at = "finished", NOW
    event.save()
    read = json.loads(embed(client, club).content)

    assert [(one["on"], one["name"], one["is_running"]) for one in read["dates"]] == [
        ("2026-09-03", "Autumn cup", False)
    ]
    assert read["winners"] == ["Spring league, 14 March 2026: Ann Lee"] or read["winners"] == [
        "Spring league, Sat 14 Mar 2026: Ann Lee"
    ]
    assert read["note"] == "Thursdays at 7 pm · Sailors’ Hall"


@pytest.mark.long
@pytest.mark.parametrize("query", [{"theme": "red"}, {"language": "xx"}, {"rows": "500"}])
def test_an_old_address_still_shows_something(client, stage, query):
    assert b"Ann Lee" in embed(client, stage.event, "frame", **query).content


@pytest.mark.long
def test_more_lines_take_no_more_queries(client, stage):
    def queries(rows):
        with CaptureQueriesContext(
            connection,
        ) as counted:
            embed(client, stage.event, rows=rows)
        return len(counted)

    assert queries(1) == queries(4) <= 8

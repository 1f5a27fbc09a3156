"""Tables for other websites: what is in them, who may show them, that only they are framed."""

import json

import pytest
from django.urls import reverse

from tests.league.factories import make_member
from tests.league.tables.seasons.factories import make_season
from tests.league.tables.standings.factories import build, make_round, make_stage, play

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

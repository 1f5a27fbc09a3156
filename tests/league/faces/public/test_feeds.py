"""The Atom feed of a club: whole sentences, newest first, the same ids for good."""

from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.league.tables.highlights.factories import work_out
from tests.league.tables.standings.factories import NOW, build, make_round, make_stage, play

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def stage():
    stage = make_stage("Ann Lee", "Bob Ray")
    play(make_round(stage), {"Ann Lee": 300, "Bob Ray": 100})
    build(stage)
    return stage


def entries(client, club):
    answer = client.get(reverse("public:club_feed", args=[club.slug]))
    assert answer["Content-Type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(answer.content)  # noqa: S314
    return [
        tuple(one.findtext(f"{ATOM}{name}") or "" for name in ("title", "summary", "id"))
        for one in root.iter(f"{ATOM}entry")
    ]


@pytest.mark.long
def test_a_round_and_a_result_are_said_in_whole_sentences(client, stage):
    club, event = stage.event.club, stage.event
    (first,) = entries(client, club)
    event.state, event.finished_at = "finished", NOW + timedelta(hours=3)
    event.save()
    work_out(event)
    result, again = entries(client, club)

    assert first[0] == "Round 1 of Spring league is open: see who plays whom."
    assert again == first
    assert result[0] == "Ann Lee won Spring league."
    assert result[1] == (
        "<p>Ann Lee won Spring league with 2 points, 2 points ahead of Bob Ray.</p>"
        "<p>1. Ann Lee (2); 2. Bob Ray (0)</p>"
    )
    assert result[2].startswith("http")


def test_an_event_that_opens_is_announced_in_the_clubs_language(client, stage):
    club = stage.event.club
    make_stage(club=club, name="Cup", slug="cup", state="open", opened_at=NOW - timedelta(days=1))
    titles = [title for title, _text, _id in entries(client, club)]
    assert titles[1] == "Cup is open for entries; it begins on Sat 7 Mar 2026."


@pytest.mark.long
@pytest.mark.parametrize("change", [{"visibility": "unlisted"}, {"visibility": "members"}])
def test_only_what_everybody_finds_in_lists(client, stage, change):
    stage.event.visibility = change["visibility"]
    stage.event.save()
    assert entries(client, stage.event.club) == []


@pytest.mark.long
def test_an_unchanged_feed_is_not_sent_again_and_pages_name_it(client, stage):
    path = reverse("public:club_feed", args=[stage.event.club.slug])
    etag = client.get(path)["ETag"]
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
    assert client.get(reverse("public:club_feed", args=["nowhere"])).status_code == 404
    html = client.get(reverse("public:club", args=[stage.event.club.slug])).content.decode()
    assert f'type="application/atom+xml" href="{path}"' in html


@pytest.mark.long
def test_more_news_take_no_more_queries(client, stage):
    def queries():
        with CaptureQueriesContext(connection) as counted:
            entries(client, stage.event.club)
        return len(counted)

    few = queries()
    for number in (2, 3, 4):
        make_round(stage, number)
    cache.clear()  # no journal says so
    assert queries() == few

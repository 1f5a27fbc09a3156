"""The Atom feed of a club: whole sentences, newest first, the same ids for good."""

from datetime import timedelta
from xml.etree import ElementTree

import pytest
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


@pytest.mark.long
@pytest.mark.parametrize("change", [{"visibility": "unlisted"}, {"visibility": "members"}])
def test_only_what_everybody_finds_in_lists(client, stage, change):
    stage.event.visibility = change["visibility"]
    stage.event.save()
    assert entries(client, stage.event.club) == []

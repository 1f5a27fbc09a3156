"""The pages of pictures: what they say, who may see them, and how much they ask of the database."""

from datetime import date

import pytest
from django.urls import reverse

from league.foundation.journal.actor import Act
from league.play.events.models import Entry
from league.play.rounds import services as rounds
from tests.league.faces.public.pictures.factories import formed
from tests.league.faces.public.reading import base, text_of
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import make_table, pinochle
from tests.league.play.results.factories import play as play_deals
from tests.league.tables.standings.factories import (
    NOW,
    build,
    make_round,
    make_stage,
    play,
)
from tests.league.tables.statistics.factories import count

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bob", "Cy", "Di")


@pytest.fixture
def league(request):
    stage = make_stage(*NAMES, state="draft")
    formed(stage, getattr(request, "param", "round_robin"))
    first, second = make_round(stage, 1), make_round(stage, 2)
    play(first, {"Ann": 300, "Bob": 100})
    play(first, {"Cy": 300, "Di": 200})
    play(second, {"Bob": 900, "Cy": 0})
    play(second, {"Di": 50, "Ann": 50})
    build(stage)
    return stage


def test_a_plan_is_everybodys_once_its_first_round_is_shown(client):
    stage = make_stage(*NAMES, "Ed", "Flo", "Gus", "Hal")
    rounds.draw_rounds(stage=stage, by=Act(DIRECTOR, NOW))
    assert "Not shown yet" in text_of(client, "movement", *base(stage))
    rounds.open_round(round=stage.rounds.get(number=1), by=Act(DIRECTOR, NOW))
    entry = Entry.objects.get(number=3)
    text = text_of(client, "movement", *base(stage), entry=entry.pk)
    assert "can still change" in text
    assert text.count("Round 7 · Table") == 1


def test_bids_are_shown_by_their_height(client):
    table = make_table()
    play_deals(
        table,
        pinochle(),
        pinochle(declarer=2, bid=80, points=(25, 25)),
        pinochle(declarer=1, bid=55, last_trick=1),
    )
    stage = table.round.stage
    count(stage)
    text = text_of(client, "event_statistics", *base(stage))
    assert "3 winning bids: 1 made, 2 failed." in text
    assert "Bid Made Failed 55 0 1 60 1 0 80 0 1" in text
    assert "The highest deals" in text
    club = text_of(client, "club_statistics", stage.event.club.slug)
    assert "Bid Made Failed 55 0 1 60 1 0 80 0 1" in club
    bidder = table.seats.get(number=2).player
    assert "80 0 1" in text_of(client, "player", stage.event.club.slug, bidder.pk)
    met = text_of(client, "head_to_head", stage.event.club.slug)
    assert "1 won, 0 lost, 0 drawn" in met


def test_the_archive_has_the_events_of_a_year_with_their_winners(client, league):
    event = league.event
    event.state, event.finished_at = "finished", NOW
    event.save()
    make_stage(
        club=event.club, slug="old", name="Old", state="finished", starts_on=date(2024, 5, 1)
    )
    text = text_of(client, "archive", event.club.slug)
    assert "Archive 2026" in text
    assert "Spring league Ann" in text
    assert "Old" not in text
    assert "Old" in text_of(client, "archive", event.club.slug, year=2024)
    answer = client.get(reverse("public:archive", args=[event.club.slug]), {"year": 1999})
    assert answer.status_code == 404

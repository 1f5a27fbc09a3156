"""Highlights say what the facts say, follow them, and hold nobody's name."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from league.faces.public.events.happening_now import last_remarkable
from league.foundation.derived_state import mark_stale
from league.foundation.journal.actor import Act
from league.foundation.journal.services import deliver_all
from league.office.documents.recaps import event_recaps, news_of
from league.office.paper.news import recap
from league.play.events.models import Event
from league.play.events.services import change_event
from league.play.results.models import Submission
from league.tables.highlights.models import EventHighlights, SeasonTop
from league.tables.highlights.selectors import season_top
from league.tables.highlights.services import work_out_event
from league.tables.highlights.subscriber import on_journal_entries
from league.tables.statistics.services import recount
from tests.league.play.events.factories import DIRECTOR, make_running
from tests.league.play.prepared.factories import draw, prepare
from tests.league.play.results.factories import make_table, pinochle, play
from tests.league.play.rounds.factories import open_round
from tests.league.tables.highlights.factories import work_out
from tests.league.tables.seasons.factories import make_night, make_season
from tests.league.tables.standings.factories import NOW, build, happened, make_round, make_stage
from tests.league.tables.standings.factories import play as play_table

pytestmark = pytest.mark.django_db


def finished(event: Event) -> Event:
    Event.objects.filter(pk=event.pk).update(state="finished", finished_at=NOW)
    return Event.objects.select_related("club", "season").get(pk=event.pk)


def a_comeback() -> Event:
    stage = make_stage("Ann", "Bob", "Cy", "Di", method={"name": "total_points"})
    for number, (ann, bob) in enumerate([(300, 100), (300, 280), (0, 900)], start=1):
        round_ = make_round(stage, number, state="closed")
        play_table(round_, {"Ann": ann, "Cy": 200})
        play_table(round_, {"Bob": bob, "Di": 150})
    build(stage)
    return finished(stage.event)


def a_cup() -> Event:
    stage = make_stage("Ann", "Bob")
    stage.format = "single_elimination"
    stage.save()
    play_table(make_round(stage, 1, state="closed"), {"Ann": 300, "Bob": 120})
    build(stage)
    return finished(stage.event)


def a_night_with_its_deal() -> Event:
    table = make_table(deals_a_round=1)
    play(table, pinochle())
    build(table.round.stage)
    recount(stage_id=table.round.stage_id, at=NOW, from_scratch=True)
    return finished(table.round.stage.event)


def the_last_night_of_a_season() -> Event:
    season = make_season()
    make_night(season, {"Ann Lee": 9, "Bob": 8})
    return finished(make_night(season, {"Ann Lee": 5, "Bob": 7}))


MADE = [a_comeback, a_cup, a_night_with_its_deal, the_last_night_of_a_season]


@pytest.mark.parametrize("make", MADE)
def test_the_recap_that_is_stored_is_that_of_the_facts_in_every_language(make):
    event = make()
    work_out(event)

    for language in ("en", "de", "ja"):
        with override(language):
            sentences = event_recaps([event])[event.pk].sentences
            assert sentences
            assert sentences == recap(news_of(event))


def test_the_recap_has_the_names_of_the_moment():
    event = a_comeback()
    work_out(event)
    event.club.players.filter(name="Bob").update(name="Bobby Lee", public_name="initials")

    (first, *_others) = event_recaps([event])[event.pk].sentences
    assert "Bob" not in first
    assert "B. L." in first


@pytest.mark.parametrize("visibility", ["members", "hidden", "unlisted"])
def test_the_top_of_a_season_is_seen_by_whom_its_nights_are_seen_with_no_worker(visibility):
    event = the_last_night_of_a_season()
    work_out(event)
    top = season_top(event.season, AnonymousUser(), full=False)
    assert [(row.rank, row.name, row.total) for row in top.rows] == [
        (1, "Ann Lee", 23),
        (1, "Bob", 23),
    ]
    assert "after 2 nights" in event_recaps([event])[event.pk].sentences[-1]
    Event.objects.filter(pk=event.pk).update(visibility=visibility)
    assert season_top(event.season, AnonymousUser(), full=False) is None
    assert "nights" not in event_recaps([event])[event.pk].sentences[-1]


def test_a_season_is_worked_out_again_when_a_night_has_left_it():
    event = the_last_night_of_a_season()
    former, other = event.season, make_season(event.club, "autumn")
    deliver_all()
    SeasonTop.objects.all().delete()

    change_event(event=event, changes={"season": other}, by=Act(DIRECTOR, NOW))
    deliver_all()

    wanted = SeasonTop.objects.filter(wanted__gt=F("built")).values_list("pk", flat=True)
    assert set(wanted) == {former.pk, other.pk}


def test_standings_and_statistics_that_change_are_followed():
    table = make_table(deals_a_round=1)
    play(table, pinochle())
    event = finished(table.round.stage.event)
    work_out(event)

    build(table.round.stage)
    assert EventHighlights.objects.get(pk=event.pk).is_due(NOW)

    work_out(event)
    recount(stage_id=table.round.stage_id, at=NOW, from_scratch=True)
    assert EventHighlights.objects.get(pk=event.pk).is_due(NOW)


@pytest.mark.parametrize(("state", "is_wanted"), [("open", False), ("running", True)])
def test_an_event_that_runs_is_worked_out_from_its_first_happening_on(state, is_wanted):
    stage = make_stage("Ann", "Bob", state=state)

    on_journal_entries([happened(stage=stage)])

    assert EventHighlights.objects.filter(pk=stage.event_id).exists() is is_wanted


def test_a_remarkable_deal_that_others_have_still_to_play_is_not_shown():
    event = make_running(
        4,
        format="howell",
        table_play="deals",
        deals_a_round=2,
        stage_options={"prepared_deals": True},
    )
    prepare(event, "00000074" * 8)
    (first, *_later) = draw(event)
    open_round(first)
    one, other = first.tables.order_by("number")
    big = pinochle(bid=100, points=(45, 5), melds=(60, 22))
    for table in (one, other):
        play(table, big, big)
    work_out(event)
    assert last_remarkable([event], public=True) is not None

    # the other table is to play it again
    Submission.objects.filter(table=other).update(state="void")
    Submission.objects.filter(table=one).update(state="confirmed")
    stored = Submission.objects.filter(table=one).latest("pk").pk
    EventHighlights.objects.update(remarkable=stored)
    assert last_remarkable([Event.objects.get(pk=event.pk)], public=True) is None


def test_the_rows_of_the_standings_are_held_before_the_own_as_deliveries_do():
    event = a_night_with_its_deal()
    mark_stale(EventHighlights, [event.pk], at=NOW)

    with CaptureQueriesContext(connection) as asked:
        assert work_out_event(event_id=event.pk, at=NOW)

    held = [row["sql"] for row in asked if "FOR NO KEY UPDATE" in row["sql"]]
    written = [row["sql"] for row in asked if row["sql"].startswith("UPDATE")]
    assert "standings_stagestandings" in held[0]
    assert "standings_stagestandings" in written[0]
    assert "highlights_eventhighlights" in written[1]

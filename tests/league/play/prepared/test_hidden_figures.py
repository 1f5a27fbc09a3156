"""Which places of which tables are hidden, and what is worked out without them."""

import re
from pathlib import Path

import pytest

from league.faces import api, public
from league.foundation.journal.actor import Act
from league.office import paper
from league.play.events.models import Event
from league.play.prepared import services as prepared
from league.play.prepared.hiding import (
    NOTHING_HIDDEN,
    hidden_in_club,
    hidden_in_events,
    hidden_in_stages,
    hidden_of,
)
from league.play.results.kinds_changing_results import changes_what_was_played
from league.play.results.models import TableResult
from league.play.results.sheet import read_sheet
from league.play.results.visible_results import NO_RESULT, result_shown, running_shown
from league.play.rounds.models import Table
from league.play.rounds.selectors import table_with_names
from league.tables.ratings.rated_tables import tables_played
from league.tables.standings.models import Snapshot, StageStandings
from league.tables.statistics.at_tables import highest_deals
from league.tables.statistics.models import SeatCount
from tests.league.play.events.factories import DIRECTOR, NOW, make_running
from tests.league.play.prepared.factories import open_first, prepare
from tests.league.play.results.factories import pinochle, play, submit
from tests.league.play.rounds.factories import close_round, draw, open_round
from tests.league.play.rounds.teams import both_tables, make_teams
from tests.league.tables.standings.factories import build
from tests.league.tables.statistics.factories import count

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables():
    """Two tables of a round robin that play the same three deals."""
    event = make_running(4, table_play="deals", deals_a_round=3, method={"name": "total_points"})
    prepare(event)
    return open_first(event)


def hidden_at(table):
    return hidden_in_stages([table.round.stage_id])


def shown_of(table):
    table = Table.objects.select_related("result", "round").get(pk=table.pk)
    return result_shown(table, hidden_of([table]))


@pytest.mark.long
def test_only_what_a_table_has_still_to_play_is_hidden_and_at_every_table_that_plays_it(tables):
    one, two = tables
    play(one, pinochle(), pinochle(), pinochle())
    play(two, pinochle())
    submit(two, pinochle())  # not confirmed: it might be anything

    hidden = hidden_at(one)

    assert (hidden.places(one.pk), hidden.places(two.pk)) == ({2, 3}, {2, 3})
    assert (hidden.held_back, hidden.numbers_submitted) == ([one.pk, two.pk], [2, 3])
    assert hidden.deals_submitted(one.pk) == 3
    event = one.round.stage.event
    assert hidden == hidden_in_events([event.pk]) == hidden_in_club(event.club_id)


@pytest.mark.long
def test_a_result_that_is_held_back_has_no_points_no_winner_and_the_deals_that_were_submitted(
    tables,
):
    one, _two = tables
    play(one, pinochle(), pinochle())
    # one that was thrown in is not counted as played, and is submitted like any other
    TableResult.objects.filter(table=one).update(deals=1)

    shown = shown_of(one)

    assert (shown.points, shown.winner, shown.is_held_back) == ((), None, True)
    assert shown.deals == 2
    assert result_shown(Table(), NOTHING_HIDDEN) == NO_RESULT


@pytest.mark.long
def test_totals_after_a_hidden_deal_are_not_there(tables):
    one, two = tables
    submissions = play(one, pinochle(), pinochle(), pinochle())
    play(two, pinochle())
    play(two, pinochle())

    table = table_with_names(one.pk)
    running = running_shown(read_sheet(table), {2})

    assert running == {submissions[0].pk: (64, 42)}


@pytest.mark.long
@pytest.mark.parametrize("end", ["release", "close", "finish"])
def test_nothing_is_hidden_any_more_when_the_deals_are_released_or_nobody_plays_on(tables, end):
    one, _two = tables
    play(one, pinochle())
    assert hidden_at(one).held_back == [one.pk]

    stage = one.round.stage
    if end == "release":
        prepared.release(
            prepared=stage.prepared, even_unplayed=True, reason="fire", by=Act(DIRECTOR, NOW)
        )
    elif end == "close":
        close_round(one.round)
    else:
        Event.objects.filter(pk=stage.event_id).update(state="finished")

    assert not hidden_at(one).held_back


@pytest.mark.long
def test_a_match_in_two_rooms_waits_for_its_own_other_room_only():
    event = make_teams(4)
    round_ = draw(event)[0]
    open_round(round_)
    here, there = both_tables(round_, 1)
    other, _other = both_tables(round_, 2)
    for table in (here, other):
        play(table, pinochle(), pinochle())
    assert hidden_at(here).held_back == sorted([here.pk, other.pk])

    play(there, pinochle(), pinochle())
    assert hidden_at(here).held_back == [other.pk]


@pytest.mark.long
def test_standings_statistics_and_ratings_wait_and_then_follow(tables):
    one, two = tables
    stage, club = one.round.stage, one.round.stage.event.club_id
    play(one, pinochle(), pinochle(), pinochle(bid=65))
    build(stage)
    count(stage)

    assert not Snapshot.objects.exists()
    assert StageStandings.objects.get().held_back == [1, 2, 3]
    assert not SeatCount.objects.exists()
    assert tables_played(club) == []
    assert highest_deals(stage.event) == []

    play(two, pinochle(), pinochle(), pinochle())
    build(stage)
    count(stage)

    assert Snapshot.objects.exists()
    assert StageStandings.objects.get().held_back == []
    assert {row.deals for row in SeatCount.objects.all()} == {3}
    assert len(tables_played(club)) == 2
    assert len(highest_deals(stage.event)) == 5


def test_publishing_a_seed_makes_statistics_and_ratings_count_again():
    assert changes_what_was_played("deals.released")
    assert changes_what_was_played("deals.released_early")
    assert not changes_what_was_played("deals.looked_at")


# results as they are kept: totals, who won, what a deal scored
KEPT = re.compile(
    r"\.totals\b|result\.winner|result__(totals|winner|awarded)|deal\.score|deal__score"
)
ASKS = re.compile(r"play\.prepared\.(hiding|selectors)|play\.results\.shown")
# these get results whose visibility was checked elsewhere, or show no deal of an event
READS_WITHOUT_ASKING = {
    "api/results/serializers.py",  # one submission, after `submission_at`
    "public/ratings/ratings_shown.py",  # `highest_deals`
    "public/prepared/weekly_pages.py",  # the deal of the week
    "api/captains/serializers.py",  # by `hidden_from`
    "public/pictures/race_chart.py",  # totals that were given to it, of a season's table
    "public/machines/views.py",  # one deal, by `deal_for_everybody`
}


def test_whatever_reads_results_for_readers_asks_what_is_hidden():
    found = set()
    for face in (api, paper, public):
        root = Path(face.__path__[0])
        for path in root.rglob("*.py"):
            text = path.read_text()
            if KEPT.search(text) and not ASKS.search(text):
                found.add(f"{root.name}/{path.relative_to(root)}")

    assert found == READS_WITHOUT_ASKING

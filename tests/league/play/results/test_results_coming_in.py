"""What is long to work out follows the end of a round at once, or results that are looked at."""

from datetime import timedelta

import pytest

from league.foundation.derived_state import (
    RESULTS_COMING_IN,
    UNTIL_COMPLETE,
    catch_up,
    look_at,
    mark_stale,
    send_what_is_behind,
    send_what_is_looked_at,
)
from league.foundation.jobs.catching_up import claim_next
from league.tables.outlook import subscriber as outlook
from league.tables.outlook.models import StageOutlook
from league.tables.ratings import subscriber as ratings
from league.tables.ratings.models import ClubRatings
from league.tables.statistics import subscriber as statistics
from league.tables.statistics.models import StageStatistics
from tests.league.tables.standings.factories import (
    NOW,
    happened,
    make_round,
    make_stage,
    make_table,
    play,
)

pytestmark = pytest.mark.django_db

FOLLOWERS = {
    StageOutlook: outlook.on_journal_entries,
    ClubRatings: ratings.on_journal_entries,
    StageStatistics: statistics.on_journal_entries,
}
LARGE = {StageOutlook: True, ClubRatings: False, StageStatistics: False}


@pytest.fixture
def stage():
    """Two tables, of which one is confirmed."""
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    round_ = make_round(stage)
    play(round_, {"Ann": 300, "Bob": 100})
    make_table(round_, "Cy", "Di")
    return stage


@pytest.fixture
def sent(monkeypatch):
    """The names of what a message was sent for."""
    names: list[str] = []
    monkeypatch.setattr(
        "league.foundation.derived_state.send",
        lambda kind, *ids: names.extend([kind.what] * len(ids)),
    )
    return names


@pytest.mark.parametrize("kind", FOLLOWERS)
def test_results_that_come_in_are_followed_after_an_hour_at_the_latest(stage, sent, kind):
    FOLLOWERS[kind]([happened("table.confirmed", stage=stage)])

    row = kind.objects.get()
    assert (row.is_behind, sent) == (True, [])
    at = row.wanted_at - UNTIL_COMPLETE
    assert claim_next(kind, large=LARGE[kind], at=at) is None  # by nobody's message
    send_what_is_behind(kind, at=row.wanted_at)
    assert sent == []

    after = row.wanted_at + timedelta(seconds=20)
    send_what_is_behind(kind, at=after)
    assert sent == [kind.what]
    assert claim_next(kind, large=LARGE[kind], at=after).pk == row.pk


@pytest.mark.parametrize("kind", FOLLOWERS)
def test_what_somebody_looks_at_follows_results_once_a_minute(stage, sent, kind):
    FOLLOWERS[kind]([happened("table.confirmed", stage=stage)])
    owner = kind.objects.get().pk
    now = kind.objects.get().wanted_at - UNTIL_COMPLETE
    send_what_is_looked_at(kind, at=now)
    assert sent == []  # nobody looks

    look_at(kind, stage.event.club_id)
    send_what_is_looked_at(kind, at=now)
    assert sent == [kind.what]
    assert claim_next(kind, large=LARGE[kind], at=now).pk == owner
    assert catch_up(kind, owner, lambda: True, at=now)

    later = now + RESULTS_COMING_IN
    mark_stale(kind, [owner], at=now, may_wait=True)
    send_what_is_looked_at(kind, at=later - timedelta(seconds=1))
    assert sent == [kind.what]  # a moment ago
    send_what_is_looked_at(kind, at=later)
    assert sent == [kind.what] * 2
    send_what_is_looked_at(kind, at=later + timedelta(seconds=1))
    assert sent == [kind.what] * 2  # it is due: the next sweep sends it with all that is late


@pytest.mark.parametrize("kind", FOLLOWERS)
def test_the_last_result_of_a_round_is_followed_at_once(stage, sent, kind):
    FOLLOWERS[kind]([happened("table.confirmed", stage=stage)])
    stage.rounds.get().tables.filter(result=None).delete()

    FOLLOWERS[kind]([happened("table.confirmed", stage=stage)])

    assert sent == [kind.what]
    row = kind.objects.get()
    assert claim_next(kind, large=LARGE[kind], at=row.wanted_at).pk == row.pk


@pytest.mark.parametrize("kind", FOLLOWERS)
@pytest.mark.parametrize("may_wait", [True, False])
def test_what_comes_while_it_is_worked_out_waits_only_if_it_may(stage, sent, kind, may_wait):
    owner = stage.event.club_id if kind is ClubRatings else stage.pk
    mark_stale(kind, [owner], at=NOW, may_wait=True)
    due = NOW + UNTIL_COMPLETE

    def build():
        mark_stale(kind, [owner], at=due + timedelta(seconds=1), may_wait=may_wait)
        return True

    assert catch_up(kind, owner, build, at=due)

    row = kind.objects.get()
    assert row.is_behind
    assert sent == ([] if may_wait else [kind.what])
    assert row.is_due(due + timedelta(seconds=2)) is not may_wait

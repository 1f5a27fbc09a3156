"""The clock of a round: what is left by cases, what may happen to it, what the database keeps."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from league.foundation.journal.actor import Act
from league.play.rounds import services as rounds
from league.play.rounds.clock import clock_of
from league.play.rounds.models import ClockFact
from league.play.rounds.selectors import round_clock
from tests.league.play.events.factories import DIRECTOR, NOW
from tests.league.play.rounds.factories import close_round, make_league, open_round

TIMED = {"table_play": "timed", "deals_a_round": None, "minutes_a_round": 45}


@dataclass(frozen=True)
class Fact:
    kind: str
    at: datetime
    seconds: int | None = None


def after(minutes, seconds=0):
    return NOW + timedelta(minutes=minutes, seconds=seconds)


def clock_facts(*facts):
    """Read facts as (kind, minute, minutes given)."""
    return [
        Fact(kind, after(minute), 60 * given[0] if given else None)
        for kind, minute, *given in facts
    ]


START = ("started", 0, 45)


@pytest.mark.parametrize(
    ("facts", "minute", "left", "state"),
    [
        ([START], 0, 45, "running"),
        ([START], 12, 33, "running"),
        ([START], 45, 0, "running"),
        ([START], 600, 0, "running"),
        # a page that asks with a clock that is behind is not shown more than there is
        ([START], -3, 45, "running"),
        ([START, ("paused", 10)], 10, 35, "paused"),
        ([START, ("paused", 10)], 500, 35, "paused"),
        ([START, ("paused", 10), ("resumed", 30)], 31, 34, "running"),
        ([START, ("paused", 10), ("extended", 20, 5)], 99, 40, "paused"),
        ([START, ("extended", 10, 5)], 10, 40, "running"),
        ([START, ("extended", 10, -5)], 10, 30, "running"),
        ([START, ("extended", 40, -30)], 41, 0, "running"),
        # the time was up for ten minutes: five more are five, not none
        ([START, ("extended", 55, 5)], 55, 5, "running"),
        ([START, ("extended", 55, 5)], 58, 2, "running"),
        ([START, ("paused", 50), ("resumed", 60)], 61, 0, "running"),
        ([START, ("ended", 20)], 90, 25, "ended"),
        ([START, ("ended", 20), ("started", 30, 10)], 34, 6, "running"),
        ([START, ("paused", 1), ("ended", 2), ("started", 30, 10)], 30, 10, "running"),
    ],
)
def test_what_is_left_follows_from_what_happened_and_the_time(facts, minute, left, state):
    clock = clock_of(clock_facts(*facts))

    assert clock.left(after(minute)) == timedelta(minutes=left)
    assert (clock.state, clock.facts) == (state, len(facts))


# ----------------------------------------------------------------------------------- services

database = pytest.mark.django_db


def open_league(**fields):
    return open_round(make_league(4, **fields)[0])


def act(name, round, minute=0, **more):
    do = getattr(rounds, f"{name}_clock")
    return do(round=round, by=Act(DIRECTOR, after(minute)), **more)


def kinds(round):
    return list(
        ClockFact.objects.filter(round=round).order_by("number").values_list("kind", flat=True)
    )


@pytest.mark.long
@database
@pytest.mark.parametrize("minutes", [None, 0, -5, 481])
def test_an_event_without_minutes_asks_for_them(minutes):
    round = open_league()

    with pytest.raises(rounds.MinutesMissing, match="from 1 to 480") as refused:
        act("start", round, minutes=minutes)
    assert refused.value.field == "minutes"
    assert kinds(round) == []


@database
def test_only_an_open_round_has_a_clock():
    drawn, *_rest = make_league(4, **TIMED)
    with pytest.raises(rounds.ClockInWrongState, match="drawn"):
        act("start", drawn)

    closed = close_round(open_round(drawn))
    with pytest.raises(rounds.ClockInWrongState, match="closed"):
        act("start", closed)


@database
def test_the_clock_ends_with_its_round_and_may_start_again_when_it_is_reopened():
    round = open_league(**TIMED)
    act("start", round)

    close_round(round)
    assert kinds(round) == ["started", "ended"]
    again = rounds.reopen_round(round=round, by=Act(DIRECTOR, after(60)))

    assert round_clock(again).is_over
    assert act("start", again, 61, minutes=5).is_running
    close_round(again)
    close_round(again)
    assert kinds(round) == ["started", "ended", "started", "ended"]


# ------------------------------------------------------------------------------- the database


def refused(sql, *params):
    with (
        connection.cursor() as cursor,
        pytest.raises(IntegrityError) as fault,
        transaction.atomic(),
    ):
        cursor.execute(sql, params)
    return fault.value.__cause__.diag.constraint_name


INSERT = (
    "INSERT INTO rounds_clockfact (round_id, number, kind, at, seconds) VALUES (%s,%s,%s,%s,%s)"
)


@pytest.mark.long
@pytest.mark.sampled(3)
@database
@pytest.mark.parametrize(
    ("number", "kind", "minute", "seconds", "constraint"),
    [
        (2, "started", 5, 60, "clock_fact_follows_the_last"),
        (2, "resumed", 5, None, "clock_fact_follows_the_last"),
        (1, "paused", 5, None, "clock_fact_follows_the_last"),
        (3, "paused", 5, None, "clock_fact_follows_the_last"),
        (2, "paused", -1, None, "clock_fact_follows_the_last"),
        (2, "paused", 5, 60, "clock_fact_has_seconds_where_it_sets_the_clock"),
        (2, "extended", 5, None, "clock_fact_has_seconds_where_it_sets_the_clock"),
        (2, "extended", 5, 0, "clock_fact_has_seconds_where_it_sets_the_clock"),
    ],
)
def test_the_database_refuses_what_cannot_follow(number, kind, minute, seconds, constraint):
    round = open_league(**TIMED)
    act("start", round)

    assert refused(INSERT, round.pk, number, kind, after(minute), seconds) == constraint


@pytest.mark.long
@database
def test_what_happened_to_a_clock_is_kept():
    round = open_league(**TIMED)
    act("start", round)

    assert refused("UPDATE rounds_clockfact SET seconds = 9") == "clock_fact_is_kept"
    assert refused("DELETE FROM rounds_clockfact") == "clock_fact_is_kept"

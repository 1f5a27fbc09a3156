"""Two people at once, on connections of their own."""

import threading

import pytest
from django.db import connection, transaction

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.play.events import services as events
from league.play.events.models import Event
from league.play.rounds import services as rounds
from league.play.rounds.models import Placement, Round, Seat, Table
from league.play.rounds.services import Change
from tests.league.play.events.factories import DIRECTOR, NOW, make_event, make_people
from tests.league.play.rounds.factories import make_league, make_played, open_round
from tests.league.play.rounds.tonight import make_evening

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


class Other(threading.Thread):
    """Does something on a connection of its own and keeps what it raised."""

    def __init__(self, act):
        super().__init__()
        self.act = act
        self.fault = None

    def run(self):
        try:
            self.act()
        except Exception as fault:
            self.fault = fault
        finally:
            connection.close()


def waits_for_a_lock():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0] > 0


def until_it_waits(thread):
    for _moment in range(500):
        if not thread.is_alive() or waits_for_a_lock():
            return
        thread.join(0.02)
    raise AssertionError("nobody waits for a lock")


def test_a_table_that_is_just_being_entered_is_not_changed_by_an_edit():
    round = open_round(make_league(4)[0])
    one, other = (
        Placement.objects.get(round=round, table__number=n, side=0).entry_id for n in (1, 2)
    )
    edit = Other(
        lambda: rounds.edit_round(
            round=round,
            changes=[Change(kind="swap", entries=(one, other))],
            expected_version=round.version,
            by=Act(DIRECTOR, NOW),
        )
    )

    with transaction.atomic():
        table = Table.objects.select_for_update().get(round=round, number=1)
        make_played(table)
        edit.start()
        until_it_waits(edit)
        assert edit.is_alive()
    edit.join(10)

    assert isinstance(edit.fault, rounds.TablePlayed)
    assert Placement.objects.get(round=round, entry=one).table.number == 1


def test_a_player_entered_twice_at_once_is_entered_once():
    event = make_event()
    ann, bob, cy = make_people(event.club, 3)
    second = Other(lambda: events.add_entry(event=event, players=[cy, ann], by=Act(DIRECTOR, NOW)))

    with transaction.atomic():
        events.add_entry(event=event, players=[ann, bob], by=Act(DIRECTOR, NOW))
        second.start()
        until_it_waits(second)
        assert second.is_alive()
    second.join(10)

    assert isinstance(second.fault, events.PlayerAlreadyEntered)
    assert event.entries.count() == 1


def test_an_event_started_twice_at_once_starts_once():
    event = events.open_event(event=make_event(), by=Act(DIRECTOR, NOW))
    people = make_people(event.club, 4)
    for n in (0, 2):
        events.add_entry(event=event, players=people[n : n + 2], by=Act(DIRECTOR, NOW))
    second = Other(lambda: events.start_event(event=event, by=Act(DIRECTOR, NOW)))

    with transaction.atomic():
        events.start_event(event=event, by=Act(DIRECTOR, NOW))
        second.start()
        until_it_waits(second)
    second.join(10)

    assert isinstance(second.fault, events.WrongState)
    assert event.stages.get().stage_entries.count() == 2


def test_two_who_start_an_evening_at_once_start_it_once():
    evening = make_evening(8)
    plan = rounds.proposal_for(evening, 8).plans[0].key
    found = []

    def start():
        found.append(
            rounds.start_evening(
                evening=evening, plan=plan, version=evening.version, by=Act(DIRECTOR, NOW)
            )
        )

    other = Other(start)
    with transaction.atomic():
        start()
        other.start()
        until_it_waits(other)
    other.join(30)

    assert other.fault is None
    assert found[0] == found[1]
    assert (Event.objects.count(), Round.objects.count()) == (1, 1)


def test_who_checks_in_while_the_evening_starts_is_refused_or_entered():
    evening = make_evening(8)
    (late,) = make_people(evening.club, 1, 20)
    plan = rounds.proposal_for(evening, 8).plans[0].key
    other = Other(
        lambda: events.check_in(evening=evening, player=late, by=Act(DIRECTOR, NOW)),
    )
    with transaction.atomic():
        first = rounds.start_evening(
            evening=evening, plan=plan, version=evening.version, by=Act(DIRECTOR, NOW)
        )
        other.start()
        until_it_waits(other)
    other.join(30)

    assert isinstance(other.fault, events.EveningStarted)
    assert first.stage.event.entries.count() == 8


def test_a_seat_given_to_another_while_it_is_put_back_keeps_the_newer_word():
    seat = Seat.objects.get(table__round=make_league(4)[0], table__number=1, number=0)
    by = Act(DIRECTOR, NOW)
    zoe, yan = make_people(seat.round.stage.event.club, 2, 40)
    rounds.seat_substitute(seat=seat, player=zoe, by=by)
    change = Happening.objects.latest("id")
    round = Round.objects.get(pk=seat.round_id)

    second = Other(lambda: rounds.undo_seating(round=round, change=change.pk, by=by))
    with transaction.atomic():
        rounds.seat_substitute(seat=seat, player=yan, by=by)
        second.start()
        until_it_waits(second)
    second.join()

    assert isinstance(second.fault, rounds.NothingToUndo)
    assert Seat.objects.get(pk=seat.pk).player == yan

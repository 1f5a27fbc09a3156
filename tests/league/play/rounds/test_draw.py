import threading
from collections import Counter

import pytest
from django.db import connection

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.play.events import services as events
from league.play.rounds import services as rounds
from league.play.rounds.models import Placement, Round, Table
from tests.league.play.events.factories import (
    DIRECTOR,
    NOW,
    PITCH,
    add_pairs,
    make_event,
    make_running,
)
from tests.league.play.rounds.factories import (
    close_round,
    draw,
    make_evening,
    make_league,
    make_played,
    open_round,
)

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_seeds_decide_who_has_which_number():
    event = make_running(4)
    first, *_rest, last = event.entries.order_by("number")
    events.set_seeds(event=event, order=[last.pk], by=Act(DIRECTOR, NOW))

    opening = draw(event)[0]

    home = Placement.objects.get(round=opening, table__number=1, side=0)
    assert home.entry == last != first


def test_nothing_is_drawn_before_the_event_runs_or_after_it():
    event = make_event()
    event = events.open_event(event=event, by=Act(DIRECTOR, NOW))
    add_pairs(event, 4)

    with pytest.raises(rounds.NotRunning, match="open for entries"):
        draw(event)


def test_a_planned_number_of_rounds_is_kept_to():
    event = make_running(4, rounds_planned=2)
    assert [round.number for round in draw(event)] == [1, 2]

    evening = make_evening(8, rounds_planned=1)
    open_round(evening)
    with pytest.raises(rounds.AllRoundsDrawn, match="The only round planned is drawn"):
        draw(evening.stage.event, number=2)


def test_so_many_tables_are_undone_from_the_end(monkeypatch):
    first, second, third = make_league(4)
    monkeypatch.setattr("league.play.rounds.services.redraw.MOST_TABLES_UNDONE", 3)

    with pytest.raises(rounds.TooManyTables) as refused:
        rounds.undo_draw(round=first, by=Act(DIRECTOR, NOW))
    assert str(refused.value) == (
        "6 tables are drawn from round 1 on, and at most 3 can be deleted at once. "
        "Undo the draw from round 3 on first."
    )
    assert Round.objects.count() == 3

    for round in (third, second, first):
        rounds.undo_draw(round=round, by=Act(DIRECTOR, NOW))
    assert not Round.objects.exists()


# -------------------------------------------------------------------------------- withdrawals


@pytest.mark.long
def test_who_would_have_met_a_withdrawn_pair_has_a_bye_and_the_past_stays():
    first, second, third = make_league(4)
    close_round(open_round(first))
    gone = Placement.objects.get(round=first, table__number=1, side=0).entry

    events.withdraw_entry(entry=gone, by=Act(DIRECTOR, NOW))

    assert Placement.objects.get(round=first, entry=gone).kind == "table"
    for round in (second, third):
        kinds = Counter(Placement.objects.filter(round=round).values_list("kind", flat=True))
        assert kinds == {"table": 2, "bye": 1, "absent": 1}
        assert round.tables.count() == 1
    replanned = Happening.objects.get(kind="round.replanned")
    assert replanned.data["rounds"] == [2, 3]


@pytest.mark.long
def test_a_table_with_a_result_stays_when_one_of_its_pairs_withdraws():
    first, *_later = make_league(2)
    open_round(first)
    table = first.tables.get()
    make_played(table)

    events.withdraw_entry(entry=table.placements.first().entry, by=Act(DIRECTOR, NOW))

    assert table.placements.count() == 2


@pytest.mark.long
def test_a_table_that_gets_too_small_is_dissolved_and_its_players_sit_out():
    round = make_evening(3)
    gone = Placement.objects.filter(round=round).first().entry

    events.withdraw_entry(entry=gone, by=Act(DIRECTOR, NOW))

    kinds = Counter(Placement.objects.filter(round=round).values_list("kind", flat=True))
    assert (kinds, round.tables.count()) == ({"absent": 1, "sit_out": 2}, 0)


# -------------------------------------------------------------------------------- two at once


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fields", [{}, PITCH])
def test_two_directors_who_draw_at_once_draw_once(fields):
    event = make_running(8, **fields)
    barrier = threading.Barrier(2)
    numbers: list[list[int]] = []
    faults: list[Exception] = []

    def draw_now():
        try:
            barrier.wait(timeout=10)
            numbers.append([round.number for round in draw(event)])
        except Exception as fault:
            faults.append(fault)
        finally:
            connection.close()

    threads = [threading.Thread(target=draw_now) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)

    assert faults == []
    assert numbers[0] == numbers[1]
    assert Round.objects.count() == len(numbers[0])
    assert Table.objects.count() == (28 if not fields else 2)

import threading
from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection

from league.foundation.journal.models import Happening
from league.foundation.refusal import OutOfDate
from league.play.events import services as events
from league.play.rounds import services as rounds
from league.play.rounds.models import Placement, Round, Seat, Table
from league.play.rounds.selectors import (
    reasons_of,
    room_of,
    seat_names,
    side_names,
    tables_of,
    waiting_in,
)
from tests.league.play.events.factories import (
    DIRECTOR,
    NOW,
    PITCH,
    add_pairs,
    add_singles,
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


def meetings(drawn):
    return [
        frozenset(p.entry_id for p in table.placements.all())
        for round in drawn
        for table in tables_of(round)
    ]


@pytest.mark.long
def test_a_round_robin_is_drawn_whole_and_everybody_meets_everybody():
    drawn = make_league(4)

    assert [round.number for round in drawn] == [1, 2, 3]
    assert len(set(meetings(drawn))) == len(meetings(drawn)) == 6


@pytest.mark.long
def test_with_an_odd_number_one_has_a_bye_each_round():
    drawn = make_league(5)

    byes = [(p.kind, p.entry_id) for round in drawn for p in waiting_in(round)]
    assert {kind for kind, _entry in byes} == {"bye"}
    assert Counter(entry for _kind, entry in byes).most_common(1)[0][1] == 1


@pytest.mark.long
def test_partners_sit_opposite_and_every_table_has_its_reason():
    table = tables_of(make_league(2)[0]).get()

    assert side_names(table) == ["Ann Lee & Bob Lee", "Cy Lee & Di Lee"]
    assert seat_names(table) == {0: "Ann Lee", 1: "Cy Lee", 2: "Bob Lee", 3: "Di Lee"}
    assert reasons_of(table.why) == [
        "round 1 of the Berger table: number 1, at home, meets number 2"
    ]


@pytest.mark.long
def test_seeds_decide_who_has_which_number():
    event = make_running(4)
    first, *_rest, last = event.entries.order_by("number")
    events.set_seeds(event=event, order=[last.pk], actor=DIRECTOR, at=NOW)

    opening = draw(event)[0]

    home = Placement.objects.get(round=opening, table__number=1, side=0)
    assert home.entry == last != first


@pytest.mark.long
def test_a_lot_is_the_same_when_drawn_again_and_another_with_another_seed():
    event = make_running(6, stage_options={"order": "lot"})
    stage = event.stages.get()
    first = draw(event)
    before = meetings(first)
    rounds.undo_draw(round=first[0], actor=DIRECTOR, at=NOW)

    again = meetings(draw(event))
    others = [
        meetings(
            rounds.redraw_round(round=stage.rounds.get(number=1), seed=seed, actor=DIRECTOR, at=NOW)
        )
        for seed in range(1, 5)
    ]

    assert again == before
    assert any(other != before for other in others)


@pytest.mark.long
def test_individual_tables_are_drawn_one_round_at_a_time():
    round = make_evening(9)

    sizes = sorted(len(table.seats.all()) for table in tables_of(round))
    assert (round.number, sizes, Round.objects.count()) == (1, [4, 5], 1)
    table = tables_of(round).first()
    assert len(side_names(table)) == len(seat_names(table)) == table.seats.count()


@pytest.mark.long
def test_asked_for_twice_a_round_is_drawn_once():
    round = make_evening(8)

    assert draw(round.stage.event) == [round]
    assert draw(round.stage.event, number=1) == [round]
    assert Happening.objects.filter(kind="round.drawn").count() == 1


@pytest.mark.long
def test_the_next_round_is_drawn_when_the_last_one_is_open():
    first = make_evening(8)
    open_round(first)

    assert draw(first.stage.event, number=1) == [first]
    second = draw(first.stage.event, number=2)[0]

    assert second.number == 2
    assert not set(meetings([first])) & set(meetings([second]))


@pytest.mark.long
def test_a_round_too_far_ahead_is_out_of_date():
    round = make_evening(8)
    open_round(round)

    with pytest.raises(OutOfDate):
        draw(round.stage.event, number=3)


@pytest.mark.long
def test_a_draw_for_other_entries_than_those_seen_is_refused():
    event = make_running(4)
    version = event.entries_version
    events.withdraw_entry(entry=event.entries.first(), actor=DIRECTOR, at=NOW)
    event.refresh_from_db()

    with pytest.raises(OutOfDate, match="entries have changed"):
        draw(event, expected_version=version)

    assert not Round.objects.exists()
    assert len(draw(event, expected_version=event.entries_version)) == 3


def test_nothing_is_drawn_before_the_event_runs_or_after_it():
    event = make_event()
    event = events.open_event(event=event, actor=DIRECTOR, at=NOW)
    add_pairs(event, 4)

    with pytest.raises(rounds.NotRunning, match="open for entries"):
        draw(event)


@pytest.mark.long
def test_the_preview_is_what_is_drawn():
    event = make_running(8, **PITCH)
    preview = rounds.preview_draw(stage=event.stages.get())

    round = draw(event, expected_version=preview.version)[0]

    wanted = [[[int(e) for e in side] for side in t.sides] for t in preview.rounds[0].tables]
    drawn = [[[p.entry_id] for p in t.placements.all()] for t in room_of(round)]
    assert drawn == wanted


def test_a_planned_number_of_rounds_is_kept_to():
    event = make_running(4, rounds_planned=2)
    assert [round.number for round in draw(event)] == [1, 2]

    evening = make_evening(8, rounds_planned=1)
    open_round(evening)
    with pytest.raises(rounds.AllRoundsDrawn, match="The only round planned is drawn"):
        draw(evening.stage.event, number=2)


@pytest.mark.long
def test_too_many_rounds_are_refused_with_what_is_possible():
    event = make_event(rounds_planned=5)
    event = events.open_event(event=event, actor=DIRECTOR, at=NOW)
    add_pairs(event, 4)

    with pytest.raises(events.NotReady, match="after 3 rounds"):
        events.start_event(event=event, actor=DIRECTOR, at=NOW)


@pytest.mark.long
def test_deadlines_are_kept_over_a_new_draw():
    deadlines = {number: NOW + timedelta(days=7 * number) for number in (1, 2, 3)}
    event = make_running(4)
    drawn = draw(event, deadlines=deadlines)
    open_round(drawn[0])

    again = rounds.redraw_round(round=drawn[1], seed=9, actor=DIRECTOR, at=NOW)

    assert [(round.number, round.deadline) for round in again] == [
        (2, deadlines[2]),
        (3, deadlines[3]),
    ]
    assert Round.objects.filter(pk=drawn[0].pk).exists()


@pytest.mark.long
def test_what_has_begun_is_not_drawn_again():
    first, *_later = make_league(4)
    make_played(first.tables.first())

    with pytest.raises(rounds.RoundHasBegun, match="Round 1 has begun"):
        rounds.redraw_round(round=first, seed=1, actor=DIRECTOR, at=NOW)
    open_round(first)
    with pytest.raises(rounds.RoundHasBegun):
        rounds.undo_draw(round=first, actor=DIRECTOR, at=NOW)

    assert Round.objects.count() == 3


def test_so_many_tables_are_undone_from_the_end(monkeypatch):
    first, second, third = make_league(4)
    monkeypatch.setattr("league.play.rounds.services.redraw.MOST_TABLES_UNDONE", 3)

    with pytest.raises(rounds.TooManyTables) as refused:
        rounds.undo_draw(round=first, actor=DIRECTOR, at=NOW)
    assert str(refused.value) == (
        "6 tables are drawn from round 1 on, and at most 3 can be deleted at once. "
        "Undo the draw from round 3 on first."
    )
    assert Round.objects.count() == 3

    for round in (third, second, first):
        rounds.undo_draw(round=round, actor=DIRECTOR, at=NOW)
    assert not Round.objects.exists()


@pytest.mark.long
def test_late_pair_gets_all_its_matches_when_the_rest_is_drawn_again():
    first, second, _third = make_league(4)
    close_round(open_round(first))
    event = first.stage.event
    late = add_pairs(event, 1)[0]

    again = rounds.redraw_round(round=second, seed=1, actor=DIRECTOR, at=NOW)

    met = meetings([first, *again])
    assert len(met) == len(set(met)) == 10
    assert sum(late.pk in pair for pair in met) == 4


@pytest.mark.long
def test_late_player_is_in_the_next_draw():
    first = make_evening(8)
    open_round(first)
    late = add_singles(first.stage.event, 1)[0]

    second = draw(first.stage.event, number=2)[0]

    assert not Placement.objects.filter(round=first, entry=late).exists()
    assert Placement.objects.get(round=second, entry=late).kind == "table"
    assert late.stage_entries.get().from_round == 2


# -------------------------------------------------------------------------------- withdrawals


@pytest.mark.long
def test_who_would_have_met_a_withdrawn_pair_has_a_bye_and_the_past_stays():
    first, second, third = make_league(4)
    close_round(open_round(first))
    gone = Placement.objects.get(round=first, table__number=1, side=0).entry

    events.withdraw_entry(entry=gone, actor=DIRECTOR, at=NOW)

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

    events.withdraw_entry(entry=table.placements.first().entry, actor=DIRECTOR, at=NOW)

    assert table.placements.count() == 2


@pytest.mark.long
def test_a_reinstated_pair_gets_its_matches_back():
    drawn = make_league(5)
    before = meetings(drawn)
    entry = drawn[0].stage.event.entries.first()
    events.withdraw_entry(entry=entry, actor=DIRECTOR, at=NOW)
    assert len(meetings(drawn)) == 6

    events.reinstate_entry(entry=entry, actor=DIRECTOR, at=NOW)

    assert sorted(map(sorted, meetings(drawn))) == sorted(map(sorted, before))
    assert Seat.objects.count() == 4 * len(before)


@pytest.mark.long
def test_a_table_of_players_goes_on_without_the_one_who_left_if_it_is_large_enough():
    round = make_evening(9)
    large = next(table for table in tables_of(round) if table.seats.count() == 5)
    gone = large.placements.first().entry

    events.withdraw_entry(entry=gone, actor=DIRECTOR, at=NOW)

    seats = Seat.objects.filter(table=large.pk)
    assert sorted(seats.values_list("number", flat=True)) == [0, 1, 2, 3]


@pytest.mark.long
def test_a_table_that_gets_too_small_is_dissolved_and_its_players_sit_out():
    round = make_evening(3)
    gone = Placement.objects.filter(round=round).first().entry

    events.withdraw_entry(entry=gone, actor=DIRECTOR, at=NOW)

    kinds = Counter(Placement.objects.filter(round=round).values_list("kind", flat=True))
    assert (kinds, round.tables.count()) == ({"absent": 1, "sit_out": 2}, 0)


@pytest.mark.long
def test_a_reinstated_player_joins_the_table_again():
    round = make_evening(9)
    entry = Placement.objects.filter(round=round, table__number=1).first().entry
    events.withdraw_entry(entry=entry, actor=DIRECTOR, at=NOW)

    events.reinstate_entry(entry=entry, actor=DIRECTOR, at=NOW)

    assert Placement.objects.get(round=round, entry=entry).table.number == 1
    assert Seat.objects.filter(round=round).count() == 9


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


@pytest.mark.long
def test_tables_are_read_with_the_same_number_of_queries_however_many(
    django_assert_num_queries,
):
    for entries in (2, 12):
        round = make_league(entries)[0]
        with django_assert_num_queries(4):
            for table in room_of(round):
                side_names(table)
                seat_names(table)

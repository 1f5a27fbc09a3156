import pytest
from django.db import IntegrityError, connection

from league.play.results.models import Adjustment
from league.play.rounds.models import Placement
from league.tables.standings.models import Snapshot, StageStandings
from league.tables.standings.services import mark_standings_stale, rebuild
from tests.league.factories import make_user
from tests.league.tables.standings.factories import (
    NOW,
    build,
    entry_of,
    make_round,
    make_stage,
    make_table,
    named_rows,
    play,
    shown,
)

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_every_round_keeps_its_own_standings_with_the_rank_before():
    stage = make_stage("Ann", "Bob")
    play(make_round(stage, 1), {"Ann": 300, "Bob": 100})
    play(make_round(stage, 2), {"Bob": 600, "Ann": 100})

    build(stage)

    assert shown(stage, 1) == [("1", "Ann", 2), ("2", "Bob", 0)]
    rows = named_rows(snapshot__round_number=2)
    assert [(row.names.public, row.rank, row.previous_rank) for row in rows] == [
        ("Bob", 1, 2),
        ("Ann", 2, 1),
    ]


def test_a_table_that_is_not_complete_does_not_count_yet():
    stage = make_stage("Ann", "Bob")
    play(make_round(stage), {"Ann": 90, "Bob": 40}, state="playing", is_complete=False)

    build(stage)

    assert shown(stage) == []


def test_a_complete_table_that_is_not_confirmed_counts_as_provisional():
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    first = make_round(stage)
    play(first, {"Ann": 300, "Bob": 100}, state="entered")
    play(first, {"Cy": 200, "Di": 100})

    build(stage)

    assert {row.names.public: row.is_provisional for row in named_rows()} == {
        "Ann": True,
        "Bob": True,
        "Cy": False,
        "Di": False,
    }
    assert Snapshot.objects.get().is_provisional


def test_a_round_that_is_only_drawn_has_no_standings():
    stage = make_stage("Ann", "Bob")
    play(make_round(stage, 1), {"Ann": 300, "Bob": 100})
    make_table(make_round(stage, 2, "drawn"), "Ann", "Bob")

    build(stage)

    assert list(Snapshot.objects.values_list("round_number", flat=True)) == [1]


@pytest.mark.long
@pytest.mark.parametrize(("kind", "points"), [("bye", 2), ("sit_out", 2), ("absent", 0)])
def test_a_bye_is_worth_what_the_method_says(kind, points):
    stage = make_stage("Ann", "Bob", "Cy")
    first = make_round(stage)
    play(first, {"Ann": 300, "Bob": 100})
    Placement.objects.create(round=first, entry=entry_of(stage, "Cy"), kind=kind)

    build(stage)

    assert {name: got for _, name, got in shown(stage)}["Cy"] == points


def test_the_winner_of_a_game_may_have_fewer_points():
    stage = make_stage("Ann", "Bob")
    play(make_round(stage), {"Ann": 510, "Bob": 520}, winner=0)

    build(stage)

    assert shown(stage)[0] == ("1", "Ann", 2)


@pytest.mark.long
def test_a_penalty_counts_from_the_round_it_was_given_in():
    stage = make_stage("Ann", "Bob")
    first = make_round(stage, 1, "closed")
    play(first, {"Ann": 300, "Bob": 100})
    second = make_round(stage, 2)
    play(second, {"Ann": 300, "Bob": 100})
    Adjustment.objects.create(
        stage=stage,
        entry=entry_of(stage, "Ann"),
        round=second,
        kind="penalty",
        points=3,
        reason="late",
        made_by=make_user(),
        made_at=NOW,
    )

    build(stage)

    assert shown(stage, 1)[0] == ("1", "Ann", 2)
    assert shown(stage, 2) == [("1", "Ann", 1), ("2", "Bob", 0)]


@pytest.mark.long
def test_a_revoked_penalty_does_not_count():
    stage = make_stage("Ann", "Bob")
    play(make_round(stage), {"Ann": 300, "Bob": 100})
    director = make_user()
    Adjustment.objects.create(
        stage=stage,
        entry=entry_of(stage, "Ann"),
        kind="penalty",
        points=5,
        reason="late",
        made_by=director,
        made_at=NOW,
        revoked_by=director,
        revoked_at=NOW,
    )

    build(stage)

    assert shown(stage)[0] == ("1", "Ann", 2)


def test_what_an_entry_brings_along_counts():
    stage = make_stage("Ann", "Bob")
    stage.stage_entries.filter(entry=entry_of(stage, "Bob")).update(carried_points=5)
    play(make_round(stage), {"Ann": 300, "Bob": 100})

    build(stage)

    assert shown(stage) == [("1", "Bob", 5), ("2", "Ann", 2)]


def test_a_withdrawn_entry_keeps_its_place_when_it_has_played():
    stage = make_stage("Ann", "Bob", "Cy")
    play(make_round(stage), {"Ann": 300, "Bob": 100})
    for name in ("Bob", "Cy"):
        entry = entry_of(stage, name)
        entry.members.update(left_at=NOW)
        entry.state, entry.withdrawn_at = "withdrawn", NOW
        entry.save()

    build(stage)

    assert [name for _, name, _ in shown(stage)] == ["Ann", "Bob"]


def test_wanted_standings_are_built_to_what_was_wanted_before_they_were_read():
    stage = make_stage("Ann", "Bob")
    for _ in range(3):
        mark_standings_stale(stage_ids=[stage.pk], at=NOW)

    rebuild(stage_id=stage.pk, at=NOW)

    state = StageStandings.objects.get()
    assert (state.wanted, state.built, state.built_at) == (3, 3, NOW)


def test_one_rebuild_is_sent_however_many_facts_arrive():
    stage = make_stage("Ann", "Bob")

    sent = [mark_standings_stale(stage_ids=[stage.pk], at=NOW) for _ in range(5)]

    assert sent == [[stage.pk], [], [], [], []]


def test_facts_that_arrive_after_a_rebuild_send_another():
    stage = make_stage("Ann", "Bob")
    build(stage)

    assert mark_standings_stale(stage_ids=[stage.pk], at=NOW) == [stage.pk]


def test_the_database_refuses_standings_ahead_of_the_facts():
    stage = make_stage("Ann", "Bob")
    mark_standings_stale(stage_ids=[stage.pk], at=NOW)

    with pytest.raises(IntegrityError), connection.cursor() as cursor:
        cursor.execute("UPDATE standings_stagestandings SET built = wanted + 1")

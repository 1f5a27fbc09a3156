import pytest
from django.db import IntegrityError, connection

from league.play.events.models import Stage
from league.play.results.models import Adjustment, TableResult
from league.play.rounds.models import Placement
from league.tables.standings.models import Snapshot, SnapshotRow, StageStandings
from league.tables.standings.services import rebuild, want
from league.tables.standings.standings_shown import reasons_in_words
from tests.league.factories import make_club, make_user
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
def test_confirmed_tables_make_the_standings_of_their_round():
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    first = make_round(stage)
    play(first, {"Ann": 300, "Bob": 100})
    play(first, {"Cy": 250, "Di": 200})

    build(stage)

    assert shown(stage) == [("1", "Ann", 2), ("2", "Cy", 2), ("3", "Di", 0), ("4", "Bob", 0)]


@pytest.mark.long
def test_entries_that_nothing_separates_share_a_rank_and_the_next_is_skipped():
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    first = make_round(stage)
    play(first, {"Ann": 300, "Bob": 100})
    play(first, {"Cy": 300, "Di": 100})

    build(stage)

    assert [place for place, _, _ in shown(stage)] == ["1=", "1=", "3=", "3="]


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


@pytest.mark.long
def test_the_order_in_which_results_arrive_does_not_matter():
    results = [(1, {"Ann": 3, "Bob": 1}), (1, {"Cy": 2, "Di": 2}), (2, {"Ann": 0, "Cy": 5})]
    tables = []
    for club, order in (("One", results), ("Other", results[::-1])):
        stage = make_stage("Ann", "Bob", "Cy", "Di", club=make_club(club))
        rounds = {number: make_round(stage, number) for number in (1, 2)}
        for number, points in order:
            play(rounds[number], points)
            build(stage)
        tables.append((shown(stage, 1), shown(stage, 2)))

    assert tables[0] == tables[1]


@pytest.mark.long
def test_rebuilding_again_changes_nothing():
    stage = make_stage("Ann", "Bob")
    play(make_round(stage), {"Ann": 300, "Bob": 100})
    build(stage)
    before = list(SnapshotRow.objects.values())

    changed = build(stage)

    assert (changed, list(SnapshotRow.objects.values())) == (False, before)


def test_a_rebuild_that_nobody_wants_does_nothing(django_assert_num_queries):
    stage = make_stage("Ann", "Bob")
    build(stage)

    with django_assert_num_queries(4):  # its savepoint, its lock, and how far it is
        assert not rebuild(stage_id=stage.pk, at=NOW)


@pytest.mark.long
def test_rows_that_stay_as_they_are_are_left_alone():
    stage = make_stage("Ann", "Bob", "Cy", "Di", tiebreaks=[])
    first = make_round(stage)
    play(first, {"Ann": 300, "Bob": 100})
    last = play(first, {"Cy": 250, "Di": 200})
    build(stage)
    before = {row.names.public: row.pk for row in named_rows()}

    last.totals = [200, 250]
    last.winner = 1
    last.save()
    build(stage)

    after = {row.names.public: row.pk for row in named_rows()}
    assert {name for name in before if before[name] != after[name]} >= {"Cy", "Di"}
    assert before["Ann"] != after["Ann"], "who stands level with Ann is part of her reason"


@pytest.mark.long
def test_earlier_rounds_are_not_written_again():
    stage = make_stage("Ann", "Bob")
    play(make_round(stage, 1, "closed"), {"Ann": 300, "Bob": 100})
    build(stage)
    first = Snapshot.objects.get(round_number=1)

    play(make_round(stage, 2), {"Bob": 300, "Ann": 100})
    build(stage)

    again = Snapshot.objects.get(round_number=1)
    assert (again.version, again.digest) == (first.version, first.digest)


@pytest.mark.long
def test_a_correction_in_an_old_round_reaches_every_later_one():
    stage = make_stage("Ann", "Bob")
    old = play(make_round(stage, 1, "closed"), {"Ann": 300, "Bob": 100})
    play(make_round(stage, 2), {"Ann": 300, "Bob": 100})
    build(stage)

    old.totals, old.winner = [100, 300], 1
    old.save()
    build(stage)

    assert shown(stage, 1) == [("1", "Bob", 2), ("2", "Ann", 0)]
    assert [points for _, _, points in shown(stage, 2)] == [2, 2]


@pytest.mark.long
def test_a_result_that_is_gone_takes_its_standings_with_it():
    stage = make_stage("Ann", "Bob")
    result = play(make_round(stage), {"Ann": 300, "Bob": 100})
    build(stage)

    result.delete()

    assert build(stage)
    assert not Snapshot.objects.exists()


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


@pytest.mark.long
def test_a_round_with_a_table_still_playing_is_provisional():
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    first = make_round(stage)
    play(first, {"Ann": 300, "Bob": 100})
    make_table(first, "Cy", "Di")

    build(stage)

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


@pytest.mark.long
def test_an_award_counts_instead_of_what_was_played():
    stage = make_stage("Ann", "Bob")
    play(
        make_round(stage),
        {"Ann": 300, "Bob": 100},
        awarded=[0, 500],
        award_reason="wrong cards",
        winner=1,
    )

    build(stage)

    assert shown(stage) == [("1", "Bob", 2), ("2", "Ann", 0)]


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


def test_tables_of_several_sides_are_ranked_by_everybodys_total():
    stage = make_stage("Ann", "Bob", "Cy", variant="pitch", method={"name": "total_points"})
    play(make_round(stage), {"Ann": 12, "Bob": 30, "Cy": -4})

    build(stage)

    assert shown(stage) == [("1", "Bob", 30), ("2", "Ann", 12), ("3", "Cy", -4)]


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


def test_the_reason_names_the_first_tie_break_that_separates_two_entries():
    stage = make_stage("Ann", "Bob", "Cy", "Di", tiebreaks=["point_difference", "points_for"])
    first = make_round(stage)
    play(first, {"Ann": 300, "Bob": 100})
    play(first, {"Cy": 250, "Di": 200})

    build(stage)

    whys = reasons_in_words(named_rows(), full=True)
    assert whys[entry_of(stage, "Cy").pk] == (
        "behind Ann on point difference, 50 to 200; ahead of Di on points, 2 to 0"
    )


def test_wanted_standings_are_built_to_what_was_wanted_before_they_were_read():
    stage = make_stage("Ann", "Bob")
    for _ in range(3):
        want(stage_ids=[stage.pk], at=NOW)

    rebuild(stage_id=stage.pk, at=NOW)

    state = StageStandings.objects.get()
    assert (state.wanted, state.built, state.built_at) == (3, 3, NOW)


@pytest.mark.long
def test_a_rebuild_asks_a_number_of_questions_that_does_not_grow(django_assert_max_num_queries):
    counts = []
    for size in (4, 40):
        names = [f"Player {number}" for number in range(size)]
        stage = make_stage(*names, club=make_club(f"Club of {size}"))
        first = make_round(stage)
        for number in range(0, size, 2):
            play(first, {names[number]: 10 * number, names[number + 1]: 7})
        want(stage_ids=[stage.pk], at=NOW)
        with django_assert_max_num_queries(40) as asked:
            rebuild(stage_id=stage.pk, at=NOW)
        counts.append(len(asked))

    assert counts[0] == counts[1]


def test_one_rebuild_is_sent_however_many_facts_arrive():
    stage = make_stage("Ann", "Bob")

    sent = [want(stage_ids=[stage.pk], at=NOW) for _ in range(5)]

    assert sent == [[stage.pk], [], [], [], []]


def test_facts_that_arrive_after_a_rebuild_send_another():
    stage = make_stage("Ann", "Bob")
    build(stage)

    assert want(stage_ids=[stage.pk], at=NOW) == [stage.pk]


def test_the_database_refuses_standings_ahead_of_the_facts():
    stage = make_stage("Ann", "Bob")
    want(stage_ids=[stage.pk], at=NOW)

    with pytest.raises(IntegrityError), connection.cursor() as cursor:
        cursor.execute("UPDATE standings_stagestandings SET built = wanted + 1")


@pytest.mark.long
def test_results_of_another_stage_change_nothing():
    stage = make_stage("Ann", "Bob")
    play(make_round(stage), {"Ann": 300, "Bob": 100})
    build(stage)
    other = Stage.objects.create(event=stage.event, number=2, format="round_robin")
    make_round(other)

    assert not build(other)
    assert TableResult.objects.count() == 1
    assert shown(stage) == [("1", "Ann", 2), ("2", "Bob", 0)]

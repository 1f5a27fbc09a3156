import pytest

from league.foundation.journal.models import Happening
from league.foundation.refusal import OutOfDate
from league.play.events import services as events
from league.play.events.models import Entry
from league.play.rounds import services as rounds
from league.play.rounds.models import Placement, Seat
from league.play.rounds.selectors import reasons_of, tables_of
from league.play.rounds.services import Change, ImpossibleChange
from tests.league.play.events.factories import DIRECTOR, NOW, make_running
from tests.league.play.rounds.factories import (
    close_round,
    draw,
    make_evening,
    make_league,
    make_played,
    open_round,
)

pytestmark = pytest.mark.django_db


def at(round, table, side=0):
    return Placement.objects.get(round=round, table__number=table, side=side).entry_id


def swap(one, other):
    return Change(kind="swap", entries=(one, other))


def edit(round, *changes, version=None, **more):
    return rounds.edit_round(
        round=round,
        changes=list(changes),
        expected_version=round.version if version is None else version,
        actor=DIRECTOR,
        at=NOW,
        **more,
    )


def withdraw(entry):
    events.withdraw_entry(entry=Entry.objects.get(pk=entry), actor=DIRECTOR, at=NOW)


def breaks(round, *changes):
    return {b.code for b in rounds.preview_edit(round=round, changes=list(changes)).breaks}


@pytest.mark.long
def test_two_pairs_change_places_with_their_seats():
    round = make_league(4)[0]
    one, other = at(round, 1), at(round, 2)

    edit(round, swap(one, other), reason="Ann has to leave early")

    assert (at(round, 1), at(round, 2)) == (other, one)
    seated = Seat.objects.filter(table__round=round, table__number=1, number=0).get()
    assert seated.player.entry_members.get().entry_id == other
    assert reasons_of(tables_of(round).first().why) == ["changed by the director"]
    data = Happening.objects.get(kind="round.edited").data
    assert (data["reason"], data["tables"]) == ("Ann has to leave early", "1, 2")


@pytest.mark.long
def test_the_preview_tells_what_breaks_and_writes_nothing():
    round = make_league(4)[0]
    before = list(Placement.objects.values_list("entry", "table", "side"))

    preview = rounds.preview_edit(round=round, changes=[swap(at(round, 1), at(round, 2))])

    assert preview.changed == [1, 2]
    assert {b.code for b in preview.breaks} >= {"repeat", "still_to_meet"}
    assert all(b.sentence for b in preview.breaks)
    assert list(Placement.objects.values_list("entry", "table", "side")) == before


def test_a_change_that_harms_nobody_breaks_nothing():
    round = make_evening(8)
    one, other = at(round, 1, 1), at(round, 2, 1)

    assert breaks(round, swap(one, other)) == set()


@pytest.mark.long
def test_a_repeat_among_players_is_named():
    first = make_evening(6)
    open_round(first)
    stage = first.stage
    second = rounds.draw_rounds(stage=stage, number=2, actor=DIRECTOR, at=NOW)[0]
    known = {p.entry_id for p in Placement.objects.filter(round=first, table__number=1)}
    there = list(Placement.objects.filter(round=second, table__number=1))
    here = list(Placement.objects.filter(round=second, table__number=2))
    old = next(p.entry_id for p in there if p.entry_id not in known)
    mate = next(p.entry_id for p in here if p.entry_id in known)

    assert "repeat" in breaks(second, swap(old, mate))


@pytest.mark.long
def test_a_pair_with_a_bye_takes_anothers_place():
    round = make_league(3)[0]
    resting = Placement.objects.get(round=round, kind="bye").entry_id
    playing = at(round, 1)

    edit(round, swap(playing, resting))

    assert at(round, 1) == resting
    assert Placement.objects.get(round=round, entry=playing).kind == "bye"


@pytest.mark.long
def test_when_a_pair_rests_its_opponents_rest_too_and_both_can_meet_again():
    round = make_league(2)[0]
    one, other = at(round, 1, 0), at(round, 1, 1)

    rested = edit(round, Change(kind="rest", entries=(one,)))
    assert round.tables.count() == 0
    assert Placement.objects.filter(round=round, kind="bye").count() == 2

    edit(rested, Change(kind="meet", entries=(other, one)))
    assert (at(round, 1, 0), at(round, 1, 1)) == (other, one)


@pytest.mark.long
def test_a_player_joins_another_table():
    round = make_evening(9)
    large, small = sorted(tables_of(round), key=lambda table: -table.seats.count())
    mover = large.placements.first().entry_id

    edit(round, Change(kind="seat", entries=(mover,), table=small.number))

    seats = [
        list(table.seats.values_list("number", flat=True).order_by("number"))
        for table in (round.tables.get(pk=large.pk), round.tables.get(pk=small.pk))
    ]
    assert seats == [[0, 1, 2, 3], [0, 1, 2, 3, 4]]


def test_a_table_cannot_become_larger_or_smaller_than_the_event_allows():
    round = make_evening(7)
    large, small = sorted(tables_of(round), key=lambda table: -table.seats.count())
    mover = small.placements.first().entry_id

    with pytest.raises(rounds.ImpossibleChange, match="would have 2 places"):
        edit(round, Change(kind="seat", entries=(mover,), table=large.number))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "change",
    [
        lambda r: swap(at(r, 1), at(r, 1)),
        lambda r: swap(at(r, 1), 10**9),
        lambda r: Change(kind="meet", entries=(at(r, 1), at(r, 2))),
        lambda r: Change(kind="seat", entries=(at(r, 1),), table=1),
        lambda r: Change(kind="seat", entries=(at(r, 1),), table=99),
    ],
)
def test_changes_that_make_no_sense_are_refused_in_words(change):
    round = make_league(4)[0]

    with pytest.raises(rounds.ImpossibleChange) as refused:
        edit(round, change(round))
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"change": "dance", "entries": [1]},
        {"change": "swap", "entries": [1]},
        {"change": "swap", "entries": ["a", "b"]},
        {"change": "swap", "entries": [True, False]},
        {"change": "swap", "entries": None},
        {"change": [], "entries": [1, 2]},
        {"change": "seat", "entries": [1]},
        {"change": "rest", "entries": [1], "table": 2},
    ],
)
def test_a_change_that_cannot_be_read_is_refused(data):
    with pytest.raises(rounds.ImpossibleChange):
        Change.from_json(data)


def test_a_change_survives_the_way_through_a_form():
    for change in (swap(1, 2), Change(kind="seat", entries=(1,), table=2)):
        assert Change.from_json(change.as_json()) == change


@pytest.mark.long
def test_only_unplayed_tables_change():
    round = open_round(make_league(4)[0])
    make_played(round.tables.get(number=2))

    with pytest.raises(rounds.TablePlayed, match="Table 2 has deals"):
        edit(round, swap(at(round, 1), at(round, 2)))
    edit(round, swap(at(round, 1, 0), at(round, 1, 1)))

    assert Seat.objects.filter(table__round=round).count() == 8


def test_a_closed_round_does_not_change():
    round = close_round(open_round(make_league(4)[0]))

    with pytest.raises(rounds.ImpossibleChange, match="closed"):
        edit(round, swap(at(round, 1), at(round, 2)))


def test_a_pair_that_has_withdrawn_is_given_no_table():
    round = make_league(4)[0]
    gone, other, left = at(round, 1), at(round, 2), at(round, 1, 1)
    withdraw(gone)
    round.refresh_from_db()

    with pytest.raises(ImpossibleChange, match="Ann Lee & Bob Lee has withdrawn: reinstate"):
        edit(round, swap(gone, other))

    back = edit(round, swap(left, other), swap(left, gone), swap(left, gone))
    kinds = dict(Placement.objects.filter(round=back).values_list("entry", "kind"))
    assert (kinds[gone], kinds[left], kinds[other]) == ("absent", "table", "bye")


@pytest.mark.long
def test_who_withdrew_after_a_bye_keeps_it_when_the_round_is_opened_again():
    round = open_round(make_league(5)[0])
    resting = Placement.objects.get(round=round, kind="bye").entry_id
    close_round(round)
    withdraw(resting)
    round = rounds.reopen_round(round=round, actor=DIRECTOR, at=NOW)

    edit(round, swap(at(round, 1), at(round, 2)))

    assert Placement.objects.get(round=round, entry=resting).kind == "bye"


@pytest.mark.long
def test_of_two_who_edit_the_same_draw_the_second_looks_again():
    round = make_league(4)[0]
    version = round.version
    edit(round, swap(at(round, 1), at(round, 2)), version=version)

    with pytest.raises(OutOfDate):
        edit(round, swap(at(round, 1), at(round, 2)), version=version)


def test_who_has_lost_cannot_change_places_with_who_has_not():
    event = make_running(4, format="double_elimination")
    stage = event.stages.get()
    first = open_round(draw(event)[0])
    for table in first.tables.all():
        make_played(table)
    close_round(first)
    (second,) = rounds.draw_rounds(stage=stage, actor=DIRECTOR, at=NOW)

    with pytest.raises(rounds.ImpossibleChange, match=r"has not lost yet and .* has lost once"):
        edit(second, swap(at(second, 1), at(second, 2)))

    both = [swap(at(second, 1, side), at(second, 2, side)) for side in (0, 1)]
    assert edit(second, *both).version == second.version + 1  # the tables, not the lives

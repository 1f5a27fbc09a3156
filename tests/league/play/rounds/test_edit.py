import pytest

from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.models import Entry
from league.play.rounds import services as rounds
from league.play.rounds.models import Placement
from league.play.rounds.selectors import tables_of
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
        by=Act(DIRECTOR, NOW),
        **more,
    )


def withdraw(entry):
    events.withdraw_entry(entry=Entry.objects.get(pk=entry), by=Act(DIRECTOR, NOW))


@pytest.mark.long
def test_when_a_pair_rests_its_opponents_rest_too_and_both_can_meet_again():
    round = make_league(2)[0]
    one, other = at(round, 1, 0), at(round, 1, 1)

    rested = edit(round, Change(kind="rest", entries=(one,)))
    assert round.tables.count() == 0
    assert Placement.objects.filter(round=round, kind="bye").count() == 2

    edit(rested, Change(kind="meet", entries=(other, one)))
    assert (at(round, 1, 0), at(round, 1, 1)) == (other, one)


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


def test_who_has_lost_cannot_change_places_with_who_has_not():
    event = make_running(4, format="double_elimination")
    stage = event.stages.get()
    first = open_round(draw(event)[0])
    for table in first.tables.all():
        make_played(table)
    close_round(first)
    (second,) = rounds.draw_rounds(stage=stage, by=Act(DIRECTOR, NOW))

    with pytest.raises(rounds.ImpossibleChange, match=r"has not lost yet and .* has lost once"):
        edit(second, swap(at(second, 1), at(second, 2)))

    both = [swap(at(second, 1, side), at(second, 2, side)) for side in (0, 1)]
    assert edit(second, *both).version == second.version + 1  # the tables, not the lives

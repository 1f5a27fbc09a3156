"""The last change by hand is taken back, as long as nothing came after it."""

import pytest

from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate
from league.play.rounds import services as rounds
from league.play.rounds.models import Placement, Seat
from league.play.rounds.services import Change
from tests.league.play.events.factories import DIRECTOR, NOW
from tests.league.play.rounds.factories import (
    make_evening,
    make_league,
)

pytestmark = pytest.mark.django_db


def at(round, table, side=0):
    return Placement.objects.get(round=round, table__number=table, side=side).entry_id


def edit(round, kind, *entries, table=None):
    return rounds.edit_round(
        round=round,
        changes=[Change(kind=kind, entries=entries, table=table)],
        expected_version=round.version,
        by=Act(DIRECTOR, NOW),
    )


def undo(round, version=None):
    return rounds.undo_edit(
        round=round, expected_version=version or round.version, by=Act(DIRECTOR, NOW)
    )


def everything(round):
    """Return all that a round's tables are, without the numbers of their rows."""
    placements = Placement.objects.filter(round=round)
    seats = Seat.objects.filter(round=round)
    return (
        set(placements.values_list("entry", "kind", "table__number", "side")),
        set(
            seats.values_list(
                *("table__number", "number", "player", "stands_in_for", "is_substitute")
            )
        ),
        {table.number: str(table.why) for table in round.tables.all()},
    )


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("make", "change"),
    [
        (lambda: make_league(4)[0], lambda r: ("swap", at(r, 1), at(r, 2))),
        (lambda: make_league(4)[0], lambda r: ("rest", at(r, 1))),
        (lambda: make_league(3)[0], lambda r: ("swap", at(r, 1), waiting(r))),
        (lambda: make_evening(9), lambda r: ("swap", at(r, 1), at(r, 2))),
        (lambda: make_evening(9), lambda r: ("seat", *from_large(r))),
    ],
)
def test_everything_is_as_it_was_before(make, change):
    round = make()
    before = everything(round)
    kind, *entries = change(round)
    table = entries.pop() if kind == "seat" else None

    changed = edit(round, kind, *entries, table=table)
    assert everything(round) != before
    undone = undo(changed)

    assert everything(round) == before
    assert undone.version == round.version + 2


def waiting(round):
    return Placement.objects.get(round=round, table__isnull=True).entry_id


def from_large(round):
    large, small = sorted(round.tables.all(), key=lambda table: -table.seats.count())
    return large.placements.first().entry_id, small.number


def test_a_change_is_taken_back_once():
    round = make_league(4)[0]
    undone = undo(edit(round, "swap", at(round, 1), at(round, 2)))

    assert rounds.last_edit(undone) is None
    with pytest.raises(rounds.NothingToUndo, match="can no longer be undone"):
        undo(undone)


def test_who_looked_at_an_older_round_looks_again():
    round = make_league(4)[0]
    version = round.version
    edit(round, "swap", at(round, 1), at(round, 2))

    with pytest.raises(OutOfDate):
        undo(round, version=version)

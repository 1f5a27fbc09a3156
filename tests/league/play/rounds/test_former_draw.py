"""A draw that was made again, or discarded, comes back as it was, or is said to be gone."""

from datetime import timedelta

import pytest

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.play.events import services as events
from league.play.rounds import services as rounds
from league.play.rounds.models import Placement, Seat, Table
from league.play.rounds.services import NothingToUndo
from tests.league.play.events.factories import DIRECTOR, NOW, add_pairs
from tests.league.play.rounds.factories import close_round, make_league, open_round

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=50)


@pytest.fixture
def stage():
    """A round robin of six pairs whose first round is over, with a seat changed by hand."""
    drawn = make_league(6)
    open_round(drawn[0])
    close_round(drawn[0])
    return drawn[0].stage


def as_stored(stage):
    """Return everything that is drawn, with the numbers of its rows, but for who changed it."""
    tables = Table.objects.filter(round__stage=stage).order_by("pk")
    placements = Placement.objects.filter(round__stage=stage)
    seats = Seat.objects.filter(round__stage=stage)
    return (
        list(stage.rounds.order_by("pk").values("pk", "number", "state", "drawn_at", "drawing")),
        list(tables.values("pk", "round", "number", "why", "link_number", "deal_numbers")),
        sorted(placements.values_list("round", "entry", "kind", "table", "side")),
        sorted(seats.values_list("table", "number", "player", "placement__entry")),
        type(stage).objects.get(pk=stage.pk).seed,
    )


def redraw(stage, number=2, seed=99):
    rounds.redraw_round(round=stage.rounds.get(number=number), seed=seed, by=Act(DIRECTOR, LATER))
    return rounds.draw_taken_away(stage, by=Act(DIRECTOR, LATER))


def restore(stage, change):
    return rounds.restore_draw(stage=stage, change=change.pk, by=Act(DIRECTOR, LATER))


@pytest.mark.long
def test_undo_of_draw_again_brings_the_former_draw_back(stage):
    before = as_stored(stage)
    change = redraw(stage)
    assert as_stored(stage) != before

    assert restore(stage, change) == [2, 3, 4, 5]

    assert as_stored(stage) == before
    assert restore(stage, change) == [2, 3, 4, 5]  # pressed twice
    assert as_stored(stage) == before
    assert Happening.objects.filter(kind="round.draw_restored").count() == 1


def test_a_discarded_draw_comes_back(stage):
    before = as_stored(stage)
    rounds.undo_draw(round=stage.rounds.get(number=2), by=Act(DIRECTOR, LATER))
    change = rounds.draw_taken_away(stage, by=Act(DIRECTOR, LATER))

    restore(stage, change)

    assert as_stored(stage) == before


def enters(stage):
    add_pairs(stage.event, 1)


def opens(stage):
    rounds.open_round(round=stage.rounds.get(number=2), by=Act(DIRECTOR, LATER))


def draws_again(stage):
    redraw(stage, seed=5)


def withdraws(stage):
    entry = stage.event.entries.order_by("number").first()
    events.withdraw_entry(entry=entry, by=Act(DIRECTOR, LATER))


@pytest.mark.long
@pytest.mark.parametrize("since", [enters, opens, draws_again, withdraws])
def test_what_changed_since_is_never_lost_by_an_undo(stage, since):
    change = redraw(stage)
    since(stage)
    left = as_stored(stage)

    with pytest.raises(NothingToUndo):
        restore(stage, change)

    assert as_stored(stage) == left

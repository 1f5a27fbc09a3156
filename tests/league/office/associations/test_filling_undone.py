"""A championship that was filled is undone: the field and its seeds are as before."""

import pytest

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.foundation.refusal import OutOfDate
from league.office.associations import services as associations
from league.play.events import services as events
from league.play.events.models import Event
from tests.league.office.associations.factories import NOW, SECRETARY, Championship, register

pytestmark = pytest.mark.django_db
BY = Act(SECRETARY, NOW)


def fill(final, **more):
    final.fill(**more)
    return Happening.objects.filter(kind="championship.filled").latest("id")


def undo(final, change):
    return associations.undo_filling(event=final.event, change=change.pk, by=BY)


def seeds(final):
    rows = final.event.entries.order_by("seed", "number")
    return [(row.members.get().player.name, row.seed) for row in rows]


@pytest.mark.long
def test_who_was_entered_leaves_once_and_who_was_there_has_the_seed_as_before():
    final = Championship()
    player = register(final.season, final.harbour, "Zoe").player
    zoe = events.add_entry(event=final.event, players=[player], state="accepted", by=BY)
    events.set_seeds(event=final.event, order=[zoe.pk], by=BY)
    before = seeds(final)
    change = fill(final)
    assert len(seeds(final)) == 5

    assert undo(final, change).removed == 4
    happened = Happening.objects.count()
    undo(final, change)

    assert seeds(final) == before == [("Zoe", 1)]
    assert Happening.objects.count() == happened
    undone = Happening.objects.get(kind="championship.filling_undone")
    assert sentence_of(undone).endswith("undid the filling of Final: entries removed: 4")


def test_an_entry_that_somebody_changed_since_stays_and_is_named():
    final = Championship()
    change = fill(final)
    bob = final.event.entries.get(seed=2)
    events.change_entry(entry=bob, name="Bob the Great", by=BY)

    undone = undo(final, change)

    assert (undone.removed, list(undone.changed)) == (3, [bob])
    assert seeds(final) == [("Bob", 2)]


@pytest.mark.long
def test_what_was_filled_again_since_or_has_begun_stays():
    final = Championship()
    change = fill(final, sources=final.sources(harbour=1))
    newer = fill(final)
    with pytest.raises(OutOfDate, match="filled again since then"):
        undo(final, change)

    undo(final, newer)
    assert len(seeds(final)) == 3

    Event.objects.filter(pk=final.event.pk).update(state="running")
    with pytest.raises(associations.CannotFillChampionship, match="has begun"):
        undo(final, change)
    assert len(seeds(final)) == 3

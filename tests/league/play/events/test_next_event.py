"""The next event from one there was: rules, stages, reserves, entries; nothing of its results."""

from datetime import UTC, date, datetime

import pytest

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.play.events import services as events
from league.play.events.models import Event
from league.play.events.services.next_event import COPIED, MOVED, OF_ITS_OWN
from tests.league.play.events.factories import DIRECTOR, NOW, add_pairs, make_event, make_people

pytestmark = pytest.mark.django_db
NEXT_DAY = date(2026, 9, 12)


def copied(event, **other):
    what = {"name": "Autumn cup", "starts_on": NEXT_DAY, "season": None, "with_entries": True}
    return events.copy_event(
        event=event, **what | other, draw_lot=lambda: 77, by=Act(DIRECTOR, NOW)
    )


def test_every_column_is_copied_moved_or_the_events_own():
    columns = {column.name for column in Event._meta.fields}

    assert sorted((*COPIED, *MOVED, *OF_ITS_OWN)) == sorted(columns)


def test_rules_stages_and_reserves_are_those_of_the_event():
    closes = datetime(2026, 3, 6, 12, tzinfo=UTC)
    event = make_event(
        about="Bring a pen.",
        options={"game_target": 350},
        entries_close_at=closes,
        substitutes="reserves",
        substitutes_until=date(2026, 3, 20),
        deals_a_round=6,
        stage_options={"legs": 2},
        rounds_planned=4,
    )
    final = events.add_stage(
        event=event, format="single_elimination", name="Final", takes="top", places=4,
        carried_percent=50, lot_seed=5, by=Act(DIRECTOR, NOW),
    )  # fmt: skip
    reserve, gone = make_people(event.club, 2)
    events.set_reserves(event=event, players=[reserve, gone], by=Act(DIRECTOR, NOW))
    gone.is_active = False
    gone.save()

    new = copied(event).event

    assert (new.name, new.slug, new.starts_on, new.state) == (
        "Autumn cup", "autumn-cup", NEXT_DAY, "draft",
    )  # fmt: skip
    for name in COPIED:
        assert getattr(new, name) == getattr(event, name), name
    later = NEXT_DAY - event.starts_on
    assert new.entries_close_at == closes + later
    assert new.substitutes_until == date(2026, 3, 20) + later
    first, second = new.stages.order_by("number")
    assert (first.format, first.options, first.rounds_planned) == ("round_robin", {"legs": 2}, 4)
    assert (second.name, second.format) == ("Final", final.format)
    way = second.qualifying
    assert (way.source, way.takes, way.places, way.carried_percent, way.lot_seed) == (
        first, "top", 4, 50, 77,
    )  # fmt: skip
    assert [one.player for one in new.reserves.all()] == [reserve]
    assert Happening.objects.filter(kind="event.copied").get().data["source"] == event.name


def test_entries_come_in_their_order_but_not_who_withdrew_or_left():
    event = make_event()
    kept, withdrawn, broken, merged = add_pairs(event, 4)
    events.change_entry(entry=kept, name="The Aces", by=Act(DIRECTOR, NOW))
    events.withdraw_entry(entry=withdrawn, by=Act(DIRECTOR, NOW))
    left = broken.members.order_by("position")[0].player
    partner = broken.members.order_by("position")[1].player
    left.is_active = False
    left.save()
    double, (stays,) = merged.members.order_by("position")[0].player, make_people(event.club, 1, 20)
    double.merged_into = stays
    double.save()

    result = copied(event)

    entered = [
        (entry.name, [member.player for member in entry.members.order_by("position")])
        for entry in result.event.entries.order_by("number")
    ]
    assert entered == [
        ("The Aces", [member.player for member in kept.members.order_by("position")]),
        ("", [stays, merged.members.order_by("position")[1].player]),
    ]
    assert result.left_out == (left.name,)
    gone = [member.player.name for member in withdrawn.members.order_by("position")]
    assert result.withdrawn == tuple(gone)
    assert not result.event.entries.filter(members__player=partner).exists()

"""What became of many events is read in two queries, and is what each one's standings say."""

import pytest

from league.faces.public.events.outcomes import outcomes_of
from league.play.events.models import Event
from league.tables.standings.models import SnapshotRow
from league.tables.standings.names import named
from tests.league.tables.standings.factories import build, make_round, make_stage, play

pytestmark = pytest.mark.django_db


def finished(*names, scores):
    """Return an event that is over, after a round for each of the scores."""
    stage = make_stage(*names)
    for number, points in enumerate(scores, start=1):
        play(make_round(stage, number=number), points)
        build(stage)
    event = stage.event
    event.state = "finished"
    event.save()
    return event


def first_places(event):
    """Return the first three places of the last snapshot, read one by one."""
    (stage,) = event.stages.all()
    last = stage.snapshots.filter(entries__gt=0).order_by("-round_number").first()
    rows = named(SnapshotRow.objects.all()).filter(snapshot=last, rank__lte=3) if last else []
    return [(row.rank, row.names.public) for row in sorted(rows, key=lambda row: row.position)]


@pytest.mark.long
def test_first_places_are_those_after_the_last_round(django_assert_num_queries):
    event = finished(
        *("Ann", "Bob", "Cy", "Di"),
        scores=[{"Ann": 300, "Bob": 100}, {"Ann": 0, "Bob": 900}],
    )
    events = list(Event.objects.all())

    with django_assert_num_queries(2):
        found = outcomes_of(events)

    places = [(row.rank, row.names.public) for row in found.first[event.pk]]
    assert places == first_places(event)
    assert places[0] == (1, "Bob")
    assert [len(stage.round_states) for stage in found.stages[event.pk]] == [2]


def test_of_an_event_that_goes_on_nobody_is_first(django_assert_num_queries):
    stage = make_stage("Ann", "Bob")
    play(make_round(stage), {"Ann": 300, "Bob": 100})
    build(stage)

    with django_assert_num_queries(2):
        found = outcomes_of([stage.event])

    assert found.first == {}
    assert [row.names.public for row in found.leading[stage.event.pk]] == ["Ann", "Bob"]
    assert [other.pk for other in found.stages[stage.event.pk]] == [stage.pk]


def test_an_event_without_stages_has_none():
    event = finished("Ann", "Bob", scores=[])
    event.stages.all().delete()

    assert outcomes_of([event]).stages == {}

"""How many events a club has is kept by the database, and is what counting them would give."""

import pytest
from django.db.models import Count

from league.play.events.models import Event, EventCount, EventState, Visibility
from tests.league.play.events.factories import make_event, make_other_club

pytestmark = [pytest.mark.django_db, pytest.mark.long]

KEYS = ("club_id", "visibility", "state")


def counted():
    return set(EventCount.objects.exclude(events=0).values_list(*KEYS, "events"))


def counted_one_by_one():
    return set(Event.objects.order_by().values_list(*KEYS).annotate(events=Count("pk")))


def test_counts_follow_an_event_from_its_set_up_to_its_end():
    club = make_other_club()
    make_event(club, "Winter cup")
    event = make_event(club)
    for changes in (
        {"state": EventState.OPEN},
        {"visibility": Visibility.MEMBERS},
        {"state": EventState.RUNNING, "visibility": Visibility.PUBLIC},
        {"name": "Spring cup for pairs"},
        {"state": EventState.FINISHED},
        {"state": EventState.RUNNING},
    ):
        Event.objects.filter(pk=event.pk).update(**changes)
        assert counted() == counted_one_by_one(), changes
    assert (club.pk, "public", "running", 1) in counted()
    event.delete()
    assert counted() == counted_one_by_one() == {(club.pk, "public", "draft", 1)}

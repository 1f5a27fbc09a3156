"""Events of one division: tied to it, untied with the season, and moved with it to the next."""

import pytest
from django.db import IntegrityError, transaction

from league.foundation.journal.actor import SYSTEM
from league.foundation.journal.models import Happening
from league.play.events.services import EventInvalid
from league.tables.seasons import services as seasons
from league.tables.seasons.models import Division, DivisionEvent
from league.tables.seasons.selectors import division_of_event
from league.tables.seasons.services import Placing
from tests.league.factories import make_club
from tests.league.tables.seasons.factories import NOW, key_of, make_night, make_season
from tests.league.tables.seasons.signed_season import (
    NEXT,
    by_a_director,
    make_divided_season,
    names_in,
    sign,
)

pytestmark = pytest.mark.django_db
BY = {"actor": SYSTEM, "at": NOW}


@pytest.fixture
def by():
    return by_a_director()


@pytest.fixture
def season(by):
    return make_divided_season(by)


def divided(club=None, slug="autumn"):
    season = make_season(club, slug=slug, name=slug.title())
    wanted = [seasons.DivisionSettings("First", 0, 1), seasons.DivisionSettings("Second", 1, 0)]
    seasons.set_divisions(season=season, divisions=wanted, **BY)
    return season


def put(event, number):
    seasons.put_into_division(event, number, **BY)


@pytest.mark.long
def test_an_event_is_put_into_a_division_once_and_taken_out_of_it():
    season = divided()
    event = make_night(season, {"Ann": 9, "Bob": 8})
    put(event, 2)
    put(event, 2)
    assert division_of_event(event).name == "Second"
    put(event, 1)
    put(event, None)
    assert division_of_event(event) is None
    told = Happening.objects.filter(event_id=event.pk, kind__contains="divided")
    assert [(one.kind, one.data["division"]) for one in told.order_by("pk")] == [
        ("event.divided", "Second"),
        ("event.divided", "First"),
        ("event.undivided", "First"),
    ]


def test_a_division_that_the_season_has_not_is_refused():
    event = make_night(divided(), {"Ann": 9, "Bob": 8})
    with pytest.raises(EventInvalid, match="no division 3; the season has 2") as refused:
        put(event, 3)
    assert refused.value.field == "division"
    event.season = None
    event.save()
    with pytest.raises(EventInvalid, match="Choose the season of the event first"):
        put(event, 1)


@pytest.mark.long
def test_the_database_refuses_a_division_of_another_season():
    club = make_club()
    event = make_night(divided(club), {"Ann": 9, "Bob": 8})
    other = divided(club, "winter").divisions.get(number=1)
    with pytest.raises(IntegrityError, match="not of the season"), transaction.atomic():
        DivisionEvent.objects.create(event=event, division=other)


@pytest.mark.long
def test_an_event_leaves_its_division_with_its_season():
    club = make_club()
    event, winter = make_night(divided(club), {"Ann": 9, "Bob": 8}), divided(club, "winter")
    put(event, 1)
    changed = seasons.change_event(
        event=event,
        changes={"season": winter},
        division=seasons.UNCHANGED,
        is_checked=False,
        **BY,
    )
    assert division_of_event(changed) is None
    again = seasons.change_event(event=event, changes={}, division=2, is_checked=False, **BY)
    assert division_of_event(again).season == winter


def test_a_division_with_an_event_stays():
    season = divided()
    event = make_night(season, {"Ann": 9, "Bob": 8}, name="Cup")
    put(event, 2)
    with pytest.raises(seasons.DivisionInUse, match="“Second” still plays Cup"):
        seasons.set_divisions(
            season=season, divisions=[seasons.DivisionSettings("First", 0, 0)], **BY
        )
    assert Division.objects.filter(season=season).count() == 2


@pytest.mark.long
def test_the_next_event_in_the_season_is_of_the_same_division():
    season = divided()
    event = make_night(season, {"Ann": 9, "Bob": 8})
    put(event, 2)

    def copy(into):
        return seasons.copy_event(
            event=event,
            name="Next",
            starts_on=NEXT["starts_on"],
            season=into,
            with_entries=True,
            draw_lot=lambda: 1,
            **BY,
        ).event

    assert division_of_event(copy(season)).number == 2
    assert division_of_event(copy(None)) is None


@pytest.mark.long
def test_promotion_moves_the_entry_into_the_event_of_its_new_division(season, by):
    # a newcomer begins in the lowest division; a guest, whom nobody moves, stays
    first = make_night(season, {"Ann": 9, "Bob": 8, "Zoe": 7, "Gus": 6}, name="First division")
    second = make_night(season, {"Di": 9, "Cy": 8, "Flo": 7}, name="Second division")
    put(first, 1)
    put(second, 2)
    guest = {key_of(season, "Gus"): Placing(is_guest=True)}
    seasons.place_competitors(season=season, placings=guest, **by)
    sign(season, by)

    following = seasons.copy_season(season=season, **NEXT, draw_lot=lambda: 5, **by)

    made = {event.name: event for event in following.events.all()}
    upper, lower = made["First division"], made["Second division"]
    assert names_in(upper) == {"Ann", "Bob", "Di", "Gus"}
    assert names_in(lower) == {"Cy", "Ed", "Flo", "Zoe"}
    assert division_of_event(upper).season == following
    assert (division_of_event(upper).number, division_of_event(lower).number) == (1, 2)
    for name, event in made.items():
        if not name.endswith("division"):
            assert division_of_event(event) is None

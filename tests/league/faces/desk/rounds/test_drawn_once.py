"""A request draws once what it looks at, checks and makes."""

import pytest

from league.play.events import services as events
from league.play.rounds.drawing import door
from league.play.rounds.models import Round
from tests.league.faces.desk.rounds.addresses import at
from tests.league.factories import make_club, make_member
from tests.league.play.events.factories import (
    DIRECTOR,
    NOW,
    PITCH,
    add_singles,
    make_event,
    make_running,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def director(client, club):
    client.force_login(make_member(club, role="director").user)
    return client


@pytest.fixture
def draws(monkeypatch):
    """Return the requests for which a format was asked to draw, in their order."""
    asked = []
    usual = door.format_named

    class Counted:
        def __init__(self, name):
            self.format = usual(name)

        def draw(self, request):
            asked.append(request)
            return self.format.draw(request)

    monkeypatch.setattr(door, "format_named", Counted)
    return asked


def typed(page):
    fields = page.context["form"].hidden_fields()
    return {field.name: field.value() for field in fields if field.value() is not None}


def open_event(club):
    event = events.open_event(event=make_event(club, **PITCH), actor=DIRECTOR, at=NOW)
    add_singles(event, 8)
    return event


def test_of_an_open_event_the_page_draws_once_although_it_also_checks_the_start(
    director, club, draws
):
    event = open_event(club)
    draws.clear()

    page = director.get(at("draw", event))

    assert page.context["preview"]
    assert len(draws) == 1


def test_what_starts_an_event_and_draws_it_draws_once(director, club, draws):
    event = open_event(club)
    fields = typed(director.get(at("draw", event)))
    draws.clear()

    director.post(at("draw", event), fields)

    event.refresh_from_db()
    assert (event.state, Round.objects.count(), len(draws)) == ("running", 1, 1)


def test_of_a_running_event_looking_and_drawing_draw_once_each(director, club, draws):
    event = make_running(8, club, **PITCH)
    draws.clear()

    fields = typed(director.get(at("draw", event)))
    assert len(draws) == 1
    director.post(at("draw", event), fields)

    assert (Round.objects.count(), len(draws)) == (1, 2)


def test_the_next_request_draws_for_itself(director, club, draws):
    event = make_running(8, club, **PITCH)
    draws.clear()

    for _time in range(2):
        director.get(at("draw", event))

    assert len(draws) == 2

"""The door `fixtures` over the network: the command's answers, and what a stranger may ask."""

from threading import BoundedSemaphore

import pytest

from league.calendar.fixtures.calendar_search import TookTooLong, answer_apart
from league.faces.api.doors import views
from tests.league.calendar.fixtures.leagues import plain_league
from tests.league.faces.api.factories import V1, client_of

pytestmark = pytest.mark.django_db


def answered(request, address="fixtures"):
    return client_of().post(f"{V1}/{address}", request, format="json")


def test_what_is_asked_wrongly_is_refused():
    assert answered(plain_league(start="x")).status_code == 400
    assert answered([1]).status_code == 400
    assert answered(plain_league(), "fixtures/check").status_code == 400


@pytest.mark.parametrize(
    "more",
    [
        {"seconds": 11},
        {"teams": [{"id": f"t{n}", "room": "a", "evenings": ["tue"]} for n in range(17)]},
        {
            "meetings": 4,
            "teams": [{"id": f"t{n}", "room": "a", "evenings": ["tue"]} for n in range(12)],
        },
    ],
)
def test_a_large_league_is_for_the_command(more):
    error = answered(plain_league(**more)).json()
    assert error["code"] == "too_much_work"
    assert "command on your own machine" in error["detail"]


def test_one_calendar_is_made_at_a_time(monkeypatch):
    monkeypatch.setattr(views, "_place", BoundedSemaphore())
    with views.the_place():
        reply = answered(plain_league())
    assert (reply.status_code, reply["Retry-After"]) == (503, "10")


def test_what_takes_too_long_is_ended(monkeypatch):
    with pytest.raises(TookTooLong):
        answer_apart(plain_league(), most_seconds=0.01)
    monkeypatch.setattr(views, "LAST_SECOND", 0.01)
    assert answered(plain_league()).status_code == 503

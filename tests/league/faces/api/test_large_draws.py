"""A draw that takes longer than a request may is refused over the API, with the numbers."""

import pytest

from league.play.rounds.models import Round
from league.play.rounds.services import draw_job
from tests.league.faces.api.factories import V1, client_of, make_night
from tests.league.factories import make_member
from tests.league.play.events.factories import make_running

pytestmark = pytest.mark.django_db


def test_a_large_draw_is_left_to_the_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    night = make_night()
    monkeypatch.setattr(draw_job, "LARGE_FIELD", 3)
    director = night.client("director")
    drawn = list(Round.objects.values_list("pk", "stage__seed"))
    draw = f"{V1}/stages/{night.stage.pk}/draw"
    again = f"{V1}/rounds/{night.stage.rounds.first().pk}/redraw"
    for answer in (director.get(draw), director.post(draw, {}), director.post(again, {})):
        assert answer.status_code == 409
        error = answer.json()
        assert (error["code"], "3 entries" in error["detail"]) == ("takes_long", True)
    assert list(Round.objects.values_list("pk", "stage__seed")) == drawn


def test_matchings_that_take_long_are_left_to_the_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_running(6, format="swiss")
    stage = event.stages.get()
    director = client_of(make_member(event.club, role="director").user)
    draw = f"{V1}/stages/{stage.pk}/draw"
    monkeypatch.setattr(draw_job, "MOST_WORK", 10)
    refused = director.post(draw, {})
    monkeypatch.setattr(draw_job, "MOST_WORK", 400_000)
    assert director.post(draw, {}).status_code == 201
    drawn = list(Round.objects.values_list("pk", "stage__seed"))
    monkeypatch.setattr(draw_job, "MOST_WORK", 10)
    again = director.post(f"{V1}/rounds/{drawn[0][0]}/redraw", {})

    for answer in (refused, again):
        assert (answer.status_code, answer.json()["code"]) == (409, "takes_long")
    assert list(Round.objects.values_list("pk", "stage__seed")) == drawn

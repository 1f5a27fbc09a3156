"""A draw that takes longer than a request may is refused over the API, with the numbers."""

import pytest

from league.rounds.models import Round
from league.rounds.services import draw_job
from tests.league.api.factories import V1, make_night

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
        error = answer.json()["error"]
        assert (error["code"], "3 entries" in error["message"]) == ("takes_long", True)
    assert list(Round.objects.values_list("pk", "stage__seed")) == drawn

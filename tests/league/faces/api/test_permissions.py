"""What the walk of every address cannot see: for which side a player acts, a session's token."""

import pytest
from rest_framework.test import APIClient

from tests.league.faces.api.factories import V1, keyed, make_night
from tests.league.play.results.factories import pinochle, submit

pytestmark = pytest.mark.django_db


def test_a_player_acts_for_the_own_side_only() -> None:
    night = make_night()
    submission = submit(night.table, side=1)
    at = f"{V1}/tables/{night.table.pk}"
    other = {"side": 1, "data": pinochle()}
    answer = night.client("seated").post(f"{at}/submit", other, **keyed())
    assert answer.status_code == 403
    answer = night.client("seated").post(f"{at}/confirm", {"side": 0})
    assert answer.json() == {"confirmed": [submission.pk]}


def test_a_sessions_write_needs_its_csrf_token() -> None:
    night = make_night()
    close = f"{V1}/rounds/{night.round.pk}/close"
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(night.users["director"], "django.contrib.auth.backends.ModelBackend")
    assert client.get(f"{V1}/events/{night.event.pk}").status_code == 200
    answer = client.post(close, {}, **keyed())
    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")
    client.cookies["csrftoken"] = token = "a" * 32
    answer = client.post(close, {"even_unfinished": True}, HTTP_X_CSRFTOKEN=token)
    assert answer.status_code == 200

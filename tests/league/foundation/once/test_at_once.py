"""Two that send the same request at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from league.foundation.once.models import KeyedRequest
from league.foundation.once.services import Answer, run_once
from tests.league.foundation.once.keys import KEY

pytestmark = pytest.mark.long


@pytest.mark.django_db(transaction=True)
def test_two_equal_requests_at_once_are_done_once_and_both_get_the_answer():
    begun, acted = Barrier(2), []

    def act() -> Answer:
        acted.append(1)
        return Answer(status=201, body="made")

    def send(_number: int) -> Answer | None:
        try:
            begun.wait(5)
            return run_once(scope="user:1", key=KEY, digest="a", at=timezone.now(), act=act)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(send, range(2)))
    assert len(acted) == 1
    assert sorted(one.body if one else "" for one in answers) == ["", "made"]
    assert KeyedRequest.objects.count() == 1

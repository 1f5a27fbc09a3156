"""What was asked for is asked for once, whichever process asks, until it begins or is lost."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from league.foundation.journal.versions import ask, begin

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.long
def test_what_waits_is_not_asked_for_again_until_it_begins():
    asked = [ask("tea", lasts_s=60), ask("tea", lasts_s=60), ask("coffee", lasts_s=60)]
    begin("tea")

    assert asked == [True, False, True]
    assert ask("tea", lasts_s=60)


@pytest.mark.long
def test_what_was_lost_is_asked_for_again_after_a_while():
    ask("tea", lasts_s=60)

    assert ask("tea", lasts_s=0)
    assert not ask("tea", lasts_s=60)


@pytest.mark.long
def test_of_several_who_ask_at_once_one_does():
    people = 6
    start = threading.Barrier(people)

    def person(_number):
        start.wait(30)
        try:
            return ask("tea", lasts_s=60)
        finally:
            connection.close()

    with ThreadPoolExecutor(people) as threads:
        assert sum(threads.map(person, range(people))) == 1

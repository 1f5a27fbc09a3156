"""How many queries a deal takes over the API, with the savepoints of a test: no more, no fewer."""

import pytest

from tests.league.faces.api.factories import V1, client_with_link, keyed, make_night, ok
from tests.league.play.results.factories import pinochle

pytestmark = pytest.mark.django_db

SUBMITTED = {"side": 0, "data": pinochle()}


@pytest.fixture
def night():
    return make_night()


@pytest.fixture
def at(night):
    return f"{V1}/tables/{night.table.pk}"


@pytest.fixture
def phone(night):
    return client_with_link(night.table)


def test_of_the_tables_link(at, phone, django_assert_num_queries):
    with django_assert_num_queries(18):
        ok(phone.post(f"{at}/submit", SUBMITTED, **keyed()), 201)
    with django_assert_num_queries(15):
        ok(phone.post(f"{at}/confirm", {"side": 1}))


def test_of_a_player(night, at, phone, django_assert_num_queries):
    player = night.client("seated")
    ok(player.get(at))  # the first use of a token is noted

    with django_assert_num_queries(22):
        ok(player.post(f"{at}/submit", SUBMITTED, **keyed()), 201)
    ok(phone.post(f"{at}/submit", SUBMITTED | {"side": 1}, **keyed()), 201)
    with django_assert_num_queries(16):
        ok(player.post(f"{at}/confirm", {"side": 0}))


def test_of_a_scorer(night, at, phone, django_assert_num_queries):
    scorer = night.client("scorer")
    ok(scorer.get(at))
    ok(phone.post(f"{at}/submit", SUBMITTED, **keyed()), 201)

    with django_assert_num_queries(11):
        ok(scorer.post(f"{at}/confirm", {}))
    with django_assert_num_queries(20):
        ok(scorer.post(f"{at}/enter", {"data": pinochle()}, **keyed()), 201)


def test_of_looking_at_it_before_and_after(at, phone, django_assert_num_queries):
    with django_assert_num_queries(6):
        ok(phone.post(f"{at}/preview", {"data": pinochle()}))
    ok(phone.post(f"{at}/submit", SUBMITTED, **keyed()), 201)
    with django_assert_num_queries(7):
        ok(phone.get(at))

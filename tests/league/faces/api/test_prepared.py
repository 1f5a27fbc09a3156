"""Prepared deals for programs: the director's writes, and what everybody may read when."""

import pytest

from league.foundation.journal.models import Happening
from tests.league.faces.api.factories import V1, client_of
from tests.league.factories import make_club, make_member
from tests.league.play.prepared.factories import SEED, make_mitchell, open_first, prepare
from tests.league.play.results.factories import pinochle, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_mitchell(3, club=make_club())


@pytest.fixture
def director(event):
    return client_of(make_member(event.club, role="director").user)


def at(event, more=""):
    return f"{V1}/stages/{event.stages.get().pk}/prepared-deals{more}"


def test_deals_are_prepared_once_and_everybody_reads_the_commitment(event, director):
    assert client_of().get(at(event)).status_code == 404
    made = director.post(at(event), {"deals": 6}).json()
    again = director.post(at(event), {}).json()
    read = client_of().get(at(event)).json()

    assert made["commitment"] == again["commitment"] == read["commitment"]
    assert read["seed"] is None
    assert [one["deal"] for one in read["deals"]] == [1, 2, 3, 4, 5, 6]
    assert not any(one["is_open"] for one in read["deals"])


def test_cards_are_not_there_before_everybody_has_played(event, director):
    prepare(event)
    open_first(event)
    for client in (client_of(), director):
        assert client.get(at(event, "/1")).status_code == 404

    refused = director.post(at(event, "/look"), {"first": 1, "last": 2})
    assert refused.status_code == 400
    assert refused.json()["code"] == "reason_missing"
    data = {"first": 1, "last": 2, "reason": "dealing"}
    looked = director.post(at(event, "/look"), data).json()
    assert [len(one["hands"]) for one in looked] == [4, 4]
    assert director.get(at(event, "/2")).json() == looked[1]
    assert director.get(at(event, "/3")).status_code == 404
    assert client_of().get(at(event, "/2")).status_code == 404
    assert Happening.objects.get(kind="deals.looked_at").via == "api"


@pytest.mark.long
@pytest.mark.parametrize("span", [(3, 2), (1, 101), (0, 1), (1, 501)])
def test_nonsense_spans_are_refused(event, director, span):
    prepare(event)
    data = {"first": span[0], "last": span[1], "reason": "x"}

    assert director.post(at(event, "/look"), data).status_code == 400


def test_seed_is_published(event, director):
    prepare(event)
    open_first(event)
    refused = director.post(at(event, "/release"), {})
    assert (refused.status_code, refused.json()["code"]) == (409, "deals_unplayed")
    assert director.post(at(event, "/release"), {"reason": "fire"}).json()["seed"] == SEED
    assert client_of().get(at(event)).json()["seed"] == SEED
    assert client_of().get(at(event, "/6")).status_code == 200
    assert client_of().get(at(event, "/7")).status_code == 404


def test_played_deals_are_refused_preparation(event, director):
    play(open_first(event)[0], pinochle())
    refused = director.post(at(event), {})

    assert (refused.status_code, refused.json()["code"]) == (409, "deals_begun")

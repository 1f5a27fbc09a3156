"""Prepared deals for programs: the director's writes, and what everybody may read when."""

import pytest

from league.foundation.journal.models import Happening
from tests.league.faces.api.factories import V1, client_of
from tests.league.factories import make_club, make_member
from tests.league.play.prepared.factories import make_mitchell, open_first, prepare

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_mitchell(3, club=make_club())


@pytest.fixture
def director(event):
    return client_of(make_member(event.club, role="director").user)


def at(event, more=""):
    return f"{V1}/stages/{event.stages.get().pk}/prepared-deals{more}"


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

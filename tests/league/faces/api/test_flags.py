"""What cannot be of its prepared cards, for programs: directors list and accept it."""

import pytest

from league.foundation.journal.models import Happening
from league.play.results.models import CardCheck
from league.play.results.subscriber import KINDS, follow
from tests.league.faces.api.factories import V1, client_of, client_with_link, keyed
from tests.league.factories import make_club, make_member
from tests.league.play.prepared.factories import make_mitchell, open_first, prepare
from tests.league.play.results.factories import pinochle, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    event = make_mitchell(3, club=make_club())
    prepare(event)
    return open_first(event)[0]


@pytest.fixture
def flagged(table):
    submission = submit(table, pinochle(melds=(300, 22)))
    follow(list(Happening.objects.filter(kind__in=KINDS)))
    return submission


def client_as(table, role):
    return client_of(make_member(table.round.stage.event.club, role=role).user)


def flags_at(table):
    return f"{V1}/stages/{table.round.stage_id}/flags"


def test_directors_list_flags_and_see_the_detail_after_a_look(table, flagged):
    director = client_as(table, "director")
    (flag,) = director.get(flags_at(table)).json()["results"]

    assert (flag["submission"], flag["prepared_deal"], flag["detail"]) == (flagged.pk, 1, None)
    look = f"{V1}/stages/{table.round.stage_id}/prepared-deals/look"
    director.post(look, {"first": 1, "last": 1, "reason": "a flag"})
    (flag,) = director.get(flags_at(table)).json()["results"]
    assert "can meld" in flag["detail"]


def test_a_flag_is_accepted_with_a_reason(table, flagged):
    director, at = client_as(table, "director"), f"{V1}/deals/{flagged.pk}/accept-cards"

    assert director.post(at, {"reason": ""}).status_code == 400
    accepted = director.post(at, {"reason": "misdealt"}).json()
    assert (accepted["is_open"], accepted["accepted_reason"]) == (False, "misdealt")
    CardCheck.objects.update(accepted_at=None, accepted_by=None, accepted_reason="", fits=True)
    refused = director.post(at, {"reason": "x"})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_flagged")


@pytest.mark.long
@pytest.mark.parametrize("role", ["scorer", "player", "link", None])
def test_nobody_else_learns_of_a_flag(table, flagged, role):
    match role:
        case None:
            client = client_of()
        case "link":
            client = client_with_link(table)
        case _:
            client = client_as(table, role)
    at = f"{V1}/deals/{flagged.pk}"
    refused = [client.get(flags_at(table)), client.post(f"{at}/accept-cards", {"reason": "x"})]
    addresses = [
        at,
        f"{V1}/tables/{table.pk}",
        f"{V1}/rounds/{table.round_id}/tables",
        f"{V1}/stages/{table.round.stage_id}/standings",
    ]

    assert {one.status_code for one in refused} <= {401, 403, 404}
    answers = []
    for fits in (False, True):
        CardCheck.objects.update(fits=fits)
        answers.append([client.get(address) for address in addresses])
    for flagged_one, other in zip(*answers, strict=True):
        assert flagged_one.content == other.content
        assert flagged_one.headers.get("ETag") == other.headers.get("ETag")


@pytest.mark.long
def test_a_director_is_refused_without_the_card_and_a_scorer_is_not(table):
    data = {"number": 1, "data": pinochle(melds=(300, 22))}
    director = client_as(table, "director")
    previewed = director.post(f"{V1}/tables/{table.pk}/preview", data)
    refused = director.post(f"{V1}/tables/{table.pk}/enter", data, **keyed())

    assert (previewed.status_code, refused.status_code) == (200, 422)
    error = refused.json()
    assert (error["code"], error["rule"], error["index"]) == (
        "deal_refused",
        "not_as_prepared",
        None,
    )
    assert "field" not in error
    entered = client_as(table, "scorer").post(f"{V1}/tables/{table.pk}/enter", data, **keyed())
    assert entered.status_code == 201

"""What cannot be of its prepared cards, for programs: directors list and accept it."""

import pytest

from league.foundation.journal.models import Happening
from league.play.results.models import CardCheck
from league.play.results.subscriber import KINDS, on_journal_entries
from tests.league.faces.api.factories import V1, client_of, client_with_link
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
    on_journal_entries(list(Happening.objects.filter(kind__in=KINDS)))
    return submission


def client_as(table, role):
    return client_of(make_member(table.round.stage.event.club, role=role).user)


def flags_at(table):
    return f"{V1}/stages/{table.round.stage_id}/flags"


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

"""Many rows in one request: all of them or none, every refusal named by its row."""

import pytest

from league.foundation.journal.models import Happening
from league.play.results.models import Submission
from tests.league.faces.api.factories import V1, client_of, keyed, make_night
from tests.league.factories import make_club, make_member, make_player
from tests.league.play.events.factories import make_running
from tests.league.play.prepared.factories import draw, prepare
from tests.league.play.results.factories import pinochle
from tests.league.play.rounds.factories import open_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return make_night(entries=4)


def test_entries_name_everybody_who_is_entered_twice_or_unknown():
    event = make_running(2, make_club())
    director = client_of(make_member(event.club, role="director").user)
    one, other, third = (make_player(event.club, name) for name in ("One", "Other", "Third"))
    rows = [[one, other], [other, third], [one]]
    body = {"entries": [{"players": [player.pk for player in row]} for row in rows]}
    body["entries"][2]["players"].append(999_999_999)
    error = director.post(f"{V1}/events/{event.pk}/entries/bulk", body).json()

    assert [(row["index"], row["code"]) for row in error["rows"]] == [
        (1, "player_already_entered"),
        (2, "player_of_another_club"),
    ]
    assert event.entries.count() == 2


@pytest.mark.long
def test_a_deal_at_another_events_table_keeps_all_out(night):
    other = make_night(make_club("Elsewhere", slug="elsewhere"))
    deals = [{"table": table.pk, "data": pinochle()} for table in (night.table, other.table)]
    address = f"{V1}/events/{night.event.pk}/results/bulk"
    answer = night.client("scorer").post(address, {"deals": deals}, **keyed())

    assert answer.json()["rows"][0]["code"] == "unknown_table"
    assert not Submission.objects.exists()


@pytest.mark.parametrize("what", ["enter", "bulk"])
def test_an_attempt_at_hidden_cards_is_in_the_journal_although_the_request_had_a_key(what):
    event = make_running(2, make_club(), table_play="deals", deals_a_round=2)
    prepare(event)
    table = open_round(draw(event)[0]).tables.get()
    director = client_of(make_member(event.club, role="director").user)
    deal = {"number": 1, "data": pinochle(melds=(300, 22))}
    address = f"{V1}/tables/{table.pk}/enter"
    if what == "bulk":
        address, deal = (
            f"{V1}/events/{event.pk}/results/bulk",
            {"deals": [deal | {"table": table.pk}]},
        )
    answer = director.post(address, deal, **keyed())

    assert answer.status_code == 422
    assert Happening.objects.filter(kind="deals.entry_refused").count() == 1

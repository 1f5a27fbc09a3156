"""Many rows in one request: all of them or none, every refusal named by its row."""

import pytest

from league.clubs.models import Player
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


def test_players_are_added_and_changed_in_their_order(night):
    kept = make_player(night.club, "Kept One")
    rows = [{"name": "Zoe", "takes_mail": False, "is_guest": True}]
    rows += [{"id": kept.pk, "member_number": "7"}, {"name": "Yan", "is_active": False}]
    address = f"{V1}/clubs/{night.club.slug}/players/bulk"
    answer = night.client("director").post(address, {"players": rows})

    assert [row["name"] for row in answer.json()] == ["Zoe", "Kept One", "Yan"]
    assert [row["is_active"] for row in answer.json()] == [True, True, False]
    assert Player.objects.get(pk=kept.pk).member_number == "7"
    assert Player.objects.filter(name="Zoe", takes_mail=False, is_guest=True).exists()


@pytest.mark.long
def test_a_player_who_is_alike_is_refused_until_it_is_said_who_it_is(night):
    make_player(night.club, "José Núñez")
    address = f"{V1}/clubs/{night.club.slug}/players"
    director = night.client("director")

    refused = director.post(f"{address}/bulk", {"players": [{"name": "Jose Nunez"}]}).json()
    assert refused["rows"][0]["code"] == "name_alike"
    assert director.post(address, {"name": "Jose Nunez"}).json()["code"] == "name_alike"
    row = {"name": "Jose Nunez", "surely_new": True}
    assert director.post(address, row).status_code == 201


def test_one_bad_player_keeps_all_out_and_each_reason_has_its_row(night):
    foreign = make_player(make_club("Elsewhere", slug="elsewhere"), "Foreign")
    rows = [{"name": "Zoe"}, {}, {"id": foreign.pk, "name": "Stolen"}]
    address = f"{V1}/clubs/{night.club.slug}/players/bulk"
    before = Player.objects.count()
    error = night.client("director").post(address, {"players": rows}).json()

    assert [(row["index"], row["code"]) for row in error["rows"]] == [
        (1, "player_invalid"),
        (2, "unknown_player"),
    ]
    assert error["detail"].startswith("Nothing was written, because 2 rows cannot be.")
    assert Player.objects.count() == before


@pytest.mark.long
@pytest.mark.parametrize(
    ("what", "field", "most"),
    [
        ("clubs/{club}/players/bulk", "players", 200),
        ("events/{event}/entries/bulk", "entries", 500),
        ("events/{event}/results/bulk", "deals", 200),
    ],
)
def test_a_request_has_so_many_rows_at_most(night, what, field, most):
    row = {"name": "x", "players": [1], "table": 1, "data": pinochle()}
    wanted = {"players": ["name"], "entries": ["players"], "deals": ["table", "data"]}[field]
    rows = [{name: row[name] for name in wanted}] * (most + 1)
    address = f"{V1}/{what.format(club=night.club.slug, event=night.event.pk)}"
    answer = night.client("owner").post(address, {field: rows}, **keyed())

    assert answer.status_code == 400
    assert str(most) in answer.json()["detail"]


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


def test_deals_of_two_tables_are_entered_by_one_request_and_once(night):
    tables = [night.table.pk, night.other_table.pk]
    deals = [{"table": table, "number": 1, "data": pinochle()} for table in reversed(tables)]
    address, key = f"{V1}/events/{night.event.pk}/results/bulk", keyed()
    client = night.client("scorer")
    first = client.post(address, {"deals": deals}, **key)
    again = client.post(address, {"deals": deals}, **key)

    assert first.json() == again.json()
    assert [row["table"] for row in first.json()] == tables[::-1]
    assert Submission.objects.count() == 2


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

"""The kitty for programs: the same rights and refusals as at the desk."""

import pytest

from league.office.kitty.models import Transaction
from tests.league.faces.api.factories import V1, client_of, keyed
from tests.league.factories import make_club, make_member, make_player, make_user
from tests.league.office.kitty.factories import make_kitty, owed_by_name
from tests.league.tables.seasons.factories import make_night, make_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def kitty():
    return make_kitty(make_club())


def program(kitty, role):
    return client_of(make_member(kitty.club, role=role).user)


def at(kitty, rest=""):
    return f"{V1}/clubs/{kitty.club.slug}/kitty{rest}"


def send(client, address, body, method="post", **headers):
    return getattr(client, method)(address, body, format="json", **headers)


def test_a_payment_sent_twice_is_booked_once(kitty):
    client, ann = program(kitty, "scorer"), make_player(kitty.club, "Ann")
    key = keyed()
    for _again in range(2):
        body = {"kind": "payment", "amount": 150, "player": ann.pk}
        answer = send(client, at(kitty, "/transactions"), body, **key)
        assert answer.status_code == 201
    assert answer.json()["lines"] == [
        {"account": "cash", "player": None, "amount": 150},
        {"account": "player", "player": ann.pk, "amount": -150},
    ]
    assert Transaction.objects.count() == 1


def test_a_scorer_books_payments_alone(kitty):
    client, ann = program(kitty, "scorer"), make_player(kitty.club, "Ann")
    body = {"kind": "waiver", "amount": 150, "player": ann.pk}
    assert send(client, at(kitty, "/transactions"), body).status_code == 403
    assert client.get(at(kitty, "/balances")).status_code == 403


def test_what_was_booked_is_read_and_reversed(kitty):
    client, ann = program(kitty, "director"), make_player(kitty.club, "Ann")
    body = {"kind": "charge", "amount": 150, "player": ann.pk, "note": "a lost card"}
    send(client, at(kitty, "/transactions"), body)
    assert client.get(at(kitty)).json()["owed_to_club"] == 150
    assert client.get(at(kitty, "/balances")).json()["results"] == [
        {"player": ann.pk, "name": "Ann", "balance": 150}
    ]
    for _again in range(2):
        answer = send(client, at(kitty, "/transactions/1/reverse"), {})
        assert answer.json()["reverses"] == 1
    listed = client.get(at(kitty, "/transactions")).json()["results"]
    assert [(row["number"], row["reversed_by"]) for row in listed] == [(2, None), (1, 2)]


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"kind": "payment", "amount": 0, "player": "ann"}, 400),
        ({"kind": "payment", "amount": 1.5, "player": "ann"}, 400),
        ({"kind": "payment", "amount": 100_000_001, "player": "ann"}, 409),
        ({"kind": "prizes", "amount": 5, "player": "ann"}, 400),
        ({"kind": "payment", "amount": 5}, 409),
        ({"kind": "payment", "amount": 5, "player": 2**60}, 400),
        ({"kind": "expense", "amount": 5}, 409),
    ],
)
def test_what_makes_no_sense_is_refused(kitty, body, status):
    ann = make_player(kitty.club, "Ann")
    sent = body | ({"player": ann.pk} if body.get("player") == "ann" else {})
    answer = send(program(kitty, "director"), at(kitty, "/transactions"), sent)
    assert answer.status_code == status, answer.content
    assert not Transaction.objects.exists()


def test_a_player_reads_the_own_account(kitty):
    user = make_user("Ann")
    make_member(kitty.club, user)
    ann = make_player(kitty.club, "Ann", user=user)
    body = {"kind": "charge", "amount": 150, "player": ann.pk, "note": "a lost card"}
    send(program(kitty, "director"), at(kitty, "/transactions"), body)
    client = client_of(user)
    rows = client.get(at(kitty, "/own")).json()["results"]
    assert [(row["kind"], row["amount"], row["note"]) for row in rows] == [
        ("charge", 150, "a lost card")
    ]
    assert client.get(at(kitty)).status_code == 403


def test_an_owner_switches_it_and_off_nothing_is_there(kitty):
    owner = program(kitty, "owner")
    answer = send(owner, at(kitty), {"on": False, "currency": "USD"}, "put")
    assert answer.json()["on"] is False
    assert owner.get(at(kitty)).status_code == 404
    assert owner.get(at(kitty, "/transactions")).status_code == 404
    director = program(kitty, "director")
    assert send(director, at(kitty), {"on": True, "currency": "USD"}, "put").status_code == 403


def test_amounts_and_prizes_of_an_event(kitty):
    client = program(kitty, "director")
    night = make_night(make_season(kitty.club), {"Ann+Bob": 9, "Cy+Di": 5})
    address = f"{V1}/events/{night.pk}/kitty"
    terms = {"pot_added": 1001, "prize_shares": [60, 40]}
    assert send(client, address, terms, "put").json()["pot_added"] == 1001
    prizes = client.get(f"{address}/prizes").json()
    assert [row["amount"] for row in prizes["prizes"]] == [601, 400]
    wrong = send(client, f"{address}/prizes", {"seen": "0"})
    assert wrong.status_code == 409
    answer = send(client, f"{address}/prizes", {"seen": prizes["seen"]})
    assert answer.json()["awarded"] is True
    assert owed_by_name(kitty) == {"Ann": -301, "Bob": -300, "Cy": -200, "Di": -200}


def test_house_amounts_are_listed_by_day(kitty):
    client = program(kitty, "director")
    body = {"from_day": "2026-09-03", "evening_fee": 300, "set_amount": 25}
    assert send(client, at(kitty, "/amounts"), body).status_code == 201
    assert client.get(at(kitty, "/amounts")).json()["results"] == [
        body | {"guest_fee": None, "set_payer": "bidder"}
    ]

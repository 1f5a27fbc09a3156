"""The kitty of the walk: noted and taken back, an event with prizes, and the next one after it."""

from django.utils import timezone

from tests.league.faces.api.client.conftest import work_out
from tests.league.faces.api.client.year import CLUB
from tests.league.play.results.factories import pinochle


def keep_the_kitty(year):
    owner, bob = year.owner, year.players["Bob"]
    year.nobody("kitty_read", club=CLUB, fails=401)
    kitty = owner("kitty_switch", club=CLUB, body={"on": True, "currency": "USD"})
    assert (kitty["decimals"], kitty["cash"]) == (2, 0)
    body = {"kind": "charge", "amount": 150, "player": bob, "note": "a lost card"}
    charged = owner("kitty_book", club=CLUB, body=body)
    assert [row["amount"] for row in year.bea("kitty_own", club=CLUB)["results"]] == [150]
    (owing,) = owner("kitty_balances", club=CLUB)["results"]
    assert (owing["player"], owing["balance"]) == (bob, 150)
    opposite = owner("kitty_reverse", club=CLUB, number=charged["number"])
    assert opposite["reverses"] == charged["number"]
    assert owner("kitty_balances", club=CLUB)["count"] == 0
    booked = owner("kitty_transactions", club=CLUB)["results"]
    assert [row["reversed_by"] for row in booked] == [None, opposite["number"]]
    assert owner("kitty_read", club=CLUB)["owed_to_club"] == 0
    amounts = {"from_day": "2039-09-03", "evening_fee": 300, "set_amount": 25}
    owner("kitty_amounts_set", club=CLUB, body=amounts)
    assert owner("kitty_amounts_list", club=CLUB)["results"] == [
        amounts | {"guest_fee": None, "set_payer": "bidder"}
    ]


def award_prizes(year):
    """Two pairs play for what the club adds to the pot."""
    owner = year.owner
    event, _stage, round_ = year.started("Cup", "Ann", "Bob", "Cy", "Di")
    terms = owner(
        "event_kitty_set", event=event, body={"pot_added": 1001, "prize_shares": [60, 40]}
    )
    assert owner("event_kitty_read", event=event) == terms
    owner("rounds_open", round_=round_, body={})
    (table,) = [row["id"] for row in owner("rounds_tables", round_=round_)["results"]]
    owner("results_write", event=event, body={"deals": [{"table": table, "data": pinochle()}]})
    owner("rounds_close", round_=round_, body={})
    work_out(event)
    early = owner("event_prizes_read", event=event)
    assert early["final"] is False
    owner("event_prizes_award", event=event, body={"seen": early["seen"]}, fails=409)
    year.move(event, "finish")
    prizes = owner("event_prizes_read", event=event)
    assert [row["amount"] for row in prizes["prizes"]] == [601, 400]
    awarded = owner("event_prizes_award", event=event, body={"seen": prizes["seen"]})
    assert awarded["awarded"] is True
    balances = [row["balance"] for row in owner("kitty_balances", club=CLUB)["results"]]
    assert sum(balances) == -1001
    year.cup = event


def make_the_next_event(year):
    body = {"name": "The next cup", "starts_on": timezone.localdate().isoformat()}
    made = year.owner("events_copy", event=year.cup, body=body)
    assert (made["state"], made["left_out"]) == ("draft", [])
    entries = [
        {row["name"] for row in year.owner("entries_list", event=event)["results"]}
        for event in (made["id"], year.cup)
    ]
    assert entries[0] == entries[1]

"""Prepared deals and the deal of the week in public: nothing too early, everything afterwards."""

import json
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games import services as games
from games.call_words import cards_in_signs
from league.clubs.models import Role
from league.foundation.journal.services import deliver_all
from league.play.prepared import services as prepared
from league.play.prepared.models import PreparedSet, WeeklyResult
from league.play.prepared.stage_deals import deal_of
from league.play.prepared.weekly_deals import cards_of, this_week
from tests.league.factories import make_club, make_member
from tests.league.play.events.factories import NOW, make_running
from tests.league.play.prepared.factories import SEED, open_first, prepare
from tests.league.play.prepared.playing import played
from tests.league.play.results.factories import pinochle, play, submit
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


def two_tables(pairs=4):
    event = make_running(pairs, table_play="deals", deals_a_round=3)
    return prepare(event), open_first(event)


def page_of(made, number=None):
    event = made.stage.event
    at = [event.club.slug, event.slug, made.stage.number]
    if number is None:
        return reverse("public:prepared_deals", args=at)
    return reverse("public:prepared_deal", args=[*at, number])


def test_commitment_is_public_and_the_seed_is_not(client):
    made, _tables = two_tables()
    page = client.get(page_of(made)).content.decode()

    assert made.commitment in page
    assert made.purpose in page
    assert SEED not in page
    after = [client.get(page_of(made, number)).context["after"] for number in (1, 9)]
    assert after == [2, None]
    assert client.get(page_of(made).replace("/1/", "/9/")).status_code == 404


@pytest.mark.long
def test_deal_is_compared_when_the_last_table_has_played_it(client):
    made, (one, two) = two_tables()
    first = submit(one, played(deal_of(made, 1)))
    early = client.get(page_of(made, 1))
    assert "0 of 2 tables have played" in text_of(early)
    assert "pcard" not in early.content.decode()
    hidden = client.get(reverse("public:deal", args=[first.pk]))
    assert "Other tables have still to play these cards" in text_of(hidden)
    assert "pcard" not in hidden.content.decode()

    for table in (one, two):
        play(table, pinochle())
    play(two, pinochle())
    deliver_all(at=NOW)  # what follows a result is seen with its delivery
    open_page = client.get(page_of(made, 1))
    assert "pcard" in open_page.content.decode()
    assert "Round 1, table 1" in text_of(open_page)
    assert "with every card" in text_of(open_page)
    assert "pcard" in client.get(reverse("public:deal", args=[first.pk])).content.decode()


# the deal of the week


def weekly_row(variant="double-deck-pinochle"):
    prepared.make_weekly_deals(at=timezone.now())
    return next(row for row in this_week(timezone.now()) if row.variant == variant)


@pytest.mark.parametrize(
    "variant",
    [
        "double-deck-pinochle",
        "fifty-six",
        "partnership-pinochle",
        "pedro",
        "pitch",
        "three-handed-pinochle",
        "two-handed-pinochle",
    ],
)
def test_each_game_has_its_page_and_its_sheet(client, variant):
    row = weekly_row(variant)
    page = client.get(reverse("public:weekly", args=[variant]))
    sheet = client.get(reverse("public:weekly_sheet", args=[variant]))

    assert row.commitment in page.content.decode()
    assert row.seed not in page.content.decode() + sheet.content.decode()
    assert "pcard" not in page.content.decode()
    first = cards_of(row).hands[0].split()[0]
    assert cards_in_signs(first)[:-1] in text_of(sheet)


def test_a_scorer_may_paste_the_record_of_every_card_instead(client):
    club = make_club()
    client.force_login(make_member(club, role=Role.SCORER).user)
    address = reverse("public:weekly", args=["double-deck-pinochle"])
    cards = cards_of(weekly_row("double-deck-pinochle"))

    def paste(text):
        return client.post(address, {"club": club.pk, "table_name": "Table 1", "record": text})

    unread = paste("not a record")
    assert unread.status_code == 422
    assert "not a record" in unread.content.decode()
    assert "cannot be read as a record" in text_of(unread)
    cheated = played(games.prepared_deal(games.ruleset("double-deck-pinochle"), SEED, 1))
    refused = paste(json.dumps(cheated))
    assert refused.status_code == 422
    assert not WeeklyResult.objects.exists()

    assert paste(json.dumps(played(cards))).status_code == 302
    assert WeeklyResult.objects.get().deal.form == "record"
    assert "The hands" in text_of(client.get(address))


def test_next_week_is_not_to_be_seen(client):

    row = weekly_row("pitch")
    later = (row.week + timedelta(days=7)).isoformat()
    for name in ("public:weekly", "public:weekly_sheet"):
        for week in (later, "1999-01-04", "nonsense"):
            assert client.get(reverse(name, args=["pitch"]), {"week": week}).status_code == 404
    assert PreparedSet.objects.count() == 0

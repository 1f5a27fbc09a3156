"""Prepared deals and the deal of the week in public: nothing too early, everything afterwards."""

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import services as games
from games.call_words import cards_in_signs
from league.clubs.models import Role
from league.foundation.journal.services import deliver_all
from league.play.prepared import services as prepared
from league.play.prepared.models import PreparedSet, WeeklyDeal, WeeklyResult
from league.play.prepared.stage_deals import deal_of
from league.play.prepared.weekly_deals import cards_of, this_week
from tests.league.factories import make_club, make_member
from tests.league.play.events.factories import DIRECTOR, NOW, make_running
from tests.league.play.prepared.factories import SEED, make_mitchell, open_first, prepare
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


@pytest.mark.long
def test_commitment_is_public_and_the_seed_is_not(client):
    made, _tables = two_tables()
    page = client.get(page_of(made)).content.decode()

    assert made.commitment in page
    assert made.purpose in page
    assert SEED not in page


def test_published_seed_stands_on_the_page(client):
    made, _tables = two_tables()
    prepared.release(prepared=made, even_unplayed=True, reason="x", actor=DIRECTOR, at=NOW)

    assert SEED in client.get(page_of(made)).content.decode()
    assert client.get(page_of(made, 2)).status_code == 200


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


@pytest.mark.long
def test_page_of_a_deal_has_what_every_table_made_of_the_cards(client):
    made, (one, two) = two_tables()
    first = submit(one, played(deal_of(made, 1)))
    address = reverse("public:deal", args=[first.pk])
    assert "The same cards at every table" not in text_of(client.get(address))
    for table in (one, two):
        play(table, pinochle())
    play(two, pinochle(bid=65, declarer=1))
    deliver_all(at=NOW)

    page = client.get(address).content.decode()

    text = text_of(client.get(address))
    rows = page[page.index("The same cards at every table") :].partition("</table>")[0]
    assert rows.count("<tr") == 1 + 2
    assert rows.count('aria-current="true"') == 1
    assert "Round 1, table 2" in text
    assert "Declarer" in text
    assert "Compared, %" in text


@pytest.mark.long
def test_page_of_a_deal_asks_as_much_for_many_tables_as_for_few(client):
    counts = []
    for pairs, seed in ((4, SEED), (8, "000000b5" * 8)):
        event = make_running(pairs, table_play="deals", deals_a_round=1)
        prepare(event, seed)
        for table in open_first(event):
            play(table, pinochle())
        address = reverse("public:deal", args=[table.submissions.first().pk])
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]


@pytest.mark.long
def test_sheet_of_a_table_says_nothing_of_hidden_deals(client):
    made, (one, two) = two_tables()
    play(one, pinochle(), pinochle(bid=65))
    play(two, pinochle())
    event = made.stage.event
    page = text_of(client.get(reverse("public:table", args=[event.club.slug, event.slug, one.pk])))

    assert "60 · Ann" in page
    assert "65 · Ann" not in page
    assert "hidden until everybody has played it" in page


@pytest.mark.long
def test_queries_do_not_grow_with_the_tables(client):
    counts = []
    for pairs, seed in ((4, SEED), (8, "000000b5" * 8)):
        event = make_running(pairs, table_play="deals", deals_a_round=1)
        made = prepare(event, seed)
        for table in open_first(event):
            play(table, pinochle())
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(page_of(made, 1)).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_no_such_deal_or_stage_is_not_there(client):
    made, _tables = two_tables()
    event = make_running(4)
    nothing = reverse("public:prepared_deals", args=[event.club.slug, event.slug, 1])

    for address in (page_of(made, 99), page_of(made, 0), nothing):
        assert client.get(address).status_code == 404


@pytest.mark.long
def test_event_leads_to_its_deals(client):
    made, _tables = two_tables()
    event = made.stage.event

    page = client.get(reverse("public:event", args=[event.club.slug, event.slug]))
    assert page_of(made) in page.content.decode()


def test_api_tells_strangers_nothing_of_hidden_deals(client):
    made, (one, two) = two_tables()
    first = submit(one, played(deal_of(made, 1)))
    scorer = make_member(made.stage.event.club, role=Role.SCORER).user

    assert client.get(f"/api/v1/deals/{first.pk}").status_code == 404
    assert client.get(f"/api/v1/tables/{one.pk}").json()["sheet"] == []
    client.force_login(scorer)
    assert client.get(f"/api/v1/deals/{first.pk}").status_code == 200
    assert len(client.get(f"/api/v1/tables/{one.pk}").json()["sheet"]) == 1
    client.logout()
    play(two, pinochle())
    play(one, pinochle())
    assert client.get(f"/api/v1/deals/{first.pk}").status_code == 200


@pytest.mark.long
def test_set_without_a_draw_shows_what_was_committed_to(client):
    event = make_mitchell()
    made = prepare(event)

    assert "not yet drawn" in text_of(client.get(page_of(made)))


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


@pytest.mark.parametrize(("days_ago", "is_late"), [(0, True), (7, False)])
def test_a_commitment_that_was_made_late_says_so(client, days_ago, is_late):
    prepared.make_weekly_deals(at=timezone.now() - timedelta(days=days_ago))

    page = text_of(client.get(reverse("public:weekly", args=["pitch"])))

    assert ("This commitment was made after its week had begun" in page) is is_late


@pytest.mark.long
def test_scorer_enters_the_deal_and_sees_the_comparison(client):
    club = make_club()
    client.force_login(make_member(club, role=Role.SCORER).user)
    weekly_row()
    address = reverse("public:weekly", args=["double-deck-pinochle"])
    assert "First play it, then compare" in text_of(client.get(address))
    typed = {
        "club": club.pk,
        "table_name": "Ann and Bob",
        "declarer": "0",
        "bid": "50",
        "trump": "H",
        "melds-0": "0",
        "melds-1": "0",
        "outcome": "played",
        "points-0": "30",
        "points-1": "20",
        "last_trick": "0",
    }
    answer = client.post(address, typed)
    assert answer.status_code == 302, text_of(answer)
    assert WeeklyResult.objects.get().table_name == "Ann and Bob"
    page = text_of(client.get(address))
    assert "Ann and Bob" in page
    assert "First play it" not in page


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


@pytest.mark.parametrize("name", ["weekly", "weekly_sheet", "weekly_sheet_pdf"])
def test_a_page_makes_no_deal_of_the_week_and_says_when_there_is_none(client, name):
    answer = client.get(reverse(f"public:{name}", args=["pitch"]))
    of_all = client.get(reverse("public:all_weekly"))

    assert (answer.status_code, of_all.status_code) == (404, 200)
    for page in (answer, of_all):
        assert "makes them by itself within ten minutes" in text_of(page)
    assert not WeeklyDeal.objects.exists()
    assert client.get(reverse(f"public:{name}", args=["no-game"])).status_code == 404


def test_strangers_and_players_cannot_enter(client):
    weekly_row("pitch")
    address = reverse("public:weekly", args=["pitch"])
    club = make_club()
    asked = client.post(address, {"club": club.pk, "table_name": "x"})
    client.force_login(make_member(club, role=Role.PLAYER).user)
    refused = client.post(address, {"club": club.pk, "table_name": "x"})

    assert "sign-in" in asked.headers["Location"]
    assert refused.status_code == 403
    assert not WeeklyResult.objects.exists()


def test_next_week_is_not_to_be_seen(client):
    from datetime import timedelta

    row = weekly_row("pitch")
    later = (row.week + timedelta(days=7)).isoformat()
    for name in ("public:weekly", "public:weekly_sheet"):
        for week in (later, "1999-01-04", "nonsense"):
            assert client.get(reverse(name, args=["pitch"]), {"week": week}).status_code == 404
    assert PreparedSet.objects.count() == 0

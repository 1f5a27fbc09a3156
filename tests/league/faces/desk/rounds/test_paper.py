"""The desk's PDF files: what is on them, who may have them, hidden cards stay hidden."""

import pytest
from django.urls import reverse

from league.clubs.models import Role
from league.play.prepared.models import PreparedLook
from tests.league.factories import make_member, make_user
from tests.league.office.paper.reading import joined, pages_of, text_of
from tests.league.play.prepared.factories import make_mitchell, open_first, prepare
from tests.league.play.rounds.factories import make_evening, make_league, open_round

pytestmark = pytest.mark.django_db


def of_round(name, round):
    event = round.stage.event
    return reverse(f"desk:{name}", args=[event.club.slug, event.slug, 1, round.number])


def of_stage(name, event):
    return reverse(f"desk:{name}", args=[event.club.slug, event.slug, 1])


def test_slips_and_cards_name_everybody_and_carry_the_links_of_the_tables(director, club):
    round = open_round(make_evening(9, club))

    slips = director.get(of_round("slips_pdf", round))
    cards = director.get(of_round("table_cards_pdf", round))

    assert slips["Content-Type"] == "application/pdf"
    assert (
        slips["Content-Disposition"] == f'inline; filename="{round.stage.event.slug}-slips-1.pdf"'
    )
    # the links open the tables' pages for whoever has them
    assert slips["Cache-Control"] == cards["Cache-Control"] == "no-store"
    for player in club.players.all():
        assert joined(player.name) in text_of(slips.content)
        assert joined(player.name) in text_of(cards.content)
    assert "Table1,seat1" in text_of(slips.content)
    assert "http" in text_of(cards.content)
    assert "isworth" not in text_of(slips.content)


def test_score_sheets_name_the_sides_and_who_deals_in_turn(director, club):
    rounds = make_league(4, club)

    pages = pages_of(director.get(of_round("score_sheets_pdf", rounds[0])).content)

    tables = list(rounds[0].tables.order_by("number"))
    assert len(pages) == len(tables)
    for page, table in zip(pages, tables, strict=True):
        seats = [seat.player.name for seat in table.seats.order_by("number")]
        for place, name in enumerate(seats):
            dealt = (place - table.first_dealer) % len(seats) + 1
            assert joined(f"{dealt}{name}") in page
    assert "Thedealpassestotheleft." in pages[0]


def test_who_sits_where_has_every_round_that_is_drawn(director, club):
    rounds = make_league(4, club)
    event = rounds[0].stage.event

    text = text_of(director.get(of_stage("movement_pdf", event)).content)

    for round in rounds:
        assert f"Round{round.number}" in text
    assert "isworth" not in text, "everybody has a table in every round"
    seat = rounds[0].tables.get(number=1).seats.get(number=0)
    assert joined(f"{seat.player.name}1·1") in text


def test_deal_sheets_follow_the_rules_of_the_page(client, director, club):
    event = make_mitchell(3, club=club)
    made = prepare(event)
    url = of_stage("deal_sheets_pdf", event)
    span = {"first": "1", "last": "2"}

    # nobody said why yet
    assert director.get(url, span).status_code == 302
    look = {**span, "reason": "dealing for tonight"}
    director.post(of_stage("deals_look", event), look)
    assert PreparedLook.objects.count() == 1
    shown = director.get(url, span)
    assert shown.status_code == 200
    assert shown["Cache-Control"] == "no-store"
    assert "A♠×4" in text_of(shown.content)
    assert text_of(shown.content).count("Dealer:Seat") == 2
    assert director.get(url, {"first": "1", "last": str(made.deals)}).status_code == 302
    # another director has to say why himself
    other = make_user("Dora Second")
    client.force_login(make_member(club, other, role=Role.DIRECTOR).user)
    assert client.get(url, span).status_code == 302


def test_travellers_name_tables_and_no_cards(director, club):
    event = make_mitchell(3, club=club)
    prepare(event)
    open_first(event)

    text = text_of(director.get(of_stage("travellers_pdf", event)).content)

    assert "Deal1" in text
    assert not set("♠♥♦♣") & set(text)

"""The page of a deal: hands round the table, auction, melds, and the play, for every table size."""

import re
from random import Random

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from games import services as games
from games.engine.variants import VARIANTS, seats_of
from games.story import Draw, Trick, story_of
from league.faces.public.deal_story import words_of
from league.play.results.deal_words import ruleset_of
from tests.league.faces.public.factories import make_pairs, make_played, seat_all, submit
from tests.league.faces.public.reading import base, text_of
from tests.league.faces.public.stories import (
    NAMES,
    Named,
    make_drawing_story,
    make_story,
    ruleset_for,
)
from tests.league.tables.standings.factories import make_round

SIZES = [(2, 2), (3, 3), (4, 2), (5, 5), (6, 2), (7, 7), (8, 2)]


def words(story, players, sides, **known):
    return words_of(story, ruleset_for(players, sides), Named(players, sides), **known)


def html_of(on_page):
    """Return what the page shows of a story, as markup."""
    parts = ["_deal_auction"] if on_page["auction"] else []
    parts += ["_deal_between", "_deal_tricks"]
    table = render_to_string("public/_deal_table.html", {"story": on_page})
    return table + "".join(render_to_string(f"public/{part}.html", on_page) for part in parts)


def read(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.mark.long
@pytest.mark.parametrize(("players", "sides"), SIZES)
def test_every_seat_has_its_hand_and_every_trick_its_cards(players, sides):
    on_page = words(make_story(players), players, sides)

    html = html_of(on_page)

    assert f"for-{players}" in html
    assert [seat["name"] for seat in on_page["seats"]] == list(NAMES[:players])
    assert html.count('class="deal-seat ') == players
    assert html.count("data-trick=") == 8
    assert html.count("data-cards-played=") == 8 * players
    assert all(
        sum(len(group["cards"]) for group in seat["dealt"]) == 8 for seat in on_page["seats"]
    )
    assert "The hands and the play" in html


@pytest.mark.long
@pytest.mark.parametrize(("players", "sides"), SIZES)
def test_what_a_deal_does_not_have_is_not_shown(players, sides):
    on_page = words(make_story(players, bare=True, tricks=[]), players, sides)

    text = read(html_of(on_page))

    assert "The hands as dealt" in text
    for absent in ("Auction", "Melds", "Cards that changed hands", "The stock", "Next trick"):
        assert absent not in text


def test_partners_have_the_colour_of_their_side_and_who_is_alone_has_none():
    pairs = words(make_story(4), 4, 2)
    alone = words(make_story(3), 3, 3)

    assert [seat["side"] for seat in pairs["seats"]] == [0, 1, 0, 1]
    assert [seat["side"] for seat in alone["seats"]] == [None] * 3
    assert {trick["side"] for trick in alone["tricks"]} == {None}


def test_a_trick_says_who_led_who_won_and_what_it_was_worth():
    on_page = words(make_story(4), 4, 2)

    third, last = on_page["tricks"][2], on_page["tricks"][-1]

    leader, winner = third["cards"][0]["name"], third["winner"]
    assert third["says"].startswith(f"{leader} led the ")
    assert f"{winner} won with the " in third["says"]
    assert third["says"].endswith("The trick is worth 2 points.")
    assert last["says"].endswith("1 of that is for the last trick.")
    assert sum(tricks for _, tricks, _ in last["so_far"]) == 8
    assert sum(points for _, _, points in last["so_far"]) == sum(range(8))


def test_melds_laid_behind_a_trick_stand_with_it_and_others_before_the_play():
    on_page = words(make_story(3), 3, 3)

    assert on_page["tricks"][1]["notes"] == ["Bob Ray melded marriage K♠ Q♠ for 20 points."]
    assert on_page["tricks"][2]["notes"] == ["Ann Lee melded 9H."]
    assert on_page["melds"][0] == {"name": "Ann Lee", "melds": [("run", 150, "")], "total": 150}


def test_melds_without_names_are_told_by_their_sums():
    on_page = words(make_story(4, bare=True), 4, 2, detail={"seat_melds": [20, 0, 4, 0]})

    assert [row["total"] for row in on_page["melds"]] == [20, 0, 4, 0]
    assert "nothing" in read(html_of(on_page))


def test_several_cards_played_at_once_lie_on_each_other():
    story = make_story(4, bare=True)
    first = story.tricks[0]
    cards = (*first.cards[:3], (first.cards[3][0], "5D 3D KD"))
    story.tricks[0] = type(first)(cards=cards, winner=first.winner)

    on_page = words(story, 4, 2)

    assert on_page["tricks"][0]["cards"][3]["cards"] == ["5D", "3D", "KD"]
    assert "won with the 5 of diamonds" in on_page["tricks"][0]["says"]


def test_cards_drawn_come_into_the_hand_with_their_trick():
    on_page = words(make_drawing_story(), 2, 2)

    ann = {
        card: after for group in on_page["seats"][0]["held"] for card, after, _ in group["cards"]
    }
    assert ann == {"AS": 0, "KS": 0, "9H": 1, "9C": 2}
    assert on_page["tricks"][0]["notes"] == ["Ann Lee drew 9♥.", "Bob Ray drew 10♦."]


def test_a_card_given_for_another_leaves_the_hand_with_its_trick():
    story = make_drawing_story()
    story.draws.append(Draw(1, 0, "9C", gave="KS"))

    on_page = words(story, 2, 2)

    spades = next(g for g in on_page["seats"][0]["held"] if g["suit"] == "S")["cards"]
    assert ("KS", 0, 1) in spades
    assert "Ann Lee exchanged K♠ for 9♣." in on_page["tricks"][0]["notes"]


def test_hands_stand_by_suit_strong_to_weak_as_the_game_ranks_them():
    on_page = words(make_story(2, cards=1, hands=["QH TH KS AH 9S", "JD"], ranks="ATKQJ9"), 2, 2)

    hand = on_page["seats"][0]["dealt"]
    assert [[card for card, *_ in group["cards"]] for group in hand] == [
        ["KS", "9S"],
        ["AH", "TH", "QH"],
    ]
    assert [group["is_trump"] for group in hand] == [False, True]


@pytest.mark.long
def test_a_table_that_plays_the_other_way_round_is_drawn_so():
    assert "is-mirrored" in html_of(words(make_story(6, counter_clockwise=True), 6, 2))
    assert "is-mirrored" not in html_of(words(make_story(6), 6, 2))


def test_the_auction_is_a_grid_by_seat_with_what_each_call_tells(monkeypatch):
    on_page = {"claim": "strong_no_suit"}
    monkeypatch.setattr(
        games,
        "explain_call",
        lambda ruleset, dealer, before, call: on_page if call == "28 S" else None,
    )
    story = make_story(4, declarer=2)
    story.calls = [
        (1, "28 S"),
        (2, "29 H"),
        (3, "pass"),
        (0, "double"),
        (1, "pass"),
        (3, "pass"),
    ]
    detail = {"calls": [{}, {"claim": "cards", "cards": ["JH"], "only": True, "verdict": "true"}]}

    ruleset = games.ruleset("fifty-six", players=4)
    auction = words_of(story, ruleset, Named(4, 2), detail=detail)["auction"]

    assert auction["seats"] == ["Bob Ray", "Cy Fox", "Di Orr", "Ann Lee"]
    calls = [[cell and cell["call"] for cell in row] for row in auction["rows"]]
    assert calls == [["28 S", "29 H", "pass", "double"], ["pass", None, "pass", None]]
    first, second = auction["rows"][0][:2]
    assert first["explanation"] == "Fairly strong, with no particularly good suit."
    assert second["explanation"] == (
        "Shows J♥ and no other card of the suit. The hand is as the calls showed."
    )
    assert [cell["stands"] for cell in auction["rows"][0]] == [False, True, False, False]


def test_the_auction_is_told_in_a_sentence():
    story = make_story(4, declarer=1)
    told = {
        "Ann Lee opened with 2. Bob Ray won the auction with 4.": [(0, "2"), (1, "4")],
        "Bob Ray opened with 2 and won the auction with 4.": [(1, "2"), (2, "3"), (1, "4")],
        "Bob Ray made the only bid, 3.": [(0, "pass"), (1, "3"), (2, "pass")],
        "Everybody passed.": [(0, "pass"), (1, "pass")],
    }
    for sentence, calls in told.items():
        story.calls = calls
        assert words(story, 4, 2)["auction"]["in_words"] == sentence


def test_points_of_the_sides_are_counted_from_trick_to_trick():
    on_page = words(make_story(4), 4, 2)

    curve = on_page["curve"]
    assert on_page["curve_in_points"]
    last = [points for _name, _won, points in on_page["tricks"][-1]["so_far"]]
    assert [one.last for one in curve.curves] == last


def test_tricks_are_counted_where_cards_count_nothing():
    story = make_story(4)
    story.tricks = [Trick(cards=trick.cards, winner=trick.winner) for trick in story.tricks]

    on_page = words(story, 4, 2)

    assert not on_page["curve_in_points"]
    assert sum(curve.last for curve in on_page["curve"].curves) == 8


def test_the_phase_without_a_stock_begins_where_the_last_card_was_drawn():
    on_page = words(make_drawing_story(), 2, 2)

    assert [trick["after_stock"] for trick in on_page["tricks"]] == [False, False, True, False]
    assert "The stock is used up after trick 2" in read(html_of(on_page))
    assert "The stock is used up" not in read(html_of(words(make_story(4), 4, 2)))


@pytest.mark.long
@pytest.mark.sampled(25)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("variant", "preset", "players"),
    [
        (name, preset, players)
        for name, game in sorted(VARIANTS.items())
        for preset, about in game.presets.items()
        for players in seats_of(game, about, about.options)
    ],
)
def test_a_real_deal_of_every_game_and_preset_is_drawn(variant, preset, players, language):
    ruleset = games.ruleset(variant, preset, None, players)
    record = games.random_record(ruleset, Random(7))
    result = games.score_deal(ruleset, record)
    with translation.override(language):
        on_page = words_of(
            story_of(ruleset, record),
            ruleset,
            Named(players, ruleset.sides),
            detail=result.detail,
            summary=games.summary_of(ruleset, record)["summary"],
        )
        html = html_of(on_page)

    assert html.count("data-trick=") == len(on_page["tricks"])
    assert "%(" not in html
    assert html.count('class="deal-seat ') == players


@pytest.mark.django_db
def test_the_deal_page_tells_the_whole_record_without_scripts(client):
    _, _, deal = make_played()

    text = text_of(client, "deal", deal.pk)

    assert "Score, with the reasons" in text
    assert "Auction" in text
    assert "Melds" in text
    on_page = text[text.index("All tricks as a list") :]
    assert on_page.count("Trick ") == 20
    assert on_page.count(" led ") == 40, "with the card, and in the sentence"
    for name in ("Ann Lee", "Bob Ray", "Cy Fox", "Di Orr"):
        assert on_page.count(name) >= 20


@pytest.mark.long
@pytest.mark.django_db
def test_the_plain_player_plays_the_cards_of_a_record_and_of_no_summary(client, monkeypatch):
    _, table, deal = make_played()
    summary = submit(table, number=2, full=False)
    # the engine's own deals are played as the plain player does
    record = games.random_record(ruleset_of(deal.deal), Random(7), dealer=0)
    monkeypatch.setattr(games, "play_same_cards", lambda *_args: record)

    text = text_of(client, "deal", deal.pk)

    assert "The same cards, played by the computer" in text
    ours = games.score_deal(ruleset_of(deal.deal), record).score
    row = text[text.index("Tricktable’s plain player") :]
    assert all(f"{abs(points)}" in row[:200] for points in ours)
    assert "played by the computer" not in text_of(client, "deal", summary.pk)


@pytest.mark.long
@pytest.mark.django_db
def test_where_the_plain_player_does_the_same_a_sentence_says_so(client, monkeypatch):
    _, _, deal = make_played()
    record = deal.deal.data
    monkeypatch.setattr(games, "play_same_cards", lambda *_args: record)

    text = text_of(client, "deal", deal.pk)

    same = text[text.index("The same cards, played by the computer") :]
    assert "Our computer bid and scored the same here." in same
    assert "This table" not in same


@pytest.mark.long
@pytest.mark.django_db
def test_the_plain_player_plays_the_same_cards_once(client, monkeypatch):
    _, _, deal = make_played()
    client.get(reverse("public:deal", args=[deal.pk]))
    played = []
    monkeypatch.setattr(games, "play_same_cards", lambda *args: played.append(args))

    again = text_of(client, "deal", deal.pk)

    assert "The same cards, played by the computer" in again
    assert played == []


@pytest.mark.long
@pytest.mark.django_db
def test_the_deal_page_leads_to_its_event_round_table_and_neighbours(client):
    stage = make_pairs()
    table = seat_all(make_round(stage))
    first, deal, last = (submit(table, number=number) for number in (1, 2, 3))
    submit(table, number=4, state="void")

    html = client.get(reverse("public:deal", args=[deal.pk])).content.decode()

    for name, args in (
        ("event", base(stage)),
        ("round", (*base(stage), 1, 1)),
        ("table", (*base(stage), table.pk)),
        ("deal", (first.pk,)),
        ("deal", (last.pk,)),
    ):
        assert f'href="{reverse(f"public:{name}", args=args)}"' in html
    at_the_end = client.get(reverse("public:deal", args=[last.pk])).content.decode()
    assert 'rel="prev"' in at_the_end
    assert 'rel="next"' not in at_the_end


@pytest.mark.django_db
def test_the_sheet_of_a_table_leads_to_every_deal(client):
    stage, table, deal = make_played()

    html = client.get(reverse("public:table", args=[*base(stage), table.pk])).content.decode()

    assert f'href="{reverse("public:deal", args=[deal.pk])}"' in html


def test_a_deal_without_a_contract_is_led_to_by_its_number():
    row = {"number": 3, "contract": "", "url": "/deals/3/", "cells": []}

    html = render_to_string("components/score_sheet.html", {"sheet": {"sides": [], "rows": [row]}})

    assert '<a href="/deals/3/">Deal 3</a>' in html


@pytest.mark.long
@pytest.mark.django_db
def test_a_deal_page_asks_as_much_for_many_deals_as_for_few(client, django_assert_max_num_queries):
    stage = make_pairs()
    table = seat_all(make_round(stage))
    deal = submit(table, number=1)
    client.get(reverse("public:deal", args=[deal.pk]))  # what is kept is kept from now on
    counts = []
    for number in range(2, 10):
        submit(table, number=number, full=False)
        if number in (2, 9):
            with django_assert_max_num_queries(12) as asked:
                client.get(reverse("public:deal", args=[deal.pk]))
            counts.append(len(asked))

    assert counts[0] == counts[1]


@pytest.mark.long
@pytest.mark.django_db
def test_a_deal_written_down_as_a_summary_shows_what_was_written(client):
    stage = make_pairs()
    deal = submit(seat_all(make_round(stage)), full=False)

    text = text_of(client, "deal", deal.pk)

    assert "Dealer" in text
    assert "Bid" in text
    assert "trick by trick" not in text


def test_a_contract_nobody_bid_is_the_sides_that_plays_it():
    story = make_story(4, declarer=None, trump="NT")

    on_page = words(story, 4, 2, detail={"bid": 28, "side": 1})

    assert on_page["contract"] == {"bid": "28", "trump": "NT", "name": "Bob Ray & Di Orr"}
    assert words(story, 4, 2)["contract"] is None

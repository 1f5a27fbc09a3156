"""The page of a deal: hands round the table, auction, melds, and the play, for every table size."""

from random import Random

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games import services as games
from games.engine.variants import VARIANTS, seats_of
from games.story import story_of
from league.faces.public.deal_story import words_of
from tests.league.faces.public.factories import make_played
from tests.league.faces.public.reading import text_of
from tests.league.faces.public.stories import (
    Named,
    make_drawing_story,
    make_story,
    ruleset_for,
)


def words(story, players, sides, **known):
    return words_of(story, ruleset_for(players, sides), Named(players, sides), **known)


def html_of(on_page):
    """Return what the page shows of a story, as markup."""
    parts = ["_deal_auction"] if on_page["auction"] else []
    parts += ["_deal_between", "_deal_tricks"]
    table = render_to_string("public/_deal_table.html", {"story": on_page})
    return table + "".join(render_to_string(f"public/{part}.html", on_page) for part in parts)


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


def test_cards_drawn_come_into_the_hand_with_their_trick():
    on_page = words(make_drawing_story(), 2, 2)

    ann = {
        card: after for group in on_page["seats"][0]["held"] for card, after, _ in group["cards"]
    }
    assert ann == {"AS": 0, "KS": 0, "9H": 1, "9C": 2}
    assert on_page["tricks"][0]["notes"] == ["Ann Lee drew 9♥.", "Bob Ray drew 10♦."]


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

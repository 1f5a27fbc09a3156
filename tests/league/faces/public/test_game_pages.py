"""The pages of the games: every game and preset, in both languages, without a query."""

import re

import pytest
from django.urls import reverse

from games import services as games
from league.faces.public.rules.options_shown import players_in_words, preset_of
from tests.league.tables.standings.factories import make_stage

pytestmark = pytest.mark.django_db
PRESETS = [(info.id, preset.id) for info in games.variants() for preset in info.presets]


def text_of(answer):
    html = answer.content.decode()
    body = re.sub(r"<(script|style)\b.*?</\1>", "", html[html.index("<body") :], flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


def shown(client, name, *args, language="en", **query):
    address = reverse(f"public:{name}", args=args)
    answer = client.get(address, query, HTTP_ACCEPT_LANGUAGE=language)
    assert answer.status_code == 200
    return text_of(answer)


@pytest.mark.parametrize("name", ["games", "rule_codes"])
def test_pages_of_all_games_ask_nothing_of_the_database(client, django_assert_num_queries, name):
    with django_assert_num_queries(0):
        assert client.get(reverse(f"public:{name}")).status_code == 200


def test_every_game_is_on_the_list_and_has_a_page(client):
    listed = client.get(reverse("public:games")).content.decode()

    for info in games.variants():
        address = reverse("public:game", args=[info.id])
        assert address in listed
        page = client.get(address)
        text = text_of(page)
        assert games.in_words(info.rules_in_short[0]).replace("'", "&#x27;") in text
        for preset in info.presets:
            assert reverse("public:preset", args=[info.id, preset.id]) in page.content.decode()
        assert all(f'id="option-{option.name}"' in page.content.decode() for option in info.options)


@pytest.mark.sampled(15)
@pytest.mark.parametrize(("variant", "preset"), PRESETS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_preset_shows_rules_sheet_and_example(
    client, django_assert_num_queries, variant, preset, language
):
    with django_assert_num_queries(0):
        text = shown(client, "preset", variant, preset, language=language)

    assert "%(" not in text
    assert ", None" not in text
    assert ("An example deal" in text) == (language == "en")


def test_an_option_that_does_nothing_is_not_among_the_rules(client):
    smudge_off = client.get(reverse("public:preset", args=["pitch", "standard"])).content.decode()
    rules, _, idle = smudge_off.partition("options that have no effect here")

    assert 'id="option-smudge_all_tricks"' not in rules
    assert 'id="option-smudge_all_tricks"' in idle
    assert "Matters only when “Smudge” is:" in idle


@pytest.mark.long
def test_a_preset_is_told_by_what_it_does_differently(client):
    text = shown(client, "preset", "pitch", "bicycle")

    assert "What is different" in text
    assert "Target 7 11" in text
    assert "default: 11" in text
    assert "What is different" not in shown(client, "preset", "pitch", "standard")


def test_the_sheet_says_when_a_field_is_asked(client):
    text = shown(client, "preset", "pitch", "gordon")

    assert "Tricks : a number for each side, 0 to 6; 6 in total" in text
    assert "Asked only when “Bid” is: smudge." in text
    passed_out = shown(client, "preset", "pitch", "standard")
    assert passed_out.count("The other questions are asked only when this is: no.") == 1


@pytest.mark.long
def test_the_example_is_for_as_many_players_as_asked(client):
    assert "Player C" not in shown(client, "preset", "pitch", "standard", players=2)
    assert "Player G" in shown(client, "preset", "pitch", "standard", players=7)


@pytest.mark.parametrize(
    "address",
    [
        "/games/chess/",
        "/games/chess/try/",
        "/games/pitch/chess/",
        "/games/pitch/standard/?players=8",
        "/games/pitch/standard/?players=x",
    ],
)
def test_what_is_not_a_game_is_not_found(client, address):
    assert client.get(address).status_code == 404


def test_an_unchanged_page_is_not_sent_again(client):
    address = reverse("public:preset", args=["pitch", "standard"])
    etag = client.get(address).headers["ETag"]

    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304


def test_numbers_of_players_are_words():
    assert players_in_words((4,)) == "4 players"
    assert players_in_words((2, 3, 4, 5, 6, 7)) == "2 to 7 players"
    assert players_in_words((4, 6, 8)) == "4, 6 or 8 players"
    assert players_in_words((2, 4)) == "2 or 4 players"


def test_an_event_links_to_its_game_and_rules(client):
    stage = make_stage("Ann", "Bob")
    event = stage.event
    page = client.get(reverse("public:event", args=[event.club.slug, event.slug])).content.decode()

    assert f'<a href="/games/{event.variant}/">' in page
    assert f'<a href="/games/{event.variant}/{event.preset}/">' in page
    assert preset_of(games.variant_named(event.variant), event.preset)


def test_an_event_of_a_game_that_is_gone_still_has_its_page(client):
    stage = make_stage("Ann", "Bob", variant="whist", preset="short")
    event = stage.event
    page = client.get(reverse("public:event", args=[event.club.slug, event.slug]))

    assert page.status_code == 200
    assert "/games/whist/" not in page.content.decode()

"""The pages of the games: every game and preset, in both languages, without a query."""

import pytest
from django.urls import reverse

from games import services as games
from tests.league.reading import text_of
from tests.league.tables.standings.factories import make_stage

pytestmark = pytest.mark.django_db
PRESETS = [(info.id, preset.id) for info in games.variants() for preset in info.presets]


def shown(client, name, *args, language="en", **query):
    address = reverse(f"public:{name}", args=args)
    answer = client.get(address, query, HTTP_ACCEPT_LANGUAGE=language)
    assert answer.status_code == 200
    return text_of(answer)


def test_every_game_is_on_the_list_and_has_a_page(client):
    listed = client.get(reverse("public:games")).content.decode()

    for info in games.variants():
        address = reverse("public:game", args=[info.id])
        assert address in listed
        page = client.get(address)
        text = text_of(page)
        assert games.render_sentence(info.rules_in_short[0]).replace("'", "&#x27;") in text
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


def test_an_event_of_a_game_that_is_gone_still_has_its_page(client):
    stage = make_stage("Ann", "Bob", variant="whist", preset="short")
    event = stage.event
    page = client.get(reverse("public:event", args=[event.club.slug, event.slug]))

    assert page.status_code == 200
    assert "/games/whist/" not in page.content.decode()

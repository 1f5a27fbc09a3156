"""Fonts of a few characters: exactly those, at two weights, and nothing for anybody's long list."""

import re
from io import BytesIO

import pytest
from django.urls import reverse
from fontTools.ttLib import TTFont
from playwright.sync_api import expect

from league.faces.public.few_characters.font_made import MOST, characters_of, font_of
from league.office.paper.fonts import part_with, static_part
from tests.league.factories import make_club
from tests.league.play.events.factories import make_running

NAME = "佐藤 美咲"
KANJI = "".join(chr(0x4E00 + number) for number in range(60))


def opened(data):
    return TTFont(BytesIO(data))


def ask(client, characters, weight=400):
    return client.get(reverse("public:few_characters", args=[weight, characters]))


def outline(font, character):
    name = font.getBestCmap()[ord(character)]
    glyph = font["glyf"][name]
    # where they differ the character is drawn beside its place
    assert font["hmtx"][name][1] == glyph.xMin
    return glyph.numberOfContours, glyph.xMin, glyph.xMax, font["hmtx"][name][0]


def test_a_character_stands_where_it_does_in_the_shipped_font(client):
    ours = opened(ask(client, "・").content)
    shipped = TTFont(static_part(part_with("・"), 400))

    assert outline(ours, "・") == outline(shipped, "・")


def test_a_font_has_the_characters_asked_for_and_no_others(client):
    characters = characters_of([NAME, "Sato", NAME])

    answer = ask(client, characters)

    assert answer["Content-Type"] == "font/woff2"
    assert "max-age" in answer["Cache-Control"]
    font = opened(answer.content)
    assert "".join(map(chr, sorted(font.getBestCmap()))) == characters == "佐咲美藤"
    assert all(outline(font, one)[0] > 1 for one in characters)
    assert len(answer.content) < 500 * len(characters)


@pytest.mark.long
def test_bold_is_wider_of_ink(client):
    regular, bold = (opened(ask(client, "佐", weight).content) for weight in (400, 700))

    assert outline(bold, "佐") != outline(regular, "佐")


def test_a_character_that_the_shipped_font_lacks_is_left_out(client):
    lacking = "\ue000"

    font = opened(ask(client, f"佐{lacking}").content)

    assert "".join(map(chr, font.getBestCmap())) == "佐"
    assert ask(client, lacking).status_code == 404


@pytest.mark.long
@pytest.mark.parametrize(
    ("characters", "weight"),
    [
        ("藤佐", 400),
        ("佐佐", 400),
        ("A佐", 400),
        (KANJI[: MOST + 1], 400),
        ("佐", 401),
        ("佐", 0),
    ],
)
def test_what_no_page_asks_for_is_not_found(client, characters, weight):
    assert ask(client, characters, weight).status_code == 404


@pytest.mark.long
def test_as_many_as_may_be_are_answered(client):
    assert len(opened(ask(client, KANJI[:MOST]).content).getBestCmap()) > MOST / 2


def test_a_font_that_cannot_be_made_is_refused():
    with pytest.raises(ValueError, match="few characters"):
        font_of("藤佐", 400)


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_a_page_loads_the_fonts_of_what_it_shows(web, open_browser):
    """On a device with Japanese fonts of its own it loads none of them, which is not shown here."""
    event = make_running(4, make_club(), name=NAME, visibility="public")
    fonts = {}
    for language in ("en", "ja"):
        page = open_browser(locale=language)
        fonts[language] = asked = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.goto(web.url + reverse("public:event", args=[event.club.slug, event.slug]))
        expect(page.get_by_text(NAME).first).to_be_visible()
        page.wait_for_load_state("networkidle")
        if language == "en":
            # the names of languages are in a menu: their font comes when it is opened
            assert not any("language-names" in url for url in asked)
            with page.expect_request(re.compile("language-names")):
                page.locator("details:has(.languages) > summary").click()

    assert not any("noto-sans-jp" in url for url in fonts["en"])
    few = reverse("public:few_characters", args=[700, "佐咲美藤"])
    assert f"{web.url}{few}" in fonts["en"]
    assert any(url.endswith("noto-sans-jp/index.css") for url in fonts["ja"])
    assert not any("/fonts/" in url for url in fonts["ja"])

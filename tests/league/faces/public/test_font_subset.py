"""Fonts of a few characters: exactly those, at two weights, and nothing for anybody's long list."""

from io import BytesIO

import pytest
from django.urls import reverse
from fontTools.ttLib import TTFont

from league.faces.public.font_subset.views import MOST, characters_of

NAME = "佐藤 美咲"
KANJI = "".join(chr(0x4E00 + number) for number in range(60))


def opened(data):
    return TTFont(BytesIO(data))


def ask(client, characters, weight=400):
    return client.get(reverse("public:font_subset", args=[weight, characters]))


def outline(font, character):
    name = font.getBestCmap()[ord(character)]
    glyph = font["glyf"][name]
    # where they differ the character is drawn beside its place
    assert font["hmtx"][name][1] == glyph.xMin
    return glyph.numberOfContours, glyph.xMin, glyph.xMax, font["hmtx"][name][0]


def test_a_font_has_the_characters_asked_for_and_no_others(client):
    characters = characters_of([NAME, "Sato", NAME])

    answer = ask(client, characters)

    assert answer["Content-Type"] == "font/woff2"
    assert "max-age" in answer["Cache-Control"]
    font = opened(answer.content)
    assert "".join(map(chr, sorted(font.getBestCmap()))) == characters == "佐咲美藤"
    assert all(outline(font, character)[0] > 1 for character in characters)
    assert len(answer.content) < 500 * len(characters)


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

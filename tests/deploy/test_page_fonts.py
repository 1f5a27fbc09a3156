"""The fonts of every page: lighter than those of the packages, and with all that pages show."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from fontTools.ttLib import TTFont

from deploy.page_fonts import BLANK, LATIN, MADE, WEIGHTS, PageFontsFinder
from deploy.staticfiles import STYLES
from league.office.paper.fonts import part_with

ROOT = Path(settings.BASE_DIR)
SHEETS = [
    *STYLES.glob("*.css"),
    *(ROOT / "deploy" / "static").glob("**/*.css"),
    *ROOT.glob("league/*/*/static/**/*.css"),
]


def font_at(path):
    return TTFont(BytesIO(Path(path).read_bytes()))


@pytest.mark.long
def test_the_latin_font_has_every_letter_of_the_packages_and_our_weights():
    whole = Path(settings.NPM_ROOT) / LATIN
    ours = Path(finders.find("site/inter-latin.woff2"))

    assert set(font_at(ours).getBestCmap()) == set(font_at(whole).getBestCmap())
    (axis,) = font_at(ours)["fvar"].axes
    assert (axis.minValue, axis.maxValue) == WEIGHTS
    assert ours.stat().st_size < 0.75 * whole.stat().st_size


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_a_sheet_names_weights_that_the_font_has(sheet):
    text = re.sub(r"@font-face {.*?}", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    named = {int(weight) for weight in re.findall(r"font-weight:\s*(\d+)", text)}

    assert {one for one in named if not WEIGHTS[0] <= one <= WEIGHTS[1]} == set()


def test_the_language_switch_has_a_font_for_its_words_and_no_more():
    names = "".join(name for _code, name in settings.LANGUAGES)
    font = font_at(finders.find("site/language-names.woff2"))
    codes = [f"U+{code:X}" for code in font.getBestCmap()]

    assert {chr(code) for code in font.getBestCmap()} == {one for one in names if one > "\u3000"}
    tokens = (STYLES / "01-tokens.css").read_text(encoding="utf-8")
    (ranges,) = re.findall(r'"Names of languages".*?unicode-range: ([^;]+);', tokens, re.DOTALL)
    assert sorted(ranges.split(", ")) == sorted(codes)


def test_a_font_is_made_once_and_no_half_of_it_is_found(settings, tmp_path, monkeypatch):
    settings.MADE_FILES = tmp_path
    made = []

    def make():
        made.append(list(tmp_path.glob("**/inter-latin.woff2")))
        return b"font"

    monkeypatch.setitem(MADE, "site/inter-latin.woff2", make)
    for _again in range(2):
        assert Path(PageFontsFinder().find("site/inter-latin.woff2")).read_bytes() == b"font"
    assert made == [[]]
    assert not PageFontsFinder().find("site/other.woff2")


def test_the_blank_font_is_as_wide_as_the_shipped_one_and_weighs_next_to_nothing():
    place = Path(finders.find(BLANK))
    blank = font_at(place)

    for letter in ("あ", "ア", "ー", "国", "髙", "、", "」", "ｱ", "！", "\u3000"):
        shipped = TTFont(part_with(letter))
        assert width_of(blank, letter) == width_of(shipped, letter), letter
    assert place.stat().st_size < 400


def width_of(font, letter):
    return font["hmtx"][font.getBestCmap()[ord(letter)]][0] / font["head"].unitsPerEm

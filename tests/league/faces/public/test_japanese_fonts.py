"""Pages in Japanese: nothing moves on a device without a font for it, one with it loads none."""

from io import BytesIO

import pytest
from django.urls import reverse
from fontTools.ttLib import TTFont
from playwright.sync_api import expect

from deploy.chromium import FLAGS, find_chromium
from league.faces.public.few_characters.font_made import characters_of, joined_font
from tests.first_paint import MOST_SHIFT, SETTLED, moved
from tests.league.factories import make_club
from tests.league.play.results.factories import make_table, pinochle, play

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]

NAME = "佐藤 美咲"
OWN_FONTS = """<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>{folder}</dir>
</fontconfig>"""
HAS_LETTERS = (
    "[...document.fonts].some((one) => one.family.includes('Noto') && one.status === 'loaded')"
)
HAS_BLANK = "[...document.fonts].some((one) => one.family.includes('Blank Japanese'))"


def played():
    """Return a table at which two deals were played, and the last of them."""
    table = make_table(make_club("港カードクラブ", slug="minato"), name=NAME, visibility="public")
    *_deals, last = play(table, pinochle(), pinochle(declarer=1))
    return table, last


def pages_of(table, deal):
    event = table.round.stage.event
    player = event.entries.first().members.first().player_id
    at = [event.club.slug, event.slug]
    return {
        "front": reverse("public:home"),
        "club": reverse("public:club", args=at[:1]),
        "event": reverse("public:event", args=at),
        "standings": reverse("public:standings", args=at),
        "table": reverse("public:table", args=[*at, table.pk]),
        "deal": reverse("public:deal", args=[deal.pk]),
        "player": reverse("public:player", args=[event.club.slug, player]),
        "rules": reverse("public:game", args=["double-deck-pinochle"]),
    }


@pytest.mark.parametrize("width", [360, 1440])
def test_nothing_moves_when_the_letters_come(web, open_browser, width):
    shifts = {}
    for name, address in pages_of(*played()).items():
        page = open_browser(locale="ja", viewport={"width": width, "height": 800})
        shifts[name] = moved(page, web.url + address, until=HAS_LETTERS)
        page.context.close()

    assert {name: shift for name, shift in shifts.items() if shift > MOST_SHIFT} == {}


@pytest.mark.parametrize(
    "what", ["**/site/site*.js", "**/noto-sans-jp/index*.css", "**/*-jp-*.woff2"]
)
def test_what_the_device_draws_is_shown_where_the_letters_cannot_come(web, open_browser, what):
    page = open_browser(locale="ja", expected=("ERR_FAILED",))
    page.route(what, lambda route: route.abort())
    page.goto(web.url + reverse("public:home"))
    page.evaluate(SETTLED)

    assert page.evaluate(HAS_BLANK) is False


def test_a_device_with_a_font_of_its_own_loads_none(web, browser, tmp_path):
    font = TTFont(BytesIO(joined_font(characters_of(["あの国日本語", NAME]), 400)))
    font.flavor = None
    font.save(tmp_path / "own.ttf")
    conf = tmp_path / "fonts.conf"
    conf.write_text(OWN_FONTS.format(folder=tmp_path))
    asked = []
    of_its_own = browser.browser_type.launch(
        executable_path=find_chromium(), args=FLAGS, env={"FONTCONFIG_FILE": str(conf)}
    )
    with of_its_own:
        page = of_its_own.new_page(locale="ja")
        page.on("request", lambda request: asked.append(request.url))
        page.goto(web.url + reverse("public:home"))
        expect(page.locator("h1")).to_be_visible()
        page.wait_for_load_state("networkidle")

        assert page.evaluate(HAS_BLANK) is False
    assert any("/site/site" in url for url in asked)
    assert [url for url in asked if "noto-sans-jp" in url] == []

"""The table's page in bad light, with the largest letters and melds by tapping: axe, its width."""

from itertools import pairwise

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import expect

from league.clubs.models import Player
from league.play.rounds import services as rounds
from league.play.rounds.links import link_of
from tests.league.faces.table.browser_phones import open_at
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import make_pitch_table, make_table, pitch, submit

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]

WIDTH = 360
AXE = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "resultTypes": ["violations"],
}


def violations(page):
    found = Axe().run(page, options=AXE).response["violations"]
    return [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]


def test_bad_light_and_the_largest_letters_leave_the_page_readable(web, open_browser):
    table = make_table()
    # no mobile viewport: that one widens itself, and the page would seem to fit it
    page = open_browser(viewport={"width": WIDTH, "height": 740}, has_touch=True)
    page.goto(f"{web.url}/t/{link_of(table)}/")
    page.get_by_role("button", name="Ann Lee", exact=True).click()
    page.locator("details.who", has_text="Ann Lee").wait_for()
    page.locator(".settings > summary").click()
    page.get_by_role("button", name="High contrast").click()
    page.locator("[data-display-type=larger]").click()
    assert_readable(page)
    page.locator(".settings > summary").click()
    page.locator("[data-step-all]").click()
    page.locator('label:has([name="trump"][value="H"])').click()
    page.locator("label", has_text="Tap what was laid down").click()
    page.locator('label:has([name="laid-0-run"][value="1"])').click()
    expect(page.locator("[data-laid-sums]")).to_contain_text("run: 15")

    assert page.evaluate("document.documentElement.scrollWidth") == WIDTH
    assert_readable(page)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_waits_is_readable_when_something_is_wrong(web, open_browser, language):
    table = make_pitch_table(players=4)
    submit(table, pitch(), side=1)
    submit(table, pitch(), side=0)
    page = open_browser(viewport={"width": WIDTH, "height": 740}, has_touch=True)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": web.url}])
    page.goto(f"{web.url}/t/{link_of(table)}/")
    page.locator(".seat-buttons button").first.click()
    page.locator(".ask .why > summary").click()
    page.locator(".hand-over summary").click()

    assert page.evaluate("document.documentElement.scrollWidth") == WIDTH
    assert_readable(page)
    page.locator("[data-wrong]").click()
    assert_readable(page)


def assert_readable(page):
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == [], scheme


BROKEN_WORDS = """(places) => [...document.querySelectorAll(places)]
    .flatMap((place) => place.innerText.split(/\\s+/).filter(Boolean).filter((word) => {
        const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
            const start = walk.currentNode.data.indexOf(word);
            if (start < 0) continue;
            const range = document.createRange();
            range.setStart(walk.currentNode, start);
            range.setEnd(walk.currentNode, start + word.length);
            const tops = [...range.getClientRects()].map((line) => Math.round(line.top));
            return new Set(tops).size > 1;
        }
        return true;
    }))"""


HEAD = """() => [...document.querySelectorAll('.site-bar > *')]
    .map((place) => place.getBoundingClientRect()).filter((place) => place.width)
    .map((place) => [place.left, place.right])"""
BEYOND = """() => [...document.querySelectorAll('.ask')].flatMap((card) =>
    [...card.querySelectorAll('.button')].filter((button) =>
        button.getBoundingClientRect().right > card.getBoundingClientRect().right))
    .map((button) => button.innerText)"""


def assert_whole(page, places):
    """Assert that no name is cut into pieces, and that nothing lies over something else."""
    assert page.evaluate(BROKEN_WORDS, places) == []
    assert page.evaluate(BEYOND) == []
    head = page.evaluate(HEAD)
    assert [right <= left for (_, right), (left, _) in pairwise(head)] == [True] * (len(head) - 1)
    assert page.evaluate("document.documentElement.scrollWidth") == WIDTH


@pytest.mark.parametrize(
    ("language", "players"), [("en", 5), ("de", 5), ("ja", 5), ("de", 4), ("de", 3), ("de", 2)]
)
def test_names_of_twelve_letters_stay_whole(web, open_browser, language, players):
    # two sides are pairs
    table = make_table() if players == 2 else make_pitch_table(players=players)
    rounds.start_clock(round=table.round, minutes=95, actor=DIRECTOR, at=timezone.now())
    for deal in (None, None) if players == 2 else (pitch(), pitch(bid=3)):
        submit(table, deal, side=1)
    names = [
        "Lukas Österreicher",
        "Nils Papadopoulos",
        "Hiro Matsudaira",
        "Mona Waldkirchen",
        "Al Ott",
    ]
    seated = Player.objects.filter(club=table.round.stage.event.club).order_by("pk")
    for player, name in zip(seated, names, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    page = open_browser(viewport={"width": WIDTH, "height": 740}, has_touch=True)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": web.url}])
    page.goto(f"{web.url}/t/{link_of(table)}/")

    expect(page.locator(".sheet thead .cell", has_text="Österreicher")).to_be_visible()
    expect(page.locator("#round-clock")).to_contain_text("95")
    assert_whole(page, ".sheet thead .cell, .seat-buttons button")
    page.get_by_role("button", name="Lukas Österreicher", exact=True).click()
    page.locator(".ask").first.wait_for()
    assert_whole(page, ".sheet thead .cell")
    page.locator(".settings > summary").click()
    page.locator("[data-display-type=larger]").click()
    page.locator(".settings > summary").click()
    page.locator("details.who > summary").click()
    assert_whole(page, ".sheet thead .cell, .seat-buttons button")


def test_names_stay_whole_where_melds_are_tapped(web, open_browser):
    table = make_table()
    names = ["Lukas Österreicher", "Nils Papadopoulos", "Hiro Matsudaira", "Nora Beckett"]
    seated = Player.objects.filter(club=table.round.stage.event.club).order_by("pk")
    for player, name in zip(seated, names, strict=True):
        Player.objects.filter(pk=player.pk).update(name=name)
    page = open_browser(viewport={"width": WIDTH, "height": 740}, has_touch=True)
    finger = open_at(page, web, table, "Lukas Österreicher")

    finger.key("bid", "60")
    finger.answer("declarer", "Hiro Matsudaira")
    finger.answer("trump", "hearts")
    # partners sit opposite each other
    for seat, name in enumerate([names[0], names[2], names[1], names[3]]):
        finger.button(name)
        finger.lay(seat, "run")
        assert page.evaluate(BROKEN_WORDS, "[data-laid-seat]") == [], name

    assert page.locator("[data-laid-seat]:visible").count() == 4


HEIGHTS = "(places) => places.map((place) => place.getBoundingClientRect().height)"


@pytest.mark.parametrize("make", [make_table, make_pitch_table])
def test_each_deal_in_the_sheet_is_44_pixels_high(web, open_browser, make):
    table = make()
    data = pitch() if make is make_pitch_table else None
    for number in (1, 2):
        submit(table, data, number=number)
    page = open_browser(viewport={"width": WIDTH, "height": 740}, has_touch=True)
    page.goto(f"{web.url}/t/{link_of(table)}/")

    for places in ("tbody tr:has(a)", "tbody .contract a"):
        heights = page.locator(f"#sheet {places}").evaluate_all(HEIGHTS)
        assert len(heights) == 2
        assert min(heights) >= 44, places

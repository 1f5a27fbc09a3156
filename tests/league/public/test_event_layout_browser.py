"""An event's pages on a screen and on a phone: what stays in sight, what fits, what axe says."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse

from tests.league.public.pictures.factories import drawn
from tests.league.results.factories import make_table, pinochle, play, submit
from tests.league.standings.factories import build, make_round, make_stage, play_round
from tests.league.standings.factories import play as play_table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]

PHONE = {"viewport": {"width": 360, "height": 640}}
SCREEN = {"viewport": {"width": 1440, "height": 900}}
# where the head of the table is while its last row is in sight, and how wide the page is
HEAD = """() => {
    document.querySelector(".standings tbody tr:last-child").scrollIntoView({ block: "end" });
    const head = document.querySelector(".standings thead th:nth-child(2)").getBoundingClientRect();
    return [Math.round(head.top), document.documentElement.scrollWidth];
}"""


def address_of(web, name, event):
    return web.url + reverse(f"public:{name}", args=[event.club.slug, event.slug])


@pytest.mark.parametrize("size", [PHONE, SCREEN])
def test_the_head_of_long_standings_stays_in_sight_and_nothing_is_moved_sideways(
    web, open_browser, size
):
    names = [f"Player number {number:03d}" for number in range(100)]
    stage = make_stage(*names)
    first = make_round(stage, state="closed")
    for number in range(0, 100, 2):
        play_table(first, {names[number]: 1000 - number, names[number + 1]: 3})
    build(stage)
    page = open_browser(**size)

    page.goto(address_of(web, "standings", stage.event))

    assert page.evaluate(HEAD) == [0, size["viewport"]["width"]]


@pytest.mark.parametrize("size", [PHONE, SCREEN])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["event", "standings"])
def test_axe_finds_nothing_where_deals_come_in(web, open_browser, size, scheme, name):
    table = make_table(deals_a_round=3)
    play(table, pinochle())
    submit(table, pinochle())
    build(table.round.stage)
    page = open_browser(**size, color_scheme=scheme)

    page.goto(address_of(web, name, table.round.stage.event))

    assert page.locator(".live-deal.ghost").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= size["viewport"]["width"]
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found] == []


def test_a_decided_bracket_of_sixteen_fits_a_screen(web, open_browser):
    stage = drawn("knockout", 16, played=3)
    play_round(stage.rounds.get(number=4))
    page = open_browser(**SCREEN)

    page.goto(address_of(web, "bracket", stage.event))

    box = page.locator(".bracket-part-main .bracket").bounding_box()
    assert box["height"] <= 640
    assert box["x"] + box["width"] <= 1440

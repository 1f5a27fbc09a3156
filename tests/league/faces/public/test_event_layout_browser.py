"""An event's pages on a screen and on a phone: what stays in sight, what fits, what axe says."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from league.play.rounds import services as rounds
from tests.league.faces.public.pictures.factories import drawn
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import make_table, pinochle, play, submit
from tests.league.tables.standings.factories import NOW, build, make_round, make_stage, play_round
from tests.league.tables.standings.factories import play as play_table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]

PHONE = {"viewport": {"width": 360, "height": 640}}
TABLET = {"viewport": {"width": 768, "height": 1024}}
SCREEN = {"viewport": {"width": 1440, "height": 900}}
# where the head of the table is while its last row is in sight, and how wide the page is
HEAD = """() => {
    document.querySelector(".standings tbody tr:last-child").scrollIntoView({ block: "end" });
    const head = document.querySelector(".standings thead th:nth-child(2)").getBoundingClientRect();
    return [Math.round(head.top), document.documentElement.scrollWidth];
}"""

# the page at its side, or the standings into what stands beside them
RUNS_OVER = """() => document.documentElement.scrollWidth > innerWidth
    || [...document.querySelectorAll(".standings")].some((one) => one.getBoundingClientRect().right
        > one.parentElement.getBoundingClientRect().right + 1)"""


def address_of(web, name, event):
    return web.url + reverse(f"public:{name}", args=[event.club.slug, event.slug])


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", ["en", "ja", "de"])
def test_standings_with_many_columns_fit_every_width(web, open_browser, language):
    names = [f"Emma Wintergartensaal the {number}th" for number in range(1, 9)]
    tiebreaks = ["head_to_head", "point_difference", "points_for"]
    stage = make_stage(*names, tiebreaks=tiebreaks)
    for number in (1, 2):
        round_ = make_round(stage, number)
        for at in range(0, 8, 2):
            play_table(round_, {names[at]: 1000 - at, names[at + 1]: 1000 - at})
    build(stage)
    page = open_browser(**PHONE)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": web.url}])

    too_wide = []
    for name in ("event", "standings"):
        page.goto(address_of(web, name, stage.event))
        for width in range(320, 1500, 20):
            page.set_viewport_size({"width": width, "height": 800})
            if page.evaluate(RUNS_OVER):
                too_wide.append((name, width))

    assert page.locator(".standings thead th").count() >= 9
    assert too_wide == []


# the most lines that a name in the standings takes
LINES_OF_NAMES = """() => {
    const names = [...document.querySelectorAll(".standings .why-link")];
    return Math.max(...names.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size;
    }));
}"""


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja", "de"])
def test_beside_eight_columns_a_name_takes_two_lines_at_most(web, open_browser, language):
    names = [f"Kate Lindqvist{number} & Louis Ferrand" for number in range(1, 9)]
    tiebreaks = ["head_to_head", "point_difference", "points_for"]
    stage = make_stage(*names, tiebreaks=tiebreaks)
    for number in (1, 2):
        round_ = make_round(stage, number)
        for at in range(0, 8, 2):
            play_table(round_, {names[at]: 1000 - at, names[at + 1]: 1000 - at})
    build(stage)
    page = open_browser(**TABLET)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": web.url}])

    for name in ("event", "standings"):
        page.goto(address_of(web, name, stage.event))
        head = page.locator(".standings thead th:nth-child(7)")
        expect(head.locator(".short")).to_be_visible()
        whole = head.locator(".whole").inner_text()
        assert head.locator(".short").get_attribute("title") == whole
        for size in (TABLET, PHONE):
            page.set_viewport_size(size["viewport"])
            assert page.evaluate(LINES_OF_NAMES) <= 2
        page.set_viewport_size(TABLET["viewport"])


@pytest.mark.long
@pytest.mark.parametrize("name", ["movement", "meetings"])
def test_a_matrix_of_eight_has_the_width_of_the_screen_and_is_not_moved_sideways(
    web, open_browser, name
):
    stage = make_stage(*(f"Player number {number}" for number in range(1, 9)))
    rounds.draw_rounds(stage=stage, actor=DIRECTOR, at=NOW)
    for round_ in stage.rounds.order_by("number"):
        rounds.open_round(round=round_, actor=DIRECTOR, at=NOW)
        play_round(round_)
        rounds.close_round(round=round_, even_unfinished=True, actor=DIRECTOR, at=NOW)
    page = open_browser(**PHONE)
    page.goto(address_of(web, name, stage.event))
    assert page.locator(".grid-table").count() >= 1

    for size in (PHONE, TABLET, SCREEN):
        page.set_viewport_size(size["viewport"])
        for wrap in page.locator(".table-wrap").all():
            shown, table, all_of_it = wrap.evaluate(
                "one => [one.clientWidth, one.firstElementChild.offsetWidth, one.scrollWidth]"
            )
            assert table == all_of_it == shown


@pytest.mark.long
def test_a_decided_bracket_of_sixteen_fits_a_screen(web, open_browser):
    stage = drawn("knockout", 16, played=3)
    play_round(stage.rounds.get(number=4))
    page = open_browser(**SCREEN)

    page.goto(address_of(web, "bracket", stage.event))

    bracket = page.locator(".bracket-part-main .bracket")
    expect(bracket).to_be_visible()
    box = bracket.bounding_box()
    assert box["height"] <= 640
    assert box["x"] + box["width"] <= 1440

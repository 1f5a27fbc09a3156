"""The first paint of a table's page is what its scripts make of it, however late they come."""

import re
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from league.rounds.links import link_of
from tests.league.results.factories import make_pitch_table, make_table, submit
from tests.league.table.phone import Phone

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]

SMALL = {"viewport": {"width": 360, "height": 740}}
# all that the page does not wait for before it is painted
LATE = re.compile(r"/static/(?!site/theme|table/begin).*\.js$")
SLOWER = 6
# measured: 0.002 at most, and more than 0.1 while the scripts hid what they do not show at first
MOST_SHIFT = 0.02
WATCH = """window.moved = 0; new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.moved += one.value;
}).observe({ type: "layout-shift", buffered: true });"""
PAINTED = "performance.getEntriesByName('first-contentful-paint').length > 0"
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))"


def waiting(side):
    table = make_table()
    submit(table, side=side)
    return table


TABLES = {
    "double-deck": make_table,
    "pitch": make_pitch_table,
    "pedro": lambda: make_table(variant="pedro"),
    "fifty-six": lambda: make_table(variant="fifty-six"),
    "to be confirmed": lambda: waiting(1),
    "waits for the other side": lambda: waiting(0),
    "final score": lambda: make_table(table_play="game", deals_a_round=None, final_scores="table"),
}


@contextmanager
def opened_late(page, address):
    """Open the page; its scripts come when it has been painted without them."""
    late, is_painted = [], False
    page.route(LATE, lambda route: route.continue_() if is_painted else late.append(route))
    page.goto(address, wait_until="commit")
    while not page.evaluate(PAINTED):
        page.wait_for_timeout(20)
    yield late
    is_painted = True
    for route in late:
        route.continue_()
    page.wait_for_load_state()


def phone_at(open_browser, web, table, *, seat=0, language="en", **options):
    phone = Phone(table, seat)
    page = open_browser(phone=True, **SMALL, **options)
    phone.client.cookies["django_language"] = language
    page.context.add_cookies(
        [
            {"name": kept.key, "value": kept.value, "url": web.url + (kept["path"] or "/")}
            for kept in phone.client.cookies.values()
        ]
    )
    return page


def moved(page, address):
    page.add_init_script(WATCH)
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    with opened_late(page, address) as late:
        assert late
    page.evaluate(SETTLED)
    return page.evaluate("window.moved")


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("de", "dark")])
def test_nothing_moves_when_the_scripts_come_late(web, open_browser, language, scheme):
    shifts = {}
    for name, make in TABLES.items():
        table = make()
        address = f"{web.url}/t/{link_of(table)}/"
        for seat in (0, None) if name == "pitch" else (0,):
            page = phone_at(
                open_browser, web, table, seat=seat, language=language, color_scheme=scheme
            )
            if (shift := moved(page, address)) > MOST_SHIFT:
                shifts[name, seat] = shift
            page.context.close()
    assert shifts == {}


def test_all_questions_stay_where_the_phone_was_told_so(web, open_browser):
    table = make_pitch_table()
    page = phone_at(open_browser, web, table)
    page.add_init_script("localStorage.setItem('tricktable:questions', 'all')")

    assert moved(page, f"{web.url}/t/{link_of(table)}/") <= MOST_SHIFT
    expect(page.locator(".question:visible")).to_have_count(8)
    expect(page.get_by_role("button", name="One at a time")).to_be_visible()


def test_a_page_whose_scripts_never_come_shows_all_it_needs(web, open_browser):
    table = make_table()
    page = phone_at(open_browser, web, table, expected=("ERR_FAILED",))
    with opened_late(page, f"{web.url}/t/{link_of(table)}/") as late:
        expect(page.locator(".question:visible")).to_have_count(1)
        while late:
            late.pop().abort()
        expect(page.locator(".question:not([hidden]):visible")).not_to_have_count(1)

    assert_usable(page)


def test_a_page_without_scripts_shows_all_it_needs(web, open_browser):
    table = make_table()
    page = phone_at(open_browser, web, table, java_script_enabled=False)
    page.goto(f"{web.url}/t/{link_of(table)}/")

    assert_usable(page)


def assert_usable(page):
    """Every question that is asked stands there, no button that needs a script does."""
    asked = page.locator(".question:not([hidden])")
    expect(asked).to_have_count(page.locator(".question:visible").count())
    expect(page.get_by_role("button", name="Check the score")).to_be_visible()
    for name in ("Next", "Back", "All questions", "One at a time", "High contrast"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_hidden()
    expect(page.locator(".pad-key:visible")).to_have_count(0)

"""The first paint of a table's page is what its scripts make of it, however late they come."""

import pytest
from playwright.sync_api import expect

from league.play.rounds.links import link_of
from tests.first_paint import MOST_SHIFT, moved
from tests.league.faces.table.browser_phones import phone_at
from tests.league.play.results.factories import make_pitch_table, make_table, pinochle, submit

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]


def waiting(side):
    table = make_table()
    submit(table, side=side)
    return table


def disputed():
    table = make_table()
    submit(table, side=0), submit(table, pinochle(points=(31, 19)), side=1, number=1)
    return table


TABLES = {
    "double-deck": make_table,
    "pitch": make_pitch_table,
    "pedro": lambda: make_table(variant="pedro"),
    "fifty-six": lambda: make_table(variant="fifty-six"),
    "to be confirmed": lambda: waiting(1),
    "waits for the other side": lambda: waiting(0),
    "disputed": disputed,
    "final score": lambda: make_table(table_play="game", deals_a_round=None, final_scores="table"),
}


@pytest.mark.long
@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("de", "dark"), ("ja", "light")])
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


def test_a_page_without_scripts_shows_all_it_needs(web, open_browser):
    table = waiting(1)
    page = phone_at(open_browser, web, table, java_script_enabled=False)
    page.goto(f"{web.url}/t/{link_of(table)}/")

    assert_usable(page)
    page.get_by_role("button", name="Not right").click()
    expect(page.get_by_label("What is wrong?")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Right", exact=True).click()
    expect(page.get_by_text("1 deal confirmed.")).to_be_visible()


def assert_usable(page):
    """Every question that is asked stands there, no button that needs a script does."""
    asked = page.locator(".question:not([hidden])")
    expect(asked).to_have_count(page.locator(".question:visible").count())
    expect(page.get_by_role("button", name="Check the score")).to_be_visible()
    for name in ("Next", "Back", "All questions", "One at a time", "High contrast"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_hidden()
    expect(page.locator(".pad-key:visible")).to_have_count(0)

"""Open pages of a running event show a confirmed deal without being loaded again."""

import time

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from league.play.results import services as results
from league.play.rounds.models import Round
from tests.league.play.results.factories import BOB, NOW, make_table, pinochle, submit
from tests.league.tables.standings.factories import build, make_round, make_stage
from tests.league.tables.standings.factories import play as play_table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]

PAGES = {
    "home": (".live-lines .row-state", "1 of 1 table done"),
    "club": (".now-state", "1 of 1 table done"),
    "event": (".live-points", "64"),
    "standings": (".standings .final", "2"),
    "round": ("td.num", "64"),
    "table": (".sheet tfoot .cell", "64"),
    "screen": (".screen-side .num", "64"),
    "meetings": (".cross-table td", "64"),
}


def address_of(name, table):
    event = table.round.stage.event
    if name == "home":
        return reverse("public:home")
    if name == "club":
        return reverse("public:club", args=[event.club.slug])
    more = {"round": [1, 1], "table": [table.pk]}.get(name, [])
    return reverse(f"public:{name}", args=[event.club.slug, event.slug, *more])


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", PAGES)
def test_a_confirmed_deal_appears_on_an_open_page(name, web, worker, open_browser):
    table = make_table(deals_a_round=1)
    build(table.round.stage)
    # played just now: the club's home has its tables
    Round.objects.update(opened_at=timezone.now())
    page = open_browser()
    page.goto(web.url + address_of(name, table))
    page.locator("[data-live-status].is-live").wait_for(state="attached")
    # what a new page would not have
    page.evaluate("window.isTheSamePage = true")
    where, figure = PAGES[name]
    shown = page.locator(where, has_text=figure)
    expect(shown).to_have_count(0)

    submit(table, pinochle())
    results.confirm(table=table, side=1, actor=BOB, at=NOW)

    expect(shown.first).to_be_visible()
    assert page.evaluate("window.isTheSamePage") is True


# notes when the text first stands on the page
NOTE_WHEN = """(text) => {
    const look = () => {
        if (!window.shownAt && document.querySelector("main").innerText.includes(text))
            window.shownAt = Date.now();
    };
    const all = {childList: true, subtree: true};
    new MutationObserver(look).observe(document.querySelector("main"), all);
}"""


@pytest.mark.long
def test_how_long_a_confirmed_deal_takes_to_the_front_page(
    web, worker, open_browser, record_property
):
    """What it takes is printed and not judged: the machine of the tests has other things to do."""
    table = make_table(deals_a_round=1)
    build(table.round.stage)
    Round.objects.update(opened_at=timezone.now())
    page = open_browser()
    page.goto(web.url + reverse("public:home"))
    page.locator("[data-live-status].is-live").wait_for(state="attached")
    where, figure = PAGES["home"]
    page.evaluate(NOTE_WHEN, figure)
    submit(table, pinochle())

    results.confirm(table=table, side=1, actor=BOB, at=NOW)
    confirmed = time.time()
    page.locator(where, has_text=figure).first.wait_for()

    took = page.evaluate("window.shownAt") / 1000 - confirmed
    record_property("seconds_to_the_front_page", round(took, 2))
    print(f"a confirmed deal was on the front page after {took:.2f} s")
    assert took > 0


@pytest.mark.long
def test_the_lines_beside_the_standings_move(web, open_browser):
    stage = make_stage("Ann", "Bob")
    play_table(make_round(stage, 1, state="closed"), {"Ann": 300, "Bob": 100})
    second = make_round(stage, 2)
    build(stage)
    page = open_browser()
    page.goto(web.url + reverse("public:standings", args=[stage.event.club.slug, stage.event.slug]))
    page.locator("[data-live-status].is-live").wait_for(state="attached")
    page.evaluate("window.isTheSamePage = true")
    assert page.locator(".leading-lines").count() == 0

    play_table(second, {"Ann": 100, "Bob": 900})
    build(stage)

    expect(page.locator(".leading-lines .series-1 text")).to_have_text("1 Bob")
    expect(page.locator(".leading-lines .line")).to_have_count(2)
    assert page.evaluate("window.isTheSamePage") is True


@pytest.mark.long
def test_a_deal_is_a_ghost_from_one_side_and_solid_from_both(web, worker, open_browser):
    table = make_table(deals_a_round=3)
    page = open_browser()
    page.goto(web.url + address_of("event", table))
    page.locator("[data-live-status].is-live").wait_for(state="attached")
    points = page.locator(".live-points", has_text="64")

    submit(table, pinochle())
    expect(page.locator(".live-deal.ghost")).to_be_visible()
    expect(points).to_have_class("live-points num ghost")

    results.confirm(table=table, side=1, actor=BOB, at=NOW)
    expect(page.locator(".ghost")).to_have_count(0)
    expect(points).to_have_class("live-points num")

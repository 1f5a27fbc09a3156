"""Open pages of a running event show a confirmed deal without being loaded again."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from league.foundation.journal.actor import Act
from league.play.results import services as results
from league.play.rounds.models import Round
from tests.league.play.results.factories import BOB, NOW, make_table, pinochle, submit
from tests.league.tables.standings.factories import build

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
    results.confirm(table=table, side=1, by=Act(BOB, NOW))

    expect(shown.first).to_be_visible()
    assert page.evaluate("window.isTheSamePage") is True

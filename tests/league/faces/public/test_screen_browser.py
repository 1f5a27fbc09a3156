"""The big screen in a browser: the clock, pages that turn, the network that goes and comes back."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from league.foundation.journal.actor import Act
from league.play.rounds import services as rounds
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.rounds.factories import make_league, open_round

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]

PROJECTOR = {"viewport": {"width": 1920, "height": 1080}, "reduced_motion": "reduce"}
# three hours ahead, and a day that is wrong as well
WRONG_CLOCK = "const right = Date.now; Date.now = () => right() + 27 * 3600 * 1000;"


def screen_of(web, round):
    event = round.stage.event
    return web.url + reverse("public:screen", args=[event.club.slug, event.slug])


def start(round, minutes=45, ago=timedelta(0)):
    rounds.start_clock(round=round, minutes=minutes, by=Act(DIRECTOR, timezone.now() - ago))


def clock_on(page):
    return page.locator("[data-clock-shown]")


@pytest.mark.long
def test_the_clock_goes_by_the_servers_time_whatever_the_device_says(web, open_browser):
    round = open_round(make_league(4)[0])
    start(round, ago=timedelta(minutes=4, seconds=30))
    page = open_browser(**PROJECTOR)
    page.add_init_script(WRONG_CLOCK)

    page.goto(screen_of(web, round))

    # half a minute more for a slow machine
    page.wait_for_function(
        "() => /^40:[0-3]\\d$/.test(document.querySelector('[data-clock-shown]').textContent)"
    )
    shown = clock_on(page).inner_text()
    expect(clock_on(page)).not_to_have_text(shown)


@pytest.mark.long
def test_many_tables_become_pages_that_turn_by_themselves_and_by_hand(web, open_browser):
    round = open_round(make_league(56, format="swiss", rounds_planned=3)[0])
    page = open_browser(**PROJECTOR)
    page.clock.install()
    page.goto(screen_of(web, round))
    pairings = page.locator("#pairings-pages")
    page.wait_for_function("() => document.querySelector('[data-place]').textContent")
    for way, size in (("Height", "innerHeight"), ("Width", "innerWidth")):
        assert page.evaluate(f"document.documentElement.scroll{way} <= {size}")
    place = page.locator("[data-place]").first
    first, count = place.inner_text().split(" / ")
    assert (first, int(count) > 1) == ("1", True)

    def visible():
        return page.evaluate(
            """() => {
                const box = document.getElementById("pairings-pages").getBoundingClientRect();
                return [...document.querySelectorAll(".screen-table")].filter((one) => {
                    const row = one.getBoundingClientRect();
                    const beside = row.left < box.left - 1 || row.right > box.right + 1;
                    return !beside && row.bottom <= box.bottom + 1;
                }).map((one) => Number(one.querySelector("[aria-hidden]").textContent));
            }"""
        )

    seen = visible()
    page.clock.fast_forward(12_500)
    expect(place).to_have_text(f"2 / {count}")
    # the last page is a full one: it may begin with a column that was seen
    assert min(seen) < min(visible()) <= max(seen) + 1 <= max(visible())

    page.keyboard.press("Space")
    expect(page.locator("[data-turn-pause]")).to_have_attribute("aria-pressed", "true")
    page.clock.fast_forward(60_000)
    expect(place).to_have_text(f"2 / {count}")
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_text(f"1 / {count}")
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_text(f"{count} / {count}")
    for _page in range(int(count)):
        page.keyboard.press("ArrowRight")
        seen += visible()
    assert set(seen) == set(range(1, 29))

    page.keyboard.press("Space")
    pairings.focus()
    page.clock.fast_forward(30_000)
    expect(place).to_have_text(f"{count} / {count}")
    pairings.evaluate("(list) => list.blur()")
    page.locator(".screen-title").hover()
    page.clock.fast_forward(12_500)
    expect(place).to_have_text(f"1 / {count}")

"""The big screen in a browser: the clock, pages that turn, the network that goes and comes back."""

from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from league.play.rounds import services as rounds
from tests.league.play.events.factories import DIRECTOR, NOW
from tests.league.play.rounds.factories import make_league, open_round

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]

PROJECTOR = {"viewport": {"width": 1920, "height": 1080}, "reduced_motion": "reduce"}
LIVE_MS = 60_000
# three hours ahead, and a day that is wrong as well
WRONG_CLOCK = "const right = Date.now; Date.now = () => right() + 27 * 3600 * 1000;"
NO_NETWORK = ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED")


def screen_of(web, round):
    event = round.stage.event
    return web.url + reverse("public:screen", args=[event.club.slug, event.slug])


def act(name, round, **more):
    getattr(rounds, f"{name}_clock")(round=round, actor=DIRECTOR, at=timezone.now(), **more)


def start(round, minutes=45, ago=timedelta(0)):
    rounds.start_clock(round=round, minutes=minutes, actor=DIRECTOR, at=timezone.now() - ago)


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
def test_open_screens_learn_what_happens_to_the_clock_and_to_the_round(web, worker, open_browser):
    first, second, _third = make_league(4)
    round = open_round(first)
    page = open_browser(**PROJECTOR)
    page.goto(screen_of(web, round))
    expect(page.locator("[data-clock]")).to_have_count(0)

    act("start", round, minutes=45)
    expect(page.locator("[data-clock=running]")).to_have_count(1, timeout=LIVE_MS)
    act("pause", round)
    expect(page.locator(".clock-note")).to_have_text("paused", timeout=LIVE_MS)
    expect(page.get_by_role("status").filter(has_text="The clock is paused.")).to_have_count(1)
    rounds.open_round(round=second, actor=DIRECTOR, at=NOW + timedelta(minutes=1))

    expect(page.get_by_role("heading", name="Round 2")).to_be_visible(timeout=LIVE_MS)


@pytest.mark.long
def test_time_that_is_up_says_so_and_announces_it(web, open_browser):
    round = open_round(make_league(4)[0])
    start(round, minutes=1, ago=timedelta(seconds=52))
    page = open_browser(**PROJECTOR)

    page.goto(screen_of(web, round))

    expect(clock_on(page)).to_have_text("Time is up", timeout=LIVE_MS)
    expect(
        page.get_by_role("status").filter(has_text="The time of this round is up.")
    ).to_have_count(1)


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


@pytest.mark.long
def test_without_a_network_it_says_so_and_comes_back(web, open_browser):
    round = open_round(make_league(4)[0])
    start(round)
    page = open_browser(**PROJECTOR, expected=NO_NETWORK)
    page.goto(screen_of(web, round))
    page.locator(".live-status.is-live").wait_for()

    page.context.set_offline(True)
    page.locator(".live-status.is-cut").wait_for()
    assert "No connection" in page.locator(".live-status").inner_text()
    before = clock_on(page).inner_text()
    expect(clock_on(page)).not_to_have_text(before)
    page.context.set_offline(False)

    page.locator(".live-status.is-live").wait_for()
    expect(page.locator(".live-status.is-cut")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720), (390, 844)])
def test_it_fits_and_axe_finds_nothing_serious(web, open_browser, width, height, scheme):
    round = open_round(make_league(13)[0])
    start(round)
    page = open_browser(viewport={"width": width, "height": height}, color_scheme=scheme)

    page.goto(screen_of(web, round))
    page.wait_for_load_state()

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []

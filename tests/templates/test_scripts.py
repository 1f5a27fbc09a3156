"""The small scripts in a real browser: theme, forms, number pad, live regions."""

import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from tests.templates.look_server import LookServer, look_server

pytestmark = pytest.mark.browser

SIZES = [(360, 740), (768, 1024), (1440, 900)]


@pytest.fixture
def look() -> Iterator[LookServer]:
    with look_server() as server:
        yield server


@pytest.mark.sampled(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_look_fits_every_screen_and_axe_finds_nothing_serious(
    look: LookServer, open_browser: Callable[..., Page], width: int, height: int, scheme: str
) -> None:
    page = open_browser(viewport={"width": width, "height": height}, color_scheme=scheme)
    page.goto(f"{look.url}/styleguide/")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(page).response["violations"]
    serious = [
        (one["id"], [node["html"][:120] for node in one["nodes"]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []


def test_what_people_tap_on_a_phone_is_large_enough(
    look: LookServer, open_browser: Callable[..., Page]
) -> None:
    page = open_browser(phone=True)
    page.goto(f"{look.url}/styleguide/")
    small = page.evaluate("""() => [...document.querySelectorAll(
        '.button, .tool, .tabs a, .club-nav a, .pad-key, .choice > span, .pagination a, .sheet a,' +
        'summary')]
        .filter((one) => one.offsetParent && !one.classList.contains('visually-hidden'))
        .filter((one) => one.getBoundingClientRect().height < 43.9)
        .map((one) => one.outerHTML.slice(0, 80))""")
    assert small == []


def test_a_chosen_theme_is_kept_and_what_the_device_wants_is_not_stored(
    look: LookServer, open_browser: Callable[..., Page]
) -> None:
    page = open_browser(color_scheme="light")
    page.goto(f"{look.url}/styleguide/")
    page.get_by_role("button", name="Switch to dark colours").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Switch to light colours").click()
    assert page.evaluate("localStorage.getItem('theme')") is None
    expect(page.locator("html")).not_to_have_attribute("data-theme", "dark")


def test_a_form_is_sent_once_however_often_the_button_is_pressed(
    look: LookServer, page: Page
) -> None:
    page.goto(f"{look.url}/styleguide/")
    page.evaluate("document.querySelector('main form[novalidate]').action = '/sent/'")
    page.evaluate("""() => {
        const button = document.querySelector('main form[novalidate] button[type=submit]');
        button.click(); button.click(); button.click();
    }""")
    page.wait_for_url("**/sent/")
    assert len(look.posts) == 1


def test_what_belongs_to_a_choice_appears_when_it_is_made_and_the_page_one_is_on_is_in_sight(
    look: LookServer, open_browser: Callable[..., Page]
) -> None:
    places = "".join(f'<li><a href="#{n}">A place with a name</a></li>' for n in range(8))
    here = '<li><a href="#here" aria-current="page">Here</a></li>'
    more = f"""
        <nav class="club-nav"><ul>{places}{here}</ul></nav>
        <label><input type="radio" name="size" value="few"> few</label>
        <label><input type="radio" name="size" value="many"> many</label>
        <p data-shown-with="size=few">Few of them</p>
        <p data-shown-with="size=many">Many of them</p>
        <p data-shown-with="gone=few">Without the field</p>"""

    def with_more(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("</main>", f"{more}</main>"))

    page = open_browser(phone=True)
    page.route("**/styleguide/", with_more)
    page.goto(f"{look.url}/styleguide/")
    assert page.get_by_role("link", name="Here").evaluate(
        "one => one.getBoundingClientRect().right <= innerWidth"
    )
    expect(page.get_by_text("Few of them")).to_be_hidden()
    expect(page.get_by_text("Many of them")).to_be_hidden()
    expect(page.get_by_text("Without the field")).to_be_visible()
    page.get_by_label("many").check()
    expect(page.get_by_text("Many of them")).to_be_visible()
    expect(page.get_by_text("Few of them")).to_be_hidden()


def test_the_number_pad_writes_figures_and_gives_the_rest_to_the_other_side(
    look: LookServer, open_browser: Callable[..., Page]
) -> None:
    page = open_browser(phone=True)
    page.goto(f"{look.url}/styleguide/")
    pad = page.locator("[data-pad]")
    pad.get_by_role("button", name="3", exact=True).click()
    pad.get_by_role("button", name="1", exact=True).click()
    expect(page.get_by_label("Points taken by Ruth and Hana")).to_have_value("31")
    expect(pad.locator("output")).to_have_text("19")
    pad.get_by_role("button", name="delete the last digit").click()
    expect(pad.locator("output")).to_have_text("47")
    pad.get_by_role("button", name="25", exact=True).click()
    expect(page.get_by_label("Points taken by Ruth and Hana")).to_have_value("25")


def test_what_arrives_on_the_stream_replaces_the_region_and_marks_what_changed(
    look: LookServer, page: Page
) -> None:
    page.goto(f"{look.url}/page/")
    sign = page.locator("[data-live-status]")
    expect(sign).to_contain_text("Live")
    assert look.asked == ["3"]
    look.send_event("<p data-key='a'>second</p>", version=4)
    expect(page.locator("#region p")).to_have_text("second")
    expect(page.locator("#region p")).to_have_class("is-changed")
    expect(sign).to_contain_text("Updated")


ROWS = "<ol><li data-key='a'>one</li><li data-key='b'>two</li><li data-key='c'>three</li></ol>"
OVERTAKEN = "<ol><li data-key='b'>two</li><li data-key='a'>one</li><li data-key='c'>three</li></ol>"
MOVING = """() => [...document.querySelectorAll("[data-key]")].filter(
    (row) => row.getAnimations().some((one) => !(one instanceof CSSAnimation))
).map((row) => row.dataset.key)"""


@pytest.mark.parametrize(("motion", "moving"), [("no-preference", ["b", "a"]), ("reduce", [])])
def test_rows_that_change_places_move_there_unless_that_is_unwanted(
    look: LookServer, page: Page, motion: str, moving: list[str]
) -> None:
    look.part = ROWS
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    # how long a move takes is not the question here
    page.add_init_script(
        "const animate = Element.prototype.animate; Element.prototype.animate ="
        " function (frames, how) { return animate.call(this, frames, { ...how, duration: 9e6 }); }"
    )
    page.goto(f"{look.url}/page/")

    look.send_event(OVERTAKEN, version=4)
    page.locator("ol > :first-child[data-key=b]").wait_for()

    assert page.evaluate(MOVING) == moving


def test_an_event_without_html_makes_the_page_fetch_its_part(look: LookServer, page: Page) -> None:
    page.goto(f"{look.url}/page/")
    expect(page.locator("[data-live-status]")).to_contain_text("Live")
    look.part = "<p data-key='a'>fetched</p>"
    look.send_event('{"changed": true}', version=4)
    expect(page.locator("#region p")).to_have_text("fetched")


def test_events_meant_for_others_change_nothing(look: LookServer, page: Page) -> None:
    page.goto(f"{look.url}/page/")
    look.send_event("<p>not here</p>", version=4, name="tables")
    look.send_event("<p>here</p>", version=5)
    expect(page.locator("#region p")).to_have_text("here")


def test_nothing_is_swapped_under_the_hands_of_somebody_typing(
    look: LookServer, page: Page
) -> None:
    look.part = "<p data-key='a'><input id='typed' aria-label='typed'></p>"
    page.goto(f"{look.url}/page/")
    page.get_by_label("typed").fill("my words")
    look.send_event("<p>later</p>", version=4)
    expect(page.locator("#region[data-live-held]")).to_be_attached()
    expect(page.get_by_label("typed")).to_have_value("my words")
    page.get_by_label("typed").blur()
    expect(page.locator("#region p")).to_have_text("later")


def test_a_link_that_is_pressed_is_followed_whatever_comes_meanwhile(
    look: LookServer, page: Page
) -> None:
    look.part = "<p data-key='a'><a href='#there'>go</a></p>"
    page.goto(f"{look.url}/page/")
    page.get_by_role("link", name="go").hover()
    page.mouse.down()
    look.send_event("<p data-key='a'><a href='#there'>go now</a></p>", version=4)
    expect(page.locator("#region[data-live-held]")).to_be_attached()
    page.mouse.up()
    page.wait_for_url("**#there")
    expect(page.locator("#region a")).to_have_text("go now")


def test_what_was_unfolded_and_typed_is_still_there_after_a_refresh(
    look: LookServer, page: Page
) -> None:
    folded = "<details id='clock'><summary>Clock</summary><input id='typed' value='30'></details>"
    look.part = f"{folded}<p data-key='a'>first</p>"
    page.goto(f"{look.url}/page/")
    page.get_by_text("Clock").click()
    page.locator("#typed").fill("45")
    look.send_event(f"{folded}<p data-key='a'>second</p>", version=4)
    page.locator("#typed").blur()
    expect(page.locator("#region p")).to_have_text("second")
    expect(page.locator("#typed")).to_be_visible()
    expect(page.locator("#typed")).to_have_value("45")
    page.get_by_text("Clock").click()
    look.send_event(f"{folded.replace('<details', '<details open')}<p>third</p>", version=5)
    expect(page.locator("#region p")).to_have_text("third")
    expect(page.locator("#typed")).to_be_hidden()


def test_a_page_whose_stream_fails_polls_instead_and_says_so(
    look: LookServer, open_browser: Callable[..., Page]
) -> None:
    look.streaming = False
    page = open_browser(expected=("503", "EventSource"))
    page.goto(f"{look.url}/page/")
    look.part = "<p data-key='a'>polled</p>"
    expect(page.locator("#region p")).to_have_text("polled")
    # as the server writes times
    expect(page.locator("[data-live-status]")).to_contain_text(re.compile(r"Updated \d\d:\d\d"))
    expect(page.locator("[data-live-status]")).not_to_contain_text("Live")


def test_a_page_whose_stream_breaks_off_goes_on_from_what_it_has_seen(
    look: LookServer, open_browser: Callable[..., Page]
) -> None:
    page = open_browser(expected=("503", "EventSource", "ERR_INCOMPLETE"))
    page.clock.install()
    page.goto(f"{look.url}/page/")
    look.send_event("<p data-key='a'>seen</p>", version=9)
    expect(page.locator("#region p")).to_have_text("seen")
    look.streaming = False
    look.part = "<p data-key='a'>while away</p>"
    page.clock.fast_forward(10_000)
    expect(page.locator("#region p")).to_have_text("while away")
    look.streaming = True
    page.clock.fast_forward(61_000)
    look.send_event("<p data-key='a'>back</p>", version=10)
    expect(page.locator("#region p")).to_have_text("back")
    expect(page.locator("[data-live-status]")).to_contain_text("Live")
    assert look.asked[-1] == "9"


def test_a_page_beyond_the_streams_of_its_address_asks_every_15_seconds_until_there_is_room(
    look: LookServer, open_browser: Callable[..., Page]
) -> None:
    look.full = True
    page = open_browser()
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.add_init_script(
        "window.askedAt = []; const ask = window.fetch; window.fetch = (...of) => {"
        " window.askedAt.push(Date.now()); return ask(...of); };"
    )
    page.goto(f"{look.url}/page/")
    sign = page.locator("[data-live-status]")
    expect(sign).to_contain_text("Updated")
    for moment in (15, 30, 45):
        look.part = f"<p data-key='a'>asked {moment}</p>"
        page.clock.run_for(15_000)
        expect(page.locator("#region p")).to_have_text(f"asked {moment}")
        expect(sign).not_to_contain_text("Live")
    began, *later = page.evaluate("window.askedAt")
    assert [moment - began for moment in later] == [15_000, 30_000, 45_000]

    # a minute later it looks for a place: there is none, and nobody is refused
    look.part = "<p data-key='a'>asked 60</p>"
    page.clock.run_for(15_000)
    expect(page.locator("#region p")).to_have_text("asked 60")
    assert look.asked == ["3", "3"]
    look.full = False
    page.clock.run_for(60_000)
    look.send_event("<p data-key='a'>followed</p>", version=4)
    expect(page.locator("#region p")).to_have_text("followed")
    expect(sign).to_contain_text("Live")


HOLD_BACK_THE_PART = """() => {
  window.fetch = () => new Promise((answered) => {
    window.answer = () => answered(new Response("<p data-key='a'>on its way</p>"));
  });
}"""


def test_what_was_on_its_way_when_the_network_went_leaves_the_sign_that_it_is_gone(
    look: LookServer, page: Page
) -> None:
    page.goto(f"{look.url}/page/")
    sign = page.locator("[data-live-status]")
    expect(sign).to_have_class(re.compile("is-live"))
    page.evaluate(HOLD_BACK_THE_PART)
    look.send_event("", version=4)
    page.wait_for_function("() => window.answer")

    page.context.set_offline(True)
    expect(sign).to_have_class(re.compile("is-cut"))
    page.evaluate("() => window.answer()")
    expect(page.locator("#region")).to_have_text("on its way")

    expect(sign).to_have_class(re.compile("is-cut"))


def test_the_sign_of_a_live_page_is_as_large_whatever_it_says(
    look: LookServer, open_browser: Callable[..., Page]
) -> None:
    page = open_browser(viewport={"width": 360, "height": 740})
    page.goto(f"{look.url}/styleguide/")
    sizes = page.evaluate(
        """() => {
            const sign = document.querySelector("[data-live-status]");
            const { textLive, textCut } = sign.dataset;
            return ["", textLive, textCut].map((text) => {
                sign.querySelector("[data-live-text]").textContent = text;
                return [sign.offsetWidth, sign.offsetHeight].join();
            });
        }"""
    )
    assert len(set(sizes)) == 1, sizes

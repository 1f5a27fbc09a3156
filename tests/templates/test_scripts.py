"""The small scripts in a real browser: theme, forms, number pad, live regions."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.templates.look_server import LookServer, look_server

pytestmark = pytest.mark.browser


@pytest.fixture
def look() -> Iterator[LookServer]:
    with look_server() as server:
        yield server


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

"""What holds for every page: it answers, it is light, it asks nobody else for anything.

In Chromium, on a phone: axe, sideways scrolling, jumping lines, errors of scripts. There a page
is looked at in one language and one scheme, by turns; EVERY_PAGE=all looks at all four.
"""

import gzip
import os
from functools import cache
from urllib.parse import urljoin, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage

from tests.every_page.crawl import all_names, links_of

pytestmark = pytest.mark.django_db

KB = 1000
MOST = 60 * KB  # of HTML, stylesheets and scripts, compressed, besides fonts


LOOKS = [("en", "light"), ("ja", "dark"), ("en", "dark"), ("ja", "light")]
ALL = os.environ.get("EVERY_PAGE") == "all"
AXE = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "resultTypes": ["violations"],
}
SHIFT = """() => new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value;
    }).observe({type: 'layout-shift', buffered: true});
    requestAnimationFrame(() => setTimeout(() => done(sum), 30));
})"""
TOO_WIDE = """() => [...document.querySelectorAll('main *')]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 3).map((one) => one.outerHTML.slice(0, 160)).join(' | ')"""
# https://web.dev/articles/cls calls a sum of 0.1 good
MOST_SHIFT = 0.1

# no link of the demo leads its owner there
WITHOUT_A_LINK = {
    "by mail, on paper or from another website": {
        *("account:address_take", "account:invitation", "account:magic", "account:password_new"),
        *("public:check_in", "public:check_in_confirm", "public:sign_up"),
        *("public:embed_club", "public:embed_season"),
    },
    "for who is not signed in, or asks for initials": {
        *("account:leave", "account:password_forgotten", "account:public_name"),
        "account:sign_in",
    },
    "parts of a page, loaded into it": {
        *("desk:tonight_plans", "desk:tonight_present", "public:time"),
        *("table:laid", "table:next", "table:sheet", "table:worker"),
    },
    "pictures and colours, for clubs that have them": {
        *("public:club_picture", "public:event_picture", "public:season_picture"),
        *("public:logo", "public:look", "public:look_sample"),
    },
    "the demo has none in that state": {
        *("desk:deal_settle", "desk:order", "desk:order_file", "desk:play_offs"),
        *("desk:round_edit", "desk:seat"),
        *("desk:stage_change", "desk:stage_groups", "desk:table_decide", "desk:table_forfeit"),
        *("desk:tonight_pairs", "table:dispute", "table:record"),
        *("desk:deal_sheets", "desk:deal_sheets_pdf", "desk:travellers", "desk:travellers_pdf"),
        *("public:prepared_deal", "public:prepared_deals", "public:bracket", "public:bracket_pdf"),
    },
}


def test_a_link_leads_to_every_page_and_every_page_answers(pages):
    assert all_names() - set(pages) <= set().union(*WITHOUT_A_LINK.values())
    wrong = [
        (one.address, one.status)
        for ones in pages.values()
        for one in ones
        if one.status not in (200, 301, 302)
    ]
    assert wrong == []


def test_pages_load_nothing_from_another_host(pages):
    strangers = [
        (one.address, load)
        for ones in pages.values()
        for one in ones
        if one.content_type.startswith("text/html")
        for _tag, load in links_of(one.body).loads
        if urlsplit(load).netloc and urlsplit(load).scheme not in ("data", "webcal")
    ]
    assert strangers == []


@pytest.mark.parametrize("face", ["public", "table"])
def test_a_page_weighs_at_most_60_kb_besides_fonts(pages, face):
    weights = {
        one.address: weight_of(one)
        for name, ones in pages.items()
        if name.startswith(f"{face}:")
        for one in ones
        if one.content_type.startswith("text/html")
    }
    assert len(weights) > 2
    assert {address: weight for address, weight in weights.items() if weight > MOST} == {}


def weight_of(page):
    """Return the bytes of a page with its stylesheets and scripts, each compressed."""
    files = {
        load
        for tag, load in links_of(page.body).loads
        if load.endswith((".css", ".js")) and "fontsource" not in load
    }
    return compressed(page.body) + sum(size_of(urljoin(page.address, file)) for file in files)


@cache
def size_of(address):
    name = urlsplit(address).path.removeprefix(staticfiles_storage.base_url)
    place = finders.find(name)
    assert place, address
    with open(place, "rb") as file:
        return compressed(file.read())


def compressed(data):
    return len(gzip.compress(data, 6))


@pytest.mark.processes
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_nothing_serious_on_any_page(demo, pages, web, open_browser):
    shown = [
        ones[0]
        for _name, ones in sorted(pages.items())
        if ones[0].content_type.startswith("text/html") and ones[0].status == 200
    ]
    session = demo.cookies[settings.SESSION_COOKIE_NAME].value
    faults = {}
    for number, (language, scheme) in enumerate(LOOKS):
        page = open_browser(viewport={"width": 360, "height": 740}, color_scheme=scheme)
        page.context.add_cookies(
            [
                {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": web.url},
                {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": web.url},
            ]
        )
        for one in shown if ALL else shown[number :: len(LOOKS)]:
            if found := look_at(page, web.url + one.address):
                faults[one.address, language, scheme] = found
    assert faults == {}


def look_at(page, url):
    """Return what is wrong with a page, in a few words each."""
    page.goto(url)
    faults = []
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        faults.append(f"scrolls sideways: {page.evaluate(TOO_WIDE)}")
    # a device without a Japanese font of its own shows boxes until ours is there
    japanese = page.locator("html[lang=ja]").count()
    if not japanese and (shift := page.evaluate(SHIFT)) > MOST_SHIFT:
        faults.append(f"lines jump: {shift:.2f}")
    faults += [
        f"{one['id']}: {node['html'][:160]}"
        for one in Axe().run(page, options=AXE).response["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]
    return faults

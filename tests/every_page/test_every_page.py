"""What holds for every page: it answers, it is light, it asks nobody else for anything.

In Chromium, on a phone: axe, sideways scrolling, jumping lines, errors of scripts. There a page
is looked at in one language and one scheme, in the club's colours or in those of the site, by
turns; EVERY_PAGE=all looks at all four, at every row, and at three widths.
"""

import gzip
import os
import re
from functools import cache
from urllib.parse import urljoin, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage

from deploy.site.staticfiles import as_served
from tests.every_page.crawl import all_names

pytestmark = [pytest.mark.django_db, pytest.mark.long]

KB = 1000
# of HTML, stylesheets and scripts, compressed, besides fonts; a table's page brings what it needs
# without a network as well, and keeps it on the phone
MOST = {"public": 60 * KB, "table": 64 * KB}


# a field of such a name stands in the place of the form's own method
HIDES_A_METHOD = re.compile(
    rb"<(?:input|select|textarea|button)\b[^>]*\sname="
    rb'"(matches|closest|contains|remove|append|focus|submit|reset|querySelector)"'
)

# queries of one shape: a page of several parts may well ask for each of them
MOST_ALIKE = 4

PHONE = {"width": 360, "height": 740}
# language, scheme, and whether in the club's colours
LOOKS = [
    ("en", "light", True),
    ("ja", "dark", True),
    ("de", "light", True),
    ("en", "dark", False),
    ("de", "dark", False),
    ("ja", "light", False),
]
ALL = os.environ.get("EVERY_PAGE") == "all"
WIDTHS = (360, 768, 1440) if ALL else (360,)
# rows and items below the first few are what those are
CONTEXT = None if ALL else {"exclude": [["tbody tr:nth-child(n+5)"], ["li:nth-child(n+7)"]]}
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
WITHOUT_COLOURS = "document.querySelector('link[href^=\"/look/\"]')?.remove()"
TOO_WIDE = """() => [...document.querySelectorAll('main *')]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 3).map((one) => one.outerHTML.slice(0, 160)).join(' | ')"""
# half of the sum that https://web.dev/articles/cls calls good
MOST_SHIFT = 0.05

# no link, mail or code on paper leads there
WITHOUT_A_LINK = {
    "account:copy_file": "nobody of the demo had a file made",
    "account:join": "only a mail leads to it",
    "account:push_worker": "a browser loads it where notices on phones are switched on",
    "desk:deal_accept": "no deal of the demo is flagged",
    "desk:deal_look": "no deal of the demo is flagged",
    "desk:tonight_plans": "is loaded into the page a moment after a tick",
}


def test_a_link_leads_to_every_page_and_every_page_answers(pages):
    assert all_names() - set(pages) == set(WITHOUT_A_LINK)
    wrong = [
        (one.address, one.status)
        for ones in pages.values()
        for one in ones
        if one.status not in (200, 204, 301, 302)
    ]
    assert wrong == []


def test_pages_load_nothing_from_another_host(pages):
    strangers = [
        (one.address, load)
        for ones in pages.values()
        for one in ones
        for _tag, load in one.links.loads
        if urlsplit(load).netloc and urlsplit(load).scheme not in ("data", "webcal")
    ]
    assert strangers == []


def test_no_field_hides_what_scripts_ask_its_form(pages):
    found = {
        (one.address, name)
        for ones in pages.values()
        for one in ones
        for name in HIDES_A_METHOD.findall(one.body)
    }
    assert found == set()


def test_no_page_asks_the_same_of_the_database_for_each_of_its_rows(pages):
    asked = {
        (one.address, query[:300]): count
        for ones in pages.values()
        for one in ones
        for query, count in one.queries.items()
        if count > MOST_ALIKE and not query.startswith(("SAVEPOINT", "RELEASE"))
    }
    assert asked == {}


@pytest.mark.parametrize("face", MOST)
def test_a_page_weighs_little_besides_fonts(pages, face):
    made = {one.address: one.body for ones in pages.values() for one in ones}
    weights = {
        one.address: weight_of(one, made)
        for name, ones in pages.items()
        if name.startswith(f"{face}:")
        for one in ones
        if one.is_html
    }
    assert len(weights) > 2
    assert {address: weight for address, weight in weights.items() if weight > MOST[face]} == {}


def weight_of(page, made):
    """Return the bytes of a page with its stylesheets and scripts, each compressed.

    `made` are the files that the site makes: the colours of a club.
    """
    files = {
        urljoin(page.address, load)
        for tag, load in page.links.loads
        if load.endswith((".css", ".js")) and "fontsource" not in load
    }
    return compressed(page.body) + sum(
        compressed(made[file]) if file in made else size_of(file) for file in files
    )


def test_a_page_that_asks_for_parts_of_itself_loads_what_asks(pages):
    mute = [
        one.address
        for ones in pages.values()
        for one in ones
        if one.is_page and re.search(rb" data-hx-(get|post)=", one.body)
        if b"htmx-2.min" not in one.body
    ]
    assert mute == []


def size_of(address):
    return compressed(file_at(address))


@cache
def file_at(address):
    name = urlsplit(address).path.removeprefix(staticfiles_storage.base_url)
    place = finders.find(name)
    assert place, address
    with open(place, "rb") as file:
        return as_served(name, file.read())


def compressed(data):
    return len(gzip.compress(data, 6))


@pytest.mark.long
@pytest.mark.processes
@pytest.mark.browser
def test_axe_finds_nothing_on_any_page(pages, web, open_browser):
    shown = [
        next(one for one in ones if one.is_page)
        for _name, ones in sorted(pages.items())
        if any(one.is_page for one in ones)
    ]
    faults = {}
    for number, look in enumerate(LOOKS):
        for client, page in phones(open_browser, web.url, look, {one.client for one in shown}):
            for one in shown if ALL else shown[number :: len(LOOKS)]:
                if one.client is client and (found := look_at(page, web.url + one.address, look)):
                    faults[one.address, *look] = found
    assert faults == {}


def phones(open_browser, url, look, clients):
    """Open a phone in this look for each client, with what the server knows that one by."""
    language, scheme, _in_colours = look
    for client in clients:
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        page = open_browser(viewport=PHONE, color_scheme=scheme)
        page.context.add_cookies(
            [
                {"name": kept.key, "value": kept.value, "url": url + (kept["path"] or "/")}
                for kept in client.cookies.values()
            ]
        )
        yield client, page


def look_at(page, url, look):
    """Return what is wrong with a page, in a few words each."""
    language, _scheme, in_colours = look
    page.goto(url)
    faults = []
    # a device without a Japanese font of its own shows boxes until ours is there
    if language != "ja" and (shift := page.evaluate(SHIFT)) > MOST_SHIFT:
        faults.append(f"lines jump: {shift:.2f}")
    if not in_colours:
        page.evaluate(WITHOUT_COLOURS)
    faults += [
        f"{one['id']}: {node['html'][:160]}"
        for one in Axe().run(page, context=CONTEXT, options=AXE).response["violations"]
        for node in one["nodes"][:3]
    ]
    for width in WIDTHS:
        if page.viewport_size["width"] != width:
            page.set_viewport_size({**PHONE, "width": width})
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"scrolls sideways at {width}: {page.evaluate(TOO_WIDE)}")
    page.set_viewport_size(PHONE)
    return faults

"""P34: what a first visit to public pages in English loads, in Chromium on this machine."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from deploy.bench.largest_pages import club_address, standings_address, table_address
from deploy.bench.lines import Line
from deploy.bench.site import Site
from deploy.chromium import FLAGS, find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

KB = 1000
WHAT = "the largest of the public pages below, with all it loads, first visit"


@dataclass(frozen=True, slots=True)
class Sizes:
    """So many of the pages are weighed."""

    pages: int = 6


FULL = Sizes()
TINY = Sizes(pages=1)


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    """Weigh each page in a browser that has nothing of the site yet."""
    assert site.url
    pages = pages_to_weigh()[: sizes.pages]
    browser = find_chromium()
    if not browser:
        yield Line(goal="P34", what=WHAT, figure=None, unit="kB", left_out="Chromium not installed")
        return
    addresses = [urljoin(site.url, path) for _what, path in pages]
    # playwright's loop has a thread of its own: Django refuses to ask the database beside one
    with ThreadPoolExecutor(1) as thread:
        weights = thread.submit(weigh, browser, addresses).result()
    yield Line(goal="P34", what=WHAT, figure=max(weights) / KB, unit="kB")
    for (what, _path), weight in zip(pages, weights, strict=True):
        yield Line(what=f"{what}, first visit", figure=weight / KB, unit="kB")


def pages_to_weigh() -> list[tuple[str, str]]:
    event = standings_address().removesuffix("standings/")
    return [
        ("the front page", "/"),
        ("a club's page", club_address()),
        ("an event's page", event),
        ("the standings page", standings_address()),
        ("a table's page", table_address()),
        ("the games", "/games/"),
    ]


def weigh(browser: str, addresses: list[str]) -> list[int]:
    """Return the bytes that come over the wire for each page, the heads of answers counted."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=FLAGS)
        weights = [weight_of(chromium, address) for address in addresses]
        chromium.close()
    return weights


def weight_of(chromium: "Browser", address: str) -> int:
    loaded: list[int] = []
    context = chromium.new_context(locale="en-GB")
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda file: loaded.append(file["encodedDataLength"]))
    page.goto(address, wait_until="load")
    # a live page never comes to rest: fonts and pictures have come when the text can be drawn
    page.evaluate("document.fonts.ready.then(() => true)")
    page.wait_for_timeout(500)
    context.close()
    return sum(map(int, loaded))

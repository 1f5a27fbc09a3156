"""Fixtures for tests that walk the pages in Chromium."""

import os
from collections.abc import Callable, Iterator

import pytest
from django.db import connections
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from deploy.workshop.chromium import FLAGS, LINE, find_chromium

# for what comes: a busy machine may take long, and nobody waits longer than it takes
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
DESK = {"viewport": {"width": 1280, "height": 900}}
# a device without a font for Japanese letters, whatever this machine has
NO_JAPANESE_FONT = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <selectfont><rejectfont><pattern>
    <patelt name="lang"><string>ja</string></patelt>
  </pattern></rejectfont></selectfont>
</fontconfig>"""


# not for the session: while it is open its loop runs here, and asyncio.run refuses to
@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    executable = find_chromium()
    if not executable:
        pytest.fail(f"Chromium is not installed: run 'sudo {LINE}' and try again", pytrace=False)
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    # playwright's loop runs in this thread, and Django would take the test for a coroutine
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    fonts = tmp_path_factory.mktemp("fonts") / "fonts.conf"
    fonts.write_text(NO_JAPANESE_FONT)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=executable,
            args=FLAGS,
            env={**os.environ, "FONTCONFIG_FILE": str(fonts)},
            timeout=90_000,
        )
        yield chromium
        connections.close_all()  # while its loop runs there are other ones than behind it
        chromium.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


# Playwright says so where a context is made without service workers
NO_WORKER = "Service Worker registration blocked by Playwright"
# what htmx says of a request under way when its page is left; one that fails is a `sendError`
LEFT = ("htmx:sendAbort", "htmx:afterRequest")


@pytest.fixture
def open_browser(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Open a device of its own, with its own cookies: `open_browser(phone=True)`.

    The test fails behind its last line when a page logged an error or a warning: a script that
    broke, a file that was not found, something the Content-Security-Policy refused, a header that
    the browser does not know. Answers that a test expects
    to be refusals are named: `open_browser(expected=("409",))`.
    """
    if "web" in request.fixturenames:
        request.getfixturevalue("web")  # first, so that it outlives the pages that ask it
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_one(*, phone: bool = False, expected: tuple[str, ...] = (), **options: object) -> Page:
        def note(message: ConsoleMessage) -> None:
            said = message.type in {"error", "warning"}
            if said and not any(part in message.text for part in (*expected, *LEFT, NO_WORKER)):
                errors.append(f"{message.text} ({message.location.get('url', '')})")

        context = browser.new_context(**{**(PHONE if phone else DESK), **options})  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: errors.append(f"{error.stack or error} ({page.url})"))
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not errors, errors


@pytest.fixture
def page(open_browser: Callable[..., Page]) -> Page:
    """One desktop page."""
    return open_browser()

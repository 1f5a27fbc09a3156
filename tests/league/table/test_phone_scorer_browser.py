"""A phone that keeps the scorer says without a network what a deal scores, as the site does."""

import pytest
from playwright.sync_api import expect

from tests.league.results.factories import make_table
from tests.league.table.browser_phones import NO_NETWORK, sit_down, write_down

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]

# a worker of the page has to start Python, which takes seconds on a busy machine
PATIENCE_MS = 90_000


def keep_the_scorer(phone):
    phone.wait_for_function("navigator.serviceWorker.controller !== null")
    phone.locator(".settings > summary").click()
    phone.get_by_role("button", name="Scores without a network").click()
    expect(phone.locator("#scorer-said")).to_contain_text(
        "even without a network", timeout=PATIENCE_MS
    )
    phone.locator(".settings > summary").click()


def rows(part):
    return [" ".join(text.split()) for text in part.locator(".lines li").all_inner_texts()]


def test_a_phone_says_without_a_network_what_the_site_says_with_one(web, open_browser):
    phone = open_browser(phone=True, expected=NO_NETWORK)
    sit_down(phone, web, make_table(), "Ann Lee")
    write_down(phone)
    phone.get_by_role("button", name="Check the score").click()
    phone.get_by_role("heading", name="Deal 1: is this right?").wait_for()
    results = phone.locator(".result tbody tr").all()
    of_the_site = [" ".join(row.locator("th, td").all_inner_texts()[:2]) for row in results]
    of_the_site += rows(phone.locator("#next-deal"))
    phone.get_by_role("button", name="Change it").click()
    phone.get_by_role("button", name="Check the score").wait_for()

    keep_the_scorer(phone)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Check the score").click()
    check = phone.locator("[data-own-check]")
    expect(check).to_contain_text("this phone worked out the score", timeout=PATIENCE_MS)
    assert rows(check) == of_the_site

    # what cannot have happened is refused here too, in the same words
    phone.locator("[data-own-change]").click()
    phone.fill("#deal_melds-0", "1")
    phone.get_by_role("button", name="Check the score").click()
    expect(check).to_contain_text("there cannot be such a deal")
    expect(check).to_contain_text("Ann Lee & Bob Lee cannot have melded 1: no two hands meld that")

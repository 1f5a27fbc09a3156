"""The form that scores a deal in Chromium: the answer comes without a new page, at its place."""

import json

import pytest

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]
TRY = "/games/double-deck-pinochle/try/"


def test_a_sheet_is_answered_beside_it_and_keeps_what_was_typed(web, open_browser):
    page = open_browser(phone=True, expected=("422",))
    page.goto(f"{web.url}{TRY}?example=1")
    page.get_by_role("button", name="Check the score").click()
    page.wait_for_selector("#answer-score")
    assert "+86" in page.inner_text("#answer")

    page.fill("#deal_points-0", "30")
    page.fill("#deal_points-1", "30")
    page.press("#deal_points-1", "Enter")
    page.wait_for_selector("#answer .error-summary")

    assert page.evaluate("document.activeElement.matches('[data-error-summary]')")
    assert page.input_value("#deal_points-1") == "30"
    assert "they must be 50" in page.inner_text("[data-question=points]")
    assert page.url.endswith("?example=1")


@pytest.mark.long
def test_a_wrong_card_is_one_step_away_from_the_answer(web, open_browser):
    page = open_browser(expected=("422",))
    page.goto(f"{web.url}{TRY}?how=record&example=1")
    record = json.loads(page.input_value("#record"))
    record["play"][17], record["play"][33] = record["play"][33], record["play"][17]
    page.fill("#record", json.dumps(record))
    page.get_by_role("button", name="Check the score").click()
    page.get_by_role("link", name="the play, trick 5, card 2").click()

    assert page.locator("#refused").is_visible()
    assert "refused" in page.inner_text("#refused")
    assert page.evaluate("location.hash") == "#refused"

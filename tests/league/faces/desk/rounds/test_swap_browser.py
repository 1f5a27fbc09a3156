"""Two entries change places in a browser: by keyboard, by mouse, and back again."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from league.play.rounds.models import Placement
from tests.league.factories import PASSWORD, make_club, make_member, make_user
from tests.league.play.rounds.factories import make_league

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]


@pytest.fixture
def round():
    club = make_club()
    user = make_user("Dora Director", email="dora@example.org", password=PASSWORD)
    make_member(club, user, "director")
    return make_league(4, club)[0]


def at(round, table, side=0):
    return Placement.objects.get(round=round, table__number=table, side=side).entry_id


def open_edit(page, web, round):
    event = round.stage.event
    page.goto(web.url + reverse("desk:round_edit", args=[event.club.slug, event.slug, 1, 1]))
    page.get_by_label("E-mail address").first.fill("dora@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Swap two entries").wait_for()


def test_by_keyboard_with_the_damage_first_and_undone_again(web, open_browser, round):
    one, other = at(round, 1), at(round, 2)
    page = open_browser()
    open_edit(page, web, round)
    status = page.locator("[data-swap-status]")

    page.locator(f"#swap-{one}").focus()
    page.keyboard.press("Enter")
    assert "Chosen: Ann Lee & Bob Lee." in status.inner_text()
    page.keyboard.press("Escape")
    assert "Choose one entry" in status.inner_text()
    page.keyboard.press("Space")
    page.locator(f"#swap-{other}").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("This causes a problem:")).to_be_visible()
    expect(page.get_by_role("heading", name="Effect of the change")).to_be_focused()
    assert (at(round, 1), at(round, 2)) == (one, other)
    serious = [
        found["id"]
        for found in Axe().run(page).response["violations"]
        if found["impact"] in ("serious", "critical")
    ]
    assert serious == []

    page.keyboard.press("Tab")
    page.keyboard.type("Ann comes late")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("Draw changed.").wait_for()
    assert (at(round, 1), at(round, 2)) == (other, one)
    page.get_by_role("button", name="Withdraw it").press("Enter")
    page.get_by_text("Last change undone.").wait_for()

    assert (at(round, 1), at(round, 2)) == (one, other)


def middle(page, entry):
    box = page.locator(f"#swap-{entry}").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.long
def test_by_dragging_one_onto_the_other(web, open_browser, round):
    one, other = at(round, 1), at(round, 2, 1)
    page = open_browser()
    open_edit(page, web, round)

    # let go beside everything: nothing is chosen, and a click still chooses
    page.mouse.move(*middle(page, one))
    page.mouse.down()
    page.mouse.move(5, 5, steps=4)
    page.mouse.up()
    assert page.locator("[aria-pressed=true]").count() == 0
    page.locator(f"#swap-{one}").click()
    assert page.locator("[aria-pressed=true]").count() == 1
    page.keyboard.press("Escape")

    page.mouse.move(*middle(page, one))
    page.mouse.down()
    page.mouse.move(*middle(page, other), steps=6)
    assert page.locator(".is-target").get_attribute("data-entry") == str(other)
    page.mouse.up()

    expect(page.get_by_role("heading", name="Effect of the change")).to_be_focused()
    assert page.locator(".swap-ghost").count() == 0
    assert page.locator(".swap-table.is-new").count() == 2

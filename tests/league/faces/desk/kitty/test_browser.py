"""The cash desk in a browser: a queue of people pays by taps, and one tap is undone."""

import pytest
from django.urls import reverse
from django.utils import timezone

from league.office.kitty import services as kitties
from league.play.events import services as events
from tests.league.factories import PASSWORD, make_club, make_user
from tests.league.office.kitty.factories import TREASURER, make_kitty, owed_by_name
from tests.league.play.events.factories import make_people

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]


@pytest.fixture
def kitty():
    owner = make_user("Olive Owner", email="olive@example.org", password=PASSWORD)
    kitty = make_kitty(make_club(owner=owner))
    now = timezone.now()
    kitties.set_house_amounts(
        club=kitty.club,
        from_day=timezone.localdate(),
        evening_fee=300,
        set_amount=25,
        set_payer="bidder",
        actor=TREASURER,
        at=now,
    )
    evening = events.open_evening(
        club=kitty.club, day=timezone.localdate(), actor=TREASURER, at=now
    )
    for player in make_people(kitty.club, 6):
        events.check_in(evening=evening, player=player, actor=TREASURER, at=now)
    return kitty


@pytest.mark.long
def test_people_pay_by_a_tap_each(web, open_browser, kitty):
    page = open_browser()
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(web.url + reverse("desk:kitty_cash", args=[kitty.club.slug]))
    page.get_by_label("E-mail address").first.fill("olive@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    for name in ("Ann Lee", "Bob Lee", "Cy Lee"):
        page.get_by_role("button", name=f"Take $3.00 ({name})").click()
        page.get_by_role("button", name=f"Undo ({name})").wait_for()
    assert owed_by_name(kitty) == dict.fromkeys(("Di Lee", "Ed Lee", "Flo Lee"), 300)
    page.get_by_role("button", name="Undo (Bob Lee)").click()
    page.get_by_role("button", name="Take $3.00 (Bob Lee)").wait_for()
    assert owed_by_name(kitty)["Bob Lee"] == 300
    assert page.get_by_text("Still owe").locator("..").inner_text().split()[-1] == "4"
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360

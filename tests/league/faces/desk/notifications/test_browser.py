"""What one is told, and a message to players, on a phone of 360 pixels."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.league.factories import PASSWORD
from tests.league.office.notifications.club_that_tells import ClubThatTells, turn

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]
WIDTH = 360
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def club():
    now = timezone.now()
    made = ClubThatTells(now, deadline=now + timedelta(days=6))
    made.dora.set_password(PASSWORD)
    made.dora.save()
    made.open_round(now)
    turn(now)
    return made


def test_a_director_chooses_writes_and_reads_what_was_sent(web, open_browser, club, tmp_path):
    page = open_browser()
    page.set_viewport_size({"width": WIDTH, "height": 780})
    page.goto(web.url + reverse("account:choices", args=[club.club.slug]))
    page.get_by_label("E-mail address").first.fill(club.dora.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()

    page.get_by_label("Final standings of your events").select_option("never")
    look(page, tmp_path, "choices")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    assert club.dora.notification_choices.get().never == ["standings"]

    page.goto(web.url + reverse("desk:message_new", args=[club.club.slug, club.event.slug]))
    page.get_by_label("Subject").fill("Please bring a pen")
    page.get_by_role("textbox", name="Message").fill("We start at half past seven.")
    look(page, tmp_path, "message")
    page.get_by_role("button", name="Look at it").click()
    look(page, tmp_path, "preview")
    page.get_by_role("button", name="Send it to 8 people").click()
    page.get_by_text("The message goes to 8 people.").wait_for()

    page.goto(web.url + reverse("desk:notifications", args=[club.club.slug]))
    look(page, tmp_path, "log")
    page.get_by_role("link", name="Ann Lee: a message").click()
    look(page, tmp_path, "one")
    page.get_by_text("We start at half past seven.").wait_for()


def look(page, folder, name):
    """Nothing is wider than the phone."""
    page.screenshot(path=str(folder / f"{name}.png"), full_page=True)
    assert page.evaluate(TOO_WIDE) <= 0, name

"""The desk’s pages of people in a browser: typing searches, a list is imported."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Joining
from tests.league.factories import PASSWORD, make_club, make_players, make_user

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]


@pytest.mark.long
def test_secretary_signs_in_imports_a_list_and_finds_people(web, open_browser):
    club = make_club(owner=make_user("Olive Owner", email="olive@example.org", password=PASSWORD))
    make_players(club, "Zeb Quist")
    page = open_browser()

    page.goto(web.url + reverse("desk:people", args=[club.slug]))
    page.get_by_label("E-mail address").first.fill("olive@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Import a list").click()
    page.get_by_label("Or paste the list").fill("name\tnumber\nAnn Lee\t1\n\t2\nBob Ray\t3\n")
    page.get_by_role("button", name="Read the file").click()
    page.get_by_text("Line 3: The name is missing").first.wait_for()
    page.get_by_role("button", name="Import the good lines").click()
    page.get_by_text("2 players added").wait_for()
    search = page.get_by_role("searchbox", name="Search by name, number or address")
    search.press_sequentially("ray")
    page.get_by_text("1 player", exact=True).wait_for()

    assert page.locator("tbody th a").all_inner_texts() == ["Bob Ray"]
    assert re.search(r"\?q=ray$", page.url)


@pytest.mark.long
def test_account_page_is_whole_on_a_phone(web, open_browser):
    user = make_user("Olive Owner", email="olive@example.org", password=PASSWORD)
    make_club(owner=user)
    page = open_browser(phone=True)

    page.goto(web.url + reverse("account:home"))
    page.get_by_label("E-mail address").first.fill("olive@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Your account").wait_for()

    widths = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert widths[0] <= widths[1]


@pytest.mark.long
def test_person_signs_up_on_a_phone_and_a_director_takes_them(web, open_browser):
    owner = make_user("Olive Owner", email="olive@example.org", password=PASSWORD)
    club = make_club(owner=owner)
    make_players(club, "Ann Lee", "Ann Lee", "Zeb Quist")
    joining = Joining.objects.create(
        club=club, code="KP7QXM", is_open=True, opened_at=timezone.now(), opened_by=owner
    )
    page = open_browser(phone=True)

    page.goto(web.url + reverse("public:join_by_code"))
    page.get_by_label("Code").fill("kp7 qxm")
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Your name").fill("Zeb Quist")
    page.get_by_label("Your e-mail address").fill("zeb@example.org")
    assert_fits(page, "join")
    page.get_by_role("button", name="Sign up").click()
    page.get_by_role("heading", name="You have signed up").wait_for()
    assert_fits(page, "joined")

    page.goto(web.url + reverse("desk:joining", args=[club.slug]))
    page.get_by_label("E-mail address").first.fill("olive@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("1 person waits for an answer").wait_for()
    assert joining.code in page.inner_text("main")
    assert_fits(page, "joining")
    page.get_by_label("Told apart by").fill("Dover")
    page.get_by_role("button", name="Take as a new player").click()
    page.get_by_text("Zeb Quist (Dover) is a player of the club.").wait_for()
    page.goto(web.url + reverse("desk:same_names", args=[club.slug]))
    assert_fits(page, "same_names")
    page.get_by_label("Ann Lee").last.fill("Kent")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("All players have different names").wait_for()
    page.goto(web.url + reverse("desk:join_sheet", args=[club.slug]))
    assert_fits(page, "sheet")


def assert_fits(page, _name):
    """See to it that nobody has to scroll sideways."""
    widths = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert widths[0] <= widths[1]

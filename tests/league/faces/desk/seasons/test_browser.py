"""The preview of a season's rules in a browser: it follows what is typed and stores nothing."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from league.tables.seasons.models import SeasonRules
from tests.league.factories import PASSWORD, make_club, make_user
from tests.league.tables.seasons.factories import make_night, make_season

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]


@pytest.mark.long
def test_the_table_follows_the_rules_as_they_are_typed(web, open_browser):
    owner = make_user("Olive Owner", email="olive@example.org", password=PASSWORD)
    season = make_season(make_club(owner=owner))
    make_night(season, {"Ann": 9, "Bob": 8})
    page = open_browser()
    page.goto(web.url + reverse("desk:season_rules", args=[season.club.slug, season.slug]))
    page.get_by_label("E-mail address").first.fill("olive@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    first = page.locator("#preview tbody tr").first
    expect(first.locator(".final")).to_have_text("12")

    page.get_by_role("radio", name="Percentage", exact=True).check()
    expect(first.locator(".final")).to_have_text("100")
    expect(page.get_by_label("Points for 1st, 2nd, 3rd place and so on")).to_be_hidden()

    page.get_by_role("radio", name="Points by place").check()
    page.get_by_label("Points for 1st, 2nd, 3rd place and so on").fill("5, 6")
    page.get_by_label("Points for 1st, 2nd, 3rd place and so on").press("Tab")
    expect(page.locator("#preview .errorlist")).to_contain_text("Place 2 cannot give more")
    assert not SeasonRules.objects.exists()

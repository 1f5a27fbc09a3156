"""The page of what can still happen on a phone: nothing to be moved sideways."""

import pytest
from django.urls import reverse

from league.tables.outlook.services import work_out
from tests.league.tables.outlook.last_rounds import four_in_the_last_round
from tests.league.tables.standings.factories import NOW, build

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_page_fits_a_phone(web, open_browser, colours):
    stage = four_in_the_last_round()
    build(stage)
    work_out(stage_id=stage.pk, at=NOW, from_scratch=True)
    page = open_browser()
    page.emulate_media(color_scheme=colours)
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(web.url + reverse("public:outlook", args=[stage.event.club.slug, stage.event.slug]))
    page.get_by_role("heading", name="What can still happen").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_open_page_shows_what_is_worked_out_meanwhile(web, open_browser):
    stage = four_in_the_last_round()
    build(stage)
    page = open_browser()
    page.goto(web.url + reverse("public:outlook", args=[stage.event.club.slug, stage.event.slug]))
    page.get_by_text("Nothing to be said").wait_for()
    page.locator("[data-live-status]", has_text="Live").wait_for()

    work_out(stage_id=stage.pk, at=NOW, from_scratch=True)

    page.get_by_text("With a win: certain, whatever the others do.").first.wait_for()

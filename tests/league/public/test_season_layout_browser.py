"""The table of a season on a screen: up to six nights of a row stand in a line."""

import pytest
from django.urls import reverse

from league.seasons import services as seasons
from tests.league.events.factories import DIRECTOR
from tests.league.seasons.factories import make_night, make_season, rules_with
from tests.league.standings.factories import NOW

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]

LINES = """() => [...document.querySelectorAll("tbody .season-nights")]
    .map((one) => new Set([...one.children].map((night) => night.offsetTop)).size)"""


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize("width", [744, 820, 1000, 1440])
def test_six_nights_stand_in_a_line(web, open_browser, language, width):
    season = make_season()
    rules = rules_with(best=4, handicap={"reference": "best"})
    seasons.set_rules(season=season, rules=rules, actor=DIRECTOR, at=NOW)
    for night in range(6):
        make_night(season, {"Christina Lindqvist": 21 + night, "Alexander Marlow": 17})
    page = open_browser(viewport={"width": width, "height": 900})
    page.context.add_cookies([{"name": "django_language", "value": language, "url": web.url}])

    page.goto(web.url + reverse("public:season", args=[season.club.slug, season.slug]))

    assert page.evaluate(LINES) == [1, 1]
    assert page.evaluate("document.documentElement.scrollWidth") <= width

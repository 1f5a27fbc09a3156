"""The table of a season on a screen: up to six nights of a row stand in a line."""

import pytest
from django.urls import reverse

from league.tables.seasons import services as seasons
from tests.league.play.events.factories import DIRECTOR
from tests.league.tables.seasons.factories import make_night, make_season, rules_with
from tests.league.tables.standings.factories import NOW

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]

LINES = """() => [...document.querySelectorAll("tbody .season-nights")]
    .map((one) => new Set([...one.children].map((night) => night.offsetTop)).size)"""

# how many places reach the name beside them, or nearly
PLACES_IN_NAMES = """() => {
    const letters = (node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
    };
    const rows = [...document.querySelectorAll(".season tbody tr:has(th)")];
    return rows.filter((row) => {
        const ends = letters(row.querySelector(".rank")).map((one) => one.right);
        const begins = letters(row.querySelector("th")).map((one) => one.left);
        return Math.max(...ends) + 4 > Math.min(...begins);
    }).length;
}"""


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


def test_a_shared_place_stands_beside_the_name_on_a_phone(web, open_browser):
    season = make_season()
    for _night in range(2):
        make_night(season, {"Christina Lindqvist": 21, "Alexander Marlow": 21})
    page = open_browser(phone=True, viewport={"width": 360, "height": 740})
    page.context.add_cookies([{"name": "django_language", "value": "ja", "url": web.url}])

    page.goto(web.url + reverse("public:season", args=[season.club.slug, season.slug]))

    assert page.locator("tbody .rank").first.inner_text().startswith("1位タイ")
    assert page.evaluate(PLACES_IN_NAMES) == 0

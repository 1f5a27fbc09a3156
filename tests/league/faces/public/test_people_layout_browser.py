"""The page of a player: a row is a line, on a phone two, however long the names in it are."""

import pytest
from django.urls import reverse

from league.play.events.models import Event
from tests.league.faces.public.factories import finish, make_pairs, seat_all
from tests.league.tables.standings.factories import build, make_round

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]

LONG = "The long winter league of the united card clubs on both sides of the river"
HEIGHTS = """() => [...document.querySelectorAll("table.dense tbody tr")]
    .map((row) => Math.round(row.getBoundingClientRect().height))"""


@pytest.mark.parametrize("width", [768, 1000, 1440])
def test_a_row_is_a_line_of_36_pixels_and_its_name_is_there_in_full(web, open_browser, width):
    stage = make_pairs()
    Event.objects.filter(pk=stage.event_id).update(name=LONG)
    finish(seat_all(make_round(stage)), [300, 100])
    build(stage)
    player = stage.event.entries.first().members.first().player_id
    page = open_browser(viewport={"width": width, "height": 900})

    page.goto(web.url + reverse("public:player", args=[stage.event.club.slug, player]))

    assert set(page.evaluate(HEIGHTS)) == {36}
    line = page.locator(".events-in-short .in-a-line")
    assert LONG in line.get_attribute("title")
    assert LONG in line.inner_text()


@pytest.mark.parametrize("language", ["en", "ja", "de"])
def test_on_a_phone_a_row_is_two_lines_at_most(web, open_browser, language):
    stage = make_pairs()
    Event.objects.filter(pk=stage.event_id).update(name=LONG)
    finish(seat_all(make_round(stage)), [300, 100])
    build(stage)
    player = stage.event.entries.first().members.first().player_id
    page = open_browser(viewport={"width": 360, "height": 740})
    page.context.add_cookies([{"name": "django_language", "value": language, "url": web.url}])

    page.goto(web.url + reverse("public:player", args=[stage.event.club.slug, player]))

    assert page.locator(".results-in-short tbody tr").count() >= 1
    # a third line makes it 86
    assert max(page.evaluate(HEIGHTS)) <= 76
    assert page.evaluate("document.documentElement.scrollWidth") == 360

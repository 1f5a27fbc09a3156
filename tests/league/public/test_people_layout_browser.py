"""The page of a player on a screen: a row is a line, however long the names in it are."""

import pytest
from django.urls import reverse

from league.events.models import Event
from tests.league.public.factories import finish, make_pairs, seat_all
from tests.league.standings.factories import build, make_round

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
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

"""On a phone the first screen has the answer: the first place, and the hands of a deal."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from league.play.events.models import Event
from tests.league.tables.highlights.factories import work_out
from tests.league.tables.standings.factories import NOW, build, make_round, make_stage
from tests.league.tables.standings.factories import play as play_table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
FIRST_ROW = "() => document.querySelector('.standings tbody tr').getBoundingClientRect().top"
NAMES = [f"{first} {last}" for first in ("Kate", "Elsie", "Ada") for last in ("Marlow", "Odell")]


def test_the_first_place_is_in_the_first_screen(web, open_browser):
    stage = make_stage(*NAMES, name="Double-deck pairs league")
    for number in (1, 2):
        round_ = make_round(stage, number)
        for at in (0, 2, 4):
            play_table(round_, {NAMES[at]: 300 + at, NAMES[at + 1]: 200})
    build(stage)
    event = stage.event
    page = open_browser(**PHONE)

    def first_row(name: str) -> float:
        page.goto(web.url + reverse(f"public:{name}", args=[event.club.slug, event.slug]))
        top: float = page.evaluate(FIRST_ROW)
        return top

    assert first_row("standings") <= 300
    # of which event, and after which round: also where the tabs and the choice are not printed
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        expect(page.locator("h1")).to_contain_text(event.name)
        expect(page.locator("h1")).to_be_visible()
        expect(page.locator(".standings caption")).to_be_visible()
    page.emulate_media(media="screen")
    assert first_row("event") <= 740
    Event.objects.filter(pk=event.pk).update(state="finished", finished_at=NOW)
    work_out(event)
    assert first_row("standings") <= 300
    assert first_row("event") <= 740

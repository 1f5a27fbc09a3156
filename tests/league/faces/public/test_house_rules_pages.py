"""The page of rules: of a club's house rules and of an event, in both languages, for everybody."""

import pytest
from django.urls import reverse

from league.clubs.models import HouseRules
from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.rulesets import copied_from
from tests.league.factories import make_club, make_house_rules
from tests.league.play.events.factories import DIRECTOR, NOW, PITCH, make_event
from tests.league.reading import text_in

pytestmark = pytest.mark.django_db


def page_of(client, rules, **query):
    answer = client.get(reverse("public:house_rules", args=[rules.club.slug, rules.pk]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def sheet(page):
    return page[page.index("<article") : page.index("</article")]


def test_house_rules_are_a_page_of_sentences_with_what_differs_marked(client):
    rules = make_house_rules(make_club(), options={"min_bid": 2})

    text = text_in(sheet(page_of(client, rules)))

    assert text.startswith("Harbour Cards Friday rules Pitch · 2 to 7 players Cards and deal")
    assert "◆ Differs: The lowest bid is 2. (Standard: 1)" in text
    assert "The game is played to 11 points." in text
    assert "differs from “Standard Pitch”" in text
    assert text.count("Differs:") == 1


def test_an_open_event_prints_the_rules_it_opened_with(client):
    rules = make_house_rules(make_club(), options={"target": 7})
    event = make_event(rules.club, **(PITCH | copied_from(rules)))
    events.open_event(event=event, by=Act(DIRECTOR, NOW))
    HouseRules.objects.update(options={"target": 9})

    answer = client.get(reverse("public:event_rules", args=[rules.club.slug, event.slug]))
    text = text_in(sheet(answer.content.decode()))

    assert "Spring cup Pitch · 3 to 5 players Here 4 deals are played in a round" in text
    assert "The game is played to 7 points. (Standard: 11)" in text
    assert "Fixed on Sat 7 Mar 2026." in text
    shown = client.get(reverse("public:event", args=[rules.club.slug, event.slug]))
    assert "House rules Friday rules" in text_in(shown.content.decode())

"""The page of rules: of a club's house rules and of an event, in both languages, for everybody."""

import html
import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.services import rulesets_by_players, variants
from league.clubs.models import HouseRules
from league.faces.public.rules.rule_page import rule_page
from league.play.events import services as events
from league.play.events.rulesets import copied_from
from tests.league.factories import make_club, make_house_rules
from tests.league.play.events.factories import DIRECTOR, NOW, PITCH, make_event

pytestmark = pytest.mark.django_db


def page_of(client, rules, **query):
    answer = client.get(reverse("public:house_rules", args=[rules.club.slug, rules.pk]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def words(text):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def sheet(page):
    return page[page.index("<article") : page.index("</article")]


def test_house_rules_are_a_page_of_sentences_with_what_differs_marked(client):
    rules = make_house_rules(make_club(), options={"min_bid": 2})

    text = words(sheet(page_of(client, rules)))

    assert text.startswith("Harbour Cards Friday rules Pitch · 2 to 7 players Cards and deal")
    assert "◆ Differs: The lowest bid is 2. (Standard: 1)" in text
    assert "The game is played to 11 points." in text
    assert "differs from “Standard Pitch”" in text
    assert text.count("Differs:") == 1


def test_rules_as_the_preset_says_them_have_no_marks(client):
    text = words(sheet(page_of(client, make_house_rules(make_club()))))

    assert "These are the rules “Standard Pitch”; nothing differs." in text
    assert "◆" not in text


def test_the_sheet_is_in_the_language_chosen_and_the_page_around_it_in_the_readers(client):
    rules = make_house_rules(make_club(), options={"min_bid": 2})

    page = page_of(client, rules, language="ja")

    assert '<html lang="en"' in page
    assert 'lang="ja" aria-labelledby="rules"' in page
    assert "ピッチ" in sheet(page)
    assert 'href="?language=en"' in page
    assert re.search(r'hreflang="ja" aria-current="true"', page)
    assert 'lang="en" aria-labelledby="rules"' in page_of(client, rules, language="xx")


def test_the_sheet_is_in_the_readers_language_until_another_is_chosen(client):
    rules = make_house_rules(make_club())

    answer = client.get(
        reverse("public:house_rules", args=[rules.club.slug, rules.pk]),
        headers={"Accept-Language": "ja"},
    )

    assert 'lang="ja" aria-labelledby="rules"' in answer.content.decode()


def test_archived_rules_can_still_be_read_and_leave_the_clubs_page(client):
    rules = make_house_rules(make_club())
    club_page = reverse("public:club", args=[rules.club.slug])
    address = reverse("public:house_rules", args=[rules.club.slug, rules.pk])
    assert address in client.get(club_page).content.decode()

    HouseRules.objects.update(archived_at=NOW)
    cache.clear()  # no journal says so

    assert "into its archive" in page_of(client, rules)
    assert address not in client.get(club_page).content.decode()


def test_rules_that_make_no_game_say_why_in_place_of_a_page(client):
    rules = make_house_rules(make_club(), options={"smudge_all_tricks": True})

    text = words(page_of(client, rules))

    assert "These rules do not make a playable game as they stand." in text
    assert "where there is no smudge." in text


def test_house_rules_of_another_club_are_not_below_this_one(client):
    rules = make_house_rules(make_club())
    make_club("Elsewhere")

    assert (
        client.get(reverse("public:house_rules", args=["elsewhere", rules.pk])).status_code == 404
    )
    assert client.get(reverse("public:house_rules", args=["nowhere", rules.pk])).status_code == 404
    assert client.get(reverse("public:house_rules", args=[rules.club.slug, 0])).status_code == 404


def test_an_open_event_prints_the_rules_it_opened_with(client):
    rules = make_house_rules(make_club(), options={"target": 7})
    event = make_event(rules.club, **(PITCH | copied_from(rules)))
    events.open_event(event=event, actor=DIRECTOR, at=NOW)
    HouseRules.objects.update(options={"target": 9})

    answer = client.get(reverse("public:event_rules", args=[rules.club.slug, event.slug]))
    text = words(sheet(answer.content.decode()))

    assert "Spring cup Pitch · 3 to 5 players Here 4 deals are played in a round" in text
    assert "The game is played to 7 points. (Standard: 11)" in text
    assert "Fixed on Sat 7 Mar 2026." in text
    shown = client.get(reverse("public:event", args=[rules.club.slug, event.slug]))
    assert "House rules Friday rules" in words(shown.content.decode())


def test_an_unchanged_page_is_answered_with_304(client):
    rules = make_house_rules(make_club())
    address = reverse("public:house_rules", args=[rules.club.slug, rules.pk])
    etag = client.get(address)["ETag"]

    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    HouseRules.objects.update(options={"target": 7})
    cache.clear()  # no journal says so
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_the_clubs_page_takes_the_same_number_of_queries_however_many_rules(client):
    club = make_club()
    counts = []
    for more in (1, 8):
        for number in range(more):
            make_house_rules(club, f"Rules {more} {number}")
        cache.clear()  # no journal says so
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("public:club", args=[club.slug]))
        counts.append(len(queries))

    assert counts[0] == counts[1]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("variant", [info.id for info in variants()])
def test_every_preset_has_its_page_in_both_languages(variant, language):
    for info in variants():
        for preset in info.presets if info.id == variant else ():
            rulesets = rulesets_by_players(variant, preset.id)
            page = rule_page(next(iter(rulesets.values())), rulesets.keys(), language)
            assert len(page.sections) >= 3, preset.id
            assert not page.differs
            assert all(rule.sentence for section in page.sections for rule in section.rules)

"""The form that scores a deal: every game, both forms, refusals marked at their place."""

import copy
import json
import re
from html import escape
from random import Random

import pytest
from django.urls import reverse
from rest_framework.throttling import ScopedRateThrottle

from games import services as games
from games.engine.variants import VARIANTS as ENGINE
from games.models import Deal
from league.faces.public.rules.chosen import usual_ruleset
from league.faces.public.rules.record_shown import (
    PARTS,
    READERS,
    example_record_text,
    example_summary,
)
from league.faces.public.rules.rule_page import default_of
from league.faces.public.rules.trial import try_deal
from tests.league.play.results.typed import as_typed

pytestmark = pytest.mark.django_db
VARIANTS = [info.id for info in games.variants()]
HX = {"HX-Request": "true"}


def address(variant, **query):
    at = reverse("public:try_deal", args=[variant])
    return f"{at}?" + "&".join(f"{name}={value}" for name, value in query.items())


def usual(variant):
    info = games.variant_named(variant)
    return usual_ruleset(info, default_of(info))


def marked(html):
    """Return what stands in the chip that is marked."""
    found = re.search(r'<li class="chip is-refused[^"]*" id="refused".*?</li>', html, re.S)
    return found.group(0) if found else ""


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_example_of_every_game_scores_as_a_sheet(client, variant):
    ruleset = usual(variant)
    deal = example_summary(ruleset)

    answer = client.post(address(variant), as_typed(ruleset, deal))

    assert answer.status_code == 200
    html = answer.content.decode()
    assert "What it scores" in html
    for points in games.score_deal(ruleset, deal).score:
        assert f">{'+' if points > 0 else ''}{points}".replace("-", "−") in html
    assert not Deal.objects.exists()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_wrong_card_is_marked_where_it_stands(client, variant):
    record = json.loads(example_record_text(usual(variant)))
    place = len(record["play"]) // 2
    record["play"][place] = "XX"

    answer = client.post(address(variant, how="record"), {"record": json.dumps(record)})

    html = answer.content.decode()
    assert answer.status_code == 422
    assert 'href="#refused"' in html
    assert "refused" in marked(html)
    assert "<span>XX</span>" in marked(html)
    assert html.count('id="refused"') == 1
    assert "/games/rule-codes/#" in html
    assert "Check this:" in html
    assert "&quot;XX&quot;" in html, "what was typed is kept"


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_that_a_record_of_a_game_lists_has_its_part_on_the_page(variant):
    phases = ENGINE[variant].phases
    listed = {phase.key for phase in phases if phase.schema.get("type") == "array"}
    assert listed <= PARTS.keys() & READERS.keys()


def test_a_deal_that_names_its_rules_is_scored_by_them(client):
    record = example_record_text(usual("fifty-six"))
    filled_in = client.get(address("fifty-six", how="record", example=1))
    assert escape(record) in filled_in.content.decode()

    answer = client.post(address("pitch", how="record"), {"record": record})

    assert "Fifty-Six · Standard" in answer.content.decode()
    assert "Shows J♣, the strongest not yet shown." in answer.content.decode()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Paste a record or a summary first."),
        ("[]", "A record is one JSON object"),
        ("hello", "cannot be read as a record"),
        ('{"dealer": 0,\n "hands" }', "Look at line 2, character 10"),
        ('{"dealer": NaN}', "cannot be read as a record"),
        ('{"\\ud800": 1}', "cannot be read as a record"),
        ('{"a": "\\u0000"}', "cannot be read as a record"),
        ('{"a":' * 6000, "too long"),
        ('{"a":' * 3000, "cannot be read as"),
        ('{"game": []}', "This is a whole game."),
        ('{"call": "50"}', "This asks what one call means."),
    ],
)
def test_what_is_no_deal_is_refused_in_words(client, text, says):
    answer = client.post(address("pitch", how="record"), {"record": text})

    assert answer.status_code == 422
    assert says in answer.content.decode()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("variant", VARIANTS)
def test_nonsense_in_a_record_is_answered(variant):
    ruleset = usual(variant)
    record = json.loads(example_record_text(ruleset))
    rng = Random(3)
    nonsense = [None, 3, -1, True, "", "XX", [], {}, [[]], [None], {"a": 1}, "AS AS", 1e9, [3, "x"]]
    for _ in range(300):
        broken = copy.deepcopy(record)
        key = rng.choice([*broken, "summary", "stock", "discards", "events", "exchange"])
        value = broken.get(key)
        if isinstance(value, list) and value and rng.random() < 0.7:
            value[rng.randrange(len(value))] = rng.choice(nonsense)
        else:
            broken[key] = rng.choice(nonsense)
        trial = try_deal(ruleset, broken)
        assert (trial.result is None) != (trial.refusal is None)


def test_scoring_is_counted_together_with_the_api(client, monkeypatch):
    monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", {"score": "2/min"})
    page = address("pitch", how="record")
    client.get("/api/v1/variants")
    assert client.post(page, {"record": "[]"}).status_code == 422

    answer = client.post(page, {"record": "[7]"})

    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert ">[7]</textarea>" in answer.content.decode()
    part = client.post(page, {"record": "[7]"}, headers=HX)
    assert part.status_code == 422, "htmx shows this one"
    assert "Too many deals have been scored from your address." in part.content.decode()

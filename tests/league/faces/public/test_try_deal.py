"""The form that scores a deal: every game, both forms, refusals marked at their place."""

import copy
import json
import re
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.throttling import ScopedRateThrottle

from games import services as games
from games.engine.variants import VARIANTS as ENGINE
from games.models import Deal
from league.faces.public.rules.chosen import usual_ruleset
from league.faces.public.rules.example import example_record_text, example_summary
from league.faces.public.rules.letters import Letters
from league.faces.public.rules.options_shown import default_of
from league.faces.public.rules.record_entries import READERS
from league.faces.public.rules.record_shown import PARTS, trick_size
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


@pytest.mark.long
@pytest.mark.sampled(4)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("preset", range(3))
def test_the_example_of_every_game_scores_as_a_record(client, variant, preset):
    info = games.variant_named(variant)
    chosen = info.presets[preset % len(info.presets)]
    ruleset = usual_ruleset(info, chosen)

    page = address(variant, preset=chosen.id, how="record")
    answer = client.post(page, {"record": example_record_text(ruleset)}, headers=HX)

    assert answer.status_code == 200
    assert "What it scores" in answer.content.decode()
    assert "<html" not in answer.content.decode()


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("variant", VARIANTS)
def test_filling_in_the_example_gives_a_form_that_is_answered(client, variant):
    page = client.get(address(variant, how="record", example="1")).content.decode()
    assert "&quot;hands&quot;" in page
    assert "checked" in client.get(address(variant, example="1")).content.decode()


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


@pytest.mark.parametrize(
    ("turns", "size"), [([], 4), ([1, 2], 4), ([1, 2, 3, 0, 2, 3], 4), ([1, 3, 0, 3, 0, 1], 3)]
)
def test_a_trick_has_a_card_of_each_who_plays(turns, size):
    assert trick_size(turns, Letters(games.ruleset("pedro"))) == size


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_that_a_record_of_a_game_lists_has_its_part_on_the_page(variant):
    phases = ENGINE[variant].phases
    listed = {phase.key for phase in phases if phase.schema.get("type") == "array"}
    assert listed <= PARTS.keys() & READERS.keys()


@pytest.mark.long
def test_a_card_against_the_rules_names_the_player_the_rule_and_the_place(client):
    record = json.loads(example_record_text(usual("double-deck-pinochle")))
    record["play"][17], record["play"][33] = record["play"][33], record["play"][17]

    page = address("double-deck-pinochle", how="record")
    html = client.post(page, {"record": json.dumps(record)}).content.decode()

    assert "Player C does not hold TH." in html
    assert "the play, trick 5, card 2" in html
    assert "index=17" in html
    assert 'rule-codes/#card_not_held"' in html
    assert "Player C" in marked(html)


def test_a_call_against_the_rules_is_marked(client):
    record = json.loads(example_record_text(usual("double-deck-pinochle")))
    record["auction"][1] = "50"

    page = address("double-deck-pinochle", how="record")
    html = client.post(page, {"record": json.dumps(record)}).content.decode()

    assert "the auction, call 2" in html
    assert "Player B" in marked(html)
    assert ">50<" in marked(html)


def test_what_is_missing_is_marked_as_missing(client):
    record = json.loads(example_record_text(usual("double-deck-pinochle")))
    del record["play"][-1]

    page = address("double-deck-pinochle", how="record")
    html = client.post(page, {"record": json.dumps(record)}).content.decode()

    assert "missing" in marked(html)


@pytest.mark.long
def test_a_field_of_a_pasted_summary_is_marked(client):
    deal = example_summary(usual("double-deck-pinochle"))
    deal["summary"]["points"] = [30, 30]

    page = address("double-deck-pinochle", how="record")
    html = client.post(page, {"record": json.dumps(deal)}).content.decode()

    assert "Points add up to 60; they must be 50." in html
    assert "[30, 30]" in marked(html)


def test_calls_are_explained(client):
    ruleset = games.ruleset("double-deck-pinochle", "pinochle97")
    page = address("double-deck-pinochle", how="record")

    answer = client.post(page, {"record": example_record_text(ruleset)})

    assert "Asks the partner to bid their meld." in answer.content.decode()


def test_a_question_that_was_not_answered_is_named(client):
    deal = as_typed(usual("double-deck-pinochle"), example_summary(usual("double-deck-pinochle")))
    del deal["declarer"]

    answer = client.post(address("double-deck-pinochle"), deal, headers=HX)

    html = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="questions" data-hx-swap-oob="true"' in html
    assert 'href="#deal_declarer"' in html
    assert 'value="58"' in html, "what was typed is kept"


def test_a_refused_sheet_leads_to_the_question(client):
    typed = as_typed(usual("double-deck-pinochle"), example_summary(usual("double-deck-pinochle")))
    typed |= {"points-0": "30", "points-1": "30"}

    html = client.post(address("double-deck-pinochle"), typed).content.decode()

    assert '<a href="#deal_points-0">Points in play</a>' in html
    assert "Points add up to 60; they must be 50." in html


def test_a_question_that_comes_up_is_no_mistake(client):
    ruleset = games.ruleset("pitch", "gordon")
    typed = as_typed(ruleset, example_summary(ruleset)) | {"bid": "smudge"}
    typed["shown"] = " ".join(name for name in typed if name != "dealer").replace("-", ".")

    answer = client.post(address("pitch", preset="gordon"), typed)

    assert answer.status_code == 200
    assert "One answer brought up another question." in answer.content.decode()


def test_options_of_the_address_are_played_by(client):
    deal = json.dumps(
        {"dealer": 3, "summary": {
            "declarer": 0, "bid": 2, "awards": {"high": 0, "low": 0, "jack": None, "game": 1},
        }}
    )  # fmt: skip
    low = client.post(address("pitch", how="record", min_bid="2"), {"record": deal})
    assert "Pitch · Standard Pitch · 1 option changed · 4 players" in low.content.decode()
    assert low.status_code == 200
    teams = client.post(address("pitch", how="record", teams="partners4"), {"record": deal})
    assert "A &amp; C" in teams.content.decode()


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ({"preset": "gordon", "players": "5"}, "This game is for 4 players, not 5."),
        ({"smudge_all_tricks": "True"}, "A smudge cannot need all six tricks"),
        ({"target": "501"}, "between 1 and 500"),
    ],
)
def test_rules_that_make_no_game_are_refused_beside_the_choice(client, query, says):
    answer = client.get(address("pitch", **query))

    assert answer.status_code == 200
    assert says in answer.content.decode()


def test_a_deal_that_names_its_rules_is_scored_by_them(client):
    record = example_record_text(usual("double-deck-pinochle"))

    answer = client.post(address("pitch", how="record"), {"record": record})

    assert "Double-deck pinochle · Standard · 4 players" in answer.content.decode()


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


def test_a_post_needs_its_token():
    client = Client(enforce_csrf_checks=True)
    assert client.post(address("pitch", how="record"), {"record": "{}"}).status_code == 403


def test_the_page_is_nobody_elses(client):
    answer = client.get(address("pitch"))
    assert answer["Cache-Control"] == "private, no-cache"
    assert "Retry-After" not in answer


def test_a_part_that_cannot_be_read_is_marked_as_a_whole(client):
    record = json.loads(example_record_text(usual("pitch"))) | {"hands": ["AS KS", "QS JS"]}

    html = client.post(address("pitch", how="record"), {"record": json.dumps(record)}).content

    assert b'href="#refused-part"' in html
    assert html.count(b'id="refused-part"') == 1

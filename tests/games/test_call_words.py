"""Calls in words: whatever the engine says of a call has its sentence."""

import json
import re
from pathlib import Path

import pytest
from django.utils import translation

from games import services as games
from games.call_words import (
    call_in_words,
    cards_in_signs,
    explanation_in_words,
    words_of_games,
)
from games.engine.variants import VARIANTS
from games.sentences import say

ROOT = Path(__file__).parents[2]
VECTORS = [
    json.loads(line)
    for file in sorted((ROOT / "tests" / "vectors").glob("*.jsonl"))
    for line in file.read_text().splitlines()
]
EXPLAINED = [
    (vector["variant"], meaning)
    for vector in VECTORS
    if (meaning := (vector.get("expect") or {}).get("explain"))
]
NOTED = [
    (vector["variant"], note)
    for vector in VECTORS
    for note in ((vector.get("expect") or {}).get("detail") or {}).get("calls") or ()
]


def test_every_explanation_of_the_examples_has_words():
    assert EXPLAINED
    for variant, meaning in EXPLAINED + NOTED:
        words = explanation_in_words(variant, meaning)
        assert words.endswith("."), meaning
        assert "%(" not in words


def test_every_meaning_the_rulebooks_name_has_words():
    named = {
        (rules.stem, code.strip())
        for rules in (ROOT / "docs" / "rules").glob("*.md")
        for codes in re.findall(r'"means": ([a-z_0-9| ]+)', rules.read_text())
        for code in codes.split(" | ")
        if code.strip()
    }

    assert named
    for variant, code in named:
        assert code in VARIANTS[variant].meanings, (variant, code)


@pytest.mark.parametrize(
    ("meaning", "words"),
    [
        ({"means": "meld", "meld": 30}, "Shows a meld of about 30."),
        ({"means": "by_me", "meld": 25}, "Passes and shows a meld of 25."),
        ({"means": "help"}, "Passes and has help for the partner."),
        (
            {"claim": "cards", "cards": ["JS", "JS"], "only": False, "opening": True},
            "Shows J♠ J♠, the strongest not yet shown. An opening bid: about four cards of the "
            "suit.",
        ),
        (
            {"claim": "cards", "cards": ["TH"], "only": True, "verdict": "false"},
            "Shows 10♥ and no other card of the suit. The hand is not as the calls showed.",
        ),
        (
            {"claim": "cards", "cards": [], "only": True, "verdict": "impossible"},
            "Claims more cards than there are to tell, so it tells nothing.",
        ),
        (
            {"claim": "good_suit_without", "cards": ["JD"], "opening": True, "verdict": "short"},
            "Shows a good suit without J♦. An opening bid: about five cards of the suit. The "
            "suit is shorter than the calls showed.",
        ),
        (
            {"claim": "void", "suit": "C", "verdict": "true"},
            "Shows no clubs. The hand is as the calls showed.",
        ),
        (
            {"claim": "void", "suit": None, "verdict": "no_meaning"},
            "Counts back to no bid in a suit, so it tells nothing.",
        ),
        (
            {"claim": "strong_no_suit", "verdict": "soft"},
            "Fairly strong, with no particularly good suit.",
        ),
    ],
)
def test_what_a_call_shows_is_said_in_whole_sentences(meaning, words):
    code = meaning.get("claim") or meaning["means"]
    games_that_say_it = [name for name, game in VARIANTS.items() if code in game.meanings]

    assert len(games_that_say_it) == 1
    assert explanation_in_words(games_that_say_it[0], meaning) == words


@pytest.mark.parametrize("meaning", [None, {}, {"means": "something new"}])
def test_what_is_not_known_shows_nothing(meaning):
    for variant in VARIANTS:
        assert explanation_in_words(variant, meaning) == ""


def test_the_engines_own_explanations_have_words():
    ruleset = games.ruleset("double-deck-pinochle", None, {"bidding_convention": "nicholas"})

    meaning = games.explain_call(ruleset, 3, ["52"], "55")

    assert explanation_in_words("double-deck-pinochle", meaning) == "Shows a meld of about 30."


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("pass", "pass"),
        ("55", "55"),
        ("pass 2.5", "pass, by me 2.5"),
        ("pass help", "pass, with help"),
        ("28 S", "28 spades"),
        ("S 29", "spades 29"),
        ("+1 noes", "+1 noes"),
        ("30 NT", "30 no trump"),
        ("redouble", "redouble"),
    ],
)
def test_a_call_is_written_as_people_say_it(call, words):
    assert call_in_words(call) == words


def test_games_may_share_a_word_of_a_call_but_not_mean_two_things_by_it():
    passing, doubling = {"pass": say("pass")}, {"pass": say("pass"), "double": say("double")}
    assert words_of_games([passing, doubling]) == doubling

    with pytest.raises(ValueError, match='"pass" is called'):
        words_of_games([passing, {"pass": say("help")}])


def test_cards_are_written_with_their_signs():
    assert cards_in_signs("TS QD*") == "10♠ Q♦"
    assert cards_in_signs(["JC"]) == "J♣"
    assert cards_in_signs(None) == ""


def test_sentences_in_another_language_keep_what_they_name():
    with translation.override("ja"):
        words = explanation_in_words("double-deck-pinochle", {"means": "meld", "meld": 30})

    assert "30" in words
    assert "Shows" not in words


def test_halves_of_a_pass_are_written_as_the_language_does():
    with translation.override("de"):
        assert call_in_words("pass 2.5") == "passe, bei mir 2,5"

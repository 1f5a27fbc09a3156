"""Melds by what was laid down: the engine adds up, as it does for a full record."""

from random import Random

import pytest

from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.forms import added_up, score_deal
from games.engine.meld_sheet import add_up, cards_needed
from games.engine.variants import VARIANTS, make_ruleset

DOUBLE, PARTNERS, THREE, TWO = (
    "double-deck-pinochle",
    "partnership-pinochle",
    "three-handed-pinochle",
    "two-handed-pinochle",
)
AROUNDS = {"kings": 1, "queens": 1}
ALL_MARRIAGES = {f"marriage_{suit}": 1 for suit in "SHDC"}


def sheet_of(variant, options=None):
    ruleset = make_ruleset(variant, None, options)
    return VARIANTS[variant].meld_sheet(ruleset.options, ruleset.players), ruleset.players


def sums(variant, *hands, trump="S", declarer=0, options=None):
    sheet, players = sheet_of(variant, options)
    laid = [*hands, *[{}] * (players - len(hands))]
    named = add_up(sheet, laid, trump, declarer)
    return [sum(points for _, points in melds) for melds in named][: len(hands)]


@pytest.mark.parametrize(
    ("variant", "laid", "points"),
    [
        (DOUBLE, {"run": 1}, 15),
        (DOUBLE, {"run": 1, "marriage_S": 1}, 19),
        (DOUBLE, {"run": 2, "aces": 1, "pinochle": 2}, 150 + 10 + 30),
        (DOUBLE, {"marriage_S": 1, "marriage_H": 2}, 4 + 4),
        (DOUBLE, AROUNDS, 8 + 6 + 4 + 3 * 2),
        (DOUBLE, AROUNDS | ALL_MARRIAGES, 8 + 6 + 4 + 3 * 2),
        (PARTNERS, {"run": 1, "dix": 1}, 160),
        (PARTNERS, {"run": 1, "extra_K": 1}, 190),
        (PARTNERS, {"run": 1, "marriage_S": 1}, 230),
        (PARTNERS, {"run": 2}, 1500),
        (PARTNERS, {"aces": 2, "pinochle": 1, "dix": 2}, 1000 + 40 + 20),
        (PARTNERS, AROUNDS, 80 + 60 + 40 + 3 * 20),
        (THREE, {"marriage_S": 2, "marriage_D": 1}, 80 + 20),
        (THREE, {"marriage_S": 1, "jacks": 1}, 40 + 40 + 40),
        (TWO, {"run": 2, "marriage_S": 1, "marriage_H": 1, "dix": 1}, 300 + 40 + 20 + 10),
        (TWO, {"double_pinochle": 1, "pinochle": 1}, 340),
        (TWO, AROUNDS, 140),
        (TWO, {}, 0),
    ],
)
def test_what_was_laid_is_worth_what_the_rules_say(variant, laid, points):
    assert sums(variant, laid) == [points]


def test_a_ruleset_says_what_a_lone_king_beside_a_run_is_worth():
    sheet, _ = sheet_of(PARTNERS, {"run_extras": "marriage_only"})

    assert "extra_K" not in {meld.code for meld in sheet.melds}
    laid = {"run": 1, "marriage_S": 1}
    assert sums(PARTNERS, laid, options={"run_extras": "marriage_only"}) == [190]


def test_a_roundhouse_follows_from_kings_and_queens_where_the_club_counts_it():
    assert sums(DOUBLE, AROUNDS, options={"roundhouse": 32}) == [32]


@pytest.mark.parametrize(
    ("variant", "hands", "words"),
    [
        (PARTNERS, [{"run": 2, "marriage_S": 1}], "needs 3 copies of KS; the pack has 2"),
        (PARTNERS, [{"run": 1}, {}, {"run": 2}], "needs 3 copies of AS; the pack has 2"),
        (PARTNERS, [{"aces": 2, "kings": 2}], "needs 16 cards; the hand has 12"),
        (DOUBLE, [{"aces": 4, "kings": 2}], "needs 24 cards; the hand has 20"),
        (THREE, [{}, {"aces": 2, "kings": 2}], "needs 16 cards; the hand has 15"),
        (TWO, [{"run": 2}, {"run": 1}], "needs 3 copies of AS; the pack has 2"),
    ],
)
def test_more_cards_than_there_are_is_refused_with_the_numbers(variant, hands, words):
    with pytest.raises(IllegalAction) as refused:
        sums(variant, *hands, declarer=0)

    assert refused.value.rule == "meld_unreachable"
    assert words in str(refused.value.sentence)


def test_the_declarer_may_meld_with_the_kitty():
    hand = {"aces": 2, "kings": 2}
    with_kitty = {"meld_hand": "with_kitty"}

    assert sums(THREE, hand, options=with_kitty)[0] > 1000
    with pytest.raises(IllegalAction):
        sums(THREE, {}, hand, options=with_kitty)


def test_a_card_melded_again_is_one_card_only_where_the_club_allows_it():
    twice = {"run": 2, "marriage_S": 1}

    assert sums(TWO, twice) == [340]
    with pytest.raises(IllegalAction):
        sums(TWO, twice, options={"remeld": "never"})


@pytest.mark.parametrize("variant", [DOUBLE, PARTNERS, THREE])
def test_no_tap_makes_a_hand_worth_less_and_all_that_was_tapped_is_in_it(variant):
    sheet, _ = sheet_of(variant)
    rng = Random(variant)
    tried = 0
    while tried < 150:
        laid = {meld.code: min(meld.most, rng.choice([0, 0, 0, 1, 1, 2])) for meld in sheet.melds}
        more = rng.choice(sheet.melds)
        after = laid | {more.code: min(more.most, laid[more.code] + 1)}
        try:
            before_sum, after_sum = (sums(variant, one)[0] for one in (laid, after))
        except IllegalAction:
            continue
        tried += 1
        assert after_sum >= before_sum, (laid, after)
        needed = cards_needed(sheet, after, "S")
        assert all(needed[card.replace("*", "S")] >= after[more.code] for card in more.cards)


def summary(**more):
    played = {"bid": 60, "declarer": 0, "trump": "S", "outcome": "played"}
    return played | {"points": [30, 20], "last_trick": 0} | more


LAID = [{"run": 1, "aces": 1}, {"aces": 1, "pinochle": 2}, {"marriage_S": 1}, {}]


def test_a_summary_with_what_was_laid_scores_as_with_the_numbers():
    ruleset = make_ruleset(DOUBLE)

    laid = score_deal(ruleset, {"dealer": 3, "summary": summary(laid=LAID)})
    typed = score_deal(ruleset, {"dealer": 3, "summary": summary(melds=[29, 40])})

    assert (laid.score, laid.made) == (typed.score, typed.made)
    assert laid.detail["seat_melds"] == [25, 40, 4, 0]
    whole = added_up(ruleset, summary(laid=LAID))
    assert (whole["melds"], whole["seat_melds"], whole["laid"]) == ([29, 40], [25, 40, 4, 0], LAID)
    assert added_up(ruleset, whole) == whole


@pytest.mark.parametrize(
    ("spoilt", "error", "rule"),
    [
        ({"melds": [30, 40]}, IllegalAction, "meld_mismatch"),
        ({"trump": None}, MalformedRecord, "missing_field"),
        ({"laid": LAID[:3]}, MalformedRecord, "bad_field"),
        ({"laid": [{"fun": 1}, {}, {}, {}]}, MalformedRecord, "bad_field"),
        ({"laid": [{"run": 5}, {}, {}, {}]}, MalformedRecord, "bad_field"),
        ({"laid": [{"run": True}, {}, {}, {}]}, MalformedRecord, "bad_field"),
        ({"laid": "run"}, MalformedRecord, "bad_field"),
        ({"melds": "many"}, MalformedRecord, "bad_field"),
    ],
)
def test_what_does_not_go_together_or_cannot_be_read_is_refused(spoilt, error, rule):
    with pytest.raises(error) as refused:
        score_deal(make_ruleset(DOUBLE), {"dealer": 3, "summary": summary(laid=LAID) | spoilt})

    assert refused.value.rule == rule

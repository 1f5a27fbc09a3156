"""Single steps of the games with one pinochle pack: melds of a hand, legal cards, trick winners."""

import json
from functools import lru_cache
from itertools import product
from pathlib import Path
from random import Random

import pytest

from games.engine.cards import SUITS, codes_in, mask_of
from games.engine.single_deck.attainable import can_be_side_meld, hand_melds
from games.engine.single_deck.deck import DECK
from games.engine.single_deck.meld import (
    hand_meld,
    is_dix_only,
    named_melds,
)
from games.engine.single_deck.play import duty_of, start_play
from games.engine.single_deck.saved import (
    can_win_last,
    is_saved,
    points_of_tricks,
    possible_last_trick,
)
from games.engine.single_deck.values import USUAL_CARDS, meld_values
from games.engine.tricks import play_cards
from games.engine.variants import make_ruleset

STEPS = Path(__file__).parents[2] / "vectors" / "steps" / "pinochle-units.jsonl"
UNITS = [json.loads(line) for line in STEPS.read_text().splitlines()]


def values(run_extras):
    """Return what melds are worth by the rulebook."""
    return meld_values(
        make_ruleset("partnership-pinochle", None, {"run_extras": run_extras}).options
    )


EACH = values("each")
VALUES = USUAL_CARDS.by_code


def units(kind):
    return [
        pytest.param(unit, id=f"{place}-{unit.get('cards') or unit['trick']}")
        for place, unit in enumerate(UNITS)
        if unit["kind"] == kind
    ]


def hand_of(cards):
    counts = [0] * DECK.kinds
    for card in cards.split():
        counts[DECK.codes[card]] += 1
    return counts


def play_of(hands, unit, leads=0):
    return start_play(
        hands,
        USUAL_CARDS,
        trump=SUITS.index(unit["trump"]),
        leads=leads,
        must_head=unit.get("must_head", "none"),
        must_overtrump=unit.get("must_overtrump", False),
    )


@pytest.mark.parametrize("unit", units("meld"))
def test_meld_of_a_hand(unit):
    hand, trump = hand_of(unit["cards"]), SUITS.index(unit["trump"])

    assert hand_meld(hand, trump, values(unit["run_extras"])) == unit["expect"]["meld"]
    named = named_melds(hand, trump, values(unit["run_extras"]))
    assert sum(named.values()) == unit["expect"]["meld"]
    assert all(named.values())


@pytest.mark.parametrize("unit", units("legal"))
def test_legal_cards(unit):
    before = [DECK.codes[card] for card in unit["trick"].split()]
    hands = [[0] * DECK.kinds for _ in range(4)]
    for seat, card in enumerate(before):
        hands[seat][card] += 1
    hands[len(before)] = hand_of(unit["hand"])
    play = play_of(hands, unit)
    play_cards(play, before)

    legal = [DECK.texts[code] for code in codes_in(play.legal())]

    assert sorted(legal) == sorted(unit["expect"]["legal"])


@pytest.mark.parametrize("unit", units("trick"))
def test_winner_of_a_trick(unit):
    cards = [DECK.codes[card] for card in unit["trick"].split()]
    hands = [[0] * DECK.kinds for _ in cards]
    for seat, card in enumerate(cards):
        hands[seat][card] += 1
    play = play_of(hands, unit)

    play_cards(play, cards)

    assert play.winners == [unit["expect"]["winner_index"]]
    assert play.points[play.winners[0]] == sum(VALUES[card] for card in cards)


@pytest.mark.parametrize(
    ("must_head", "must_overtrump"), list(product(("none", "trump", "always"), (False, True)))
)
def test_duty_is_that_of_the_rulebook_s_steps(must_head, must_overtrump):
    """The rulebook's three steps, word by word, against what the masks say."""
    rng, duty = Random(f"{must_head} {must_overtrump}"), duty_of(must_head, must_overtrump)
    for _ in range(500):
        trump = rng.randrange(4)
        held = mask_of(DECK, [rng.random() < 0.2 for _ in range(DECK.kinds)])
        trick = rng.sample(range(DECK.kinds), rng.randint(1, 3))
        winning = trick[0]
        for card in trick[1:]:
            if beats(card, winning, trump):
                winning = card
        led = DECK.suits[DECK.suit_of[trick[0]]]
        beating = sum(DECK.bits[card] for card in range(DECK.kinds) if beats(card, winning, trump))

        legal = set(codes_in(duty(held, led, DECK.suits[trump], beating))) if held else set()

        hand = codes_in(held)
        assert legal == set(by_the_book(hand, trick[0], winning, trump, must_head, must_overtrump))


def beats(card, best, trump):
    if DECK.suit_of[card] == DECK.suit_of[best]:
        return card > best
    return DECK.suit_of[card] == trump


def by_the_book(hand, led, winning, trump, must_head, must_overtrump):
    suit = DECK.suit_of[led]
    follow = [card for card in hand if DECK.suit_of[card] == suit]
    if follow:
        due = must_head == "always" or (must_head == "trump" and suit == trump)
        above = [card for card in follow if beats(card, winning, trump)]
        return above if due and DECK.suit_of[winning] == suit and above else follow
    trumps = [card for card in hand if DECK.suit_of[card] == trump]
    above = [card for card in trumps if beats(card, winning, trump)]
    if must_overtrump and DECK.suit_of[winning] == trump and above:
        return above
    return trumps or hand


def melds_by_suits(trump, run_extras):
    """Find the same melds another way, suit after suit: numbers of cards, as bits, by points."""
    # by aces, kings, queens, jacks around so far, queens of spades, jacks of diamonds
    found = {((2, 2, 2, 2), 0, 0): {0: 1}}
    for suit in range(4):
        longer = {}
        for (around, queens, jacks), totals in found.items():
            for (fewest, parts), numbers in suit_parts(suit == trump, run_extras).items():
                key = (
                    tuple(map(min, around, fewest)),
                    parts[0] if SUITS[suit] == "S" else queens,
                    parts[1] if SUITS[suit] == "D" else jacks,
                )
                here = longer.setdefault(key, {})
                for points, held in totals.items():
                    total = points + parts[2]
                    for more in numbers:
                        here[total] = here.get(total, 0) | held << more
        found = longer
    melds = {}
    for (around, queens, jacks), totals in found.items():
        for points, held in totals.items():
            total = points + AROUND[around] + (0, 40, 300)[min(queens, jacks)]
            melds[total] = melds.get(total, 0) | held
    return melds


AROUND = {
    counts: sum(
        worth[count]
        for worth, count in zip(
            ((0, 100, 1000), (0, 80, 800), (0, 60, 600), (0, 40, 400)), counts, strict=True
        )
    )
    for counts in product(range(3), repeat=4)
}


@lru_cache
def suit_parts(is_trump, run_extras):
    """Return numbers of cards by (A K Q J held, (queens, jacks, points of the suit))."""
    found = {}
    for a, t, k, q, j, nine in product(range(3), repeat=6):
        points = 20 * min(k, q)
        if is_trump:
            run = min(a, t, k, q, j)
            extra = (k - 1) + (q - 1) if run_extras == "each" else min(k - 1, q - 1)
            points = 10 * nine + (40 * min(k, q), 150 + 40 * extra, 1500)[run]
        found.setdefault(((a, k, q, j), (q, j, points)), set()).add(a + t + k + q + j + nine)
    return found


@pytest.mark.parametrize(
    ("trump", "run_extras"),
    [("S", "each"), ("D", "each"), ("H", "each"), ("S", "marriage_only"), ("C", "marriage_only")],
)
def test_melds_that_can_be_are_exactly_those_of_hands(trump, run_extras):
    found = melds_by_suits(SUITS.index(trump), run_extras)

    for cards in (12, 15, 18):
        exact = {points for points, held in found.items() if held >> cards & 1}
        assert hand_melds(trump, values(run_extras), cards) == exact


def test_the_rulebook_s_limits_of_a_meld():
    assert max(hand_melds(None, EACH, 12)) == 1800
    assert 770 not in hand_melds(None, EACH, 12)
    assert 770 in hand_melds(None, EACH, 15)
    assert can_be_side_meld(770, None, EACH, 12)
    assert not can_be_side_meld(3610, None, EACH, 12)


@pytest.mark.parametrize(
    ("hands", "meld", "is_dix"),
    [
        (["9H AS", "KD"], 10, True),
        (["9H 9H", "KD"], 20, True),
        (["9H", "9H"], 20, True),
        (["KS QS", ""], 20, False),
        (["9H KS QS", ""], 30, False),
        (["AS", "AD"], 0, False),
        (["9S", "9D"], 0, False),
    ],
)
def test_meld_of_nines_of_trumps_only(hands, meld, is_dix):
    counted = [hand_of(cards) for cards in hands]

    assert sum(hand_meld(hand, 1, EACH) for hand in counted) == meld
    assert is_dix_only(counted, 1, meld, EACH) == is_dix


@pytest.mark.parametrize(
    ("save_meld", "tricks", "points", "dix_only", "saved"),
    [
        ("trick", 1, 0, False, True),
        ("trick", 0, 0, True, False),
        ("point", 1, 0, False, False),
        ("point", 1, 10, False, True),
        ("point", 0, 0, True, True),
        ("none", 0, 0, False, True),
    ],
)
def test_what_saves_a_meld(save_meld, tricks, points, dix_only, saved):
    assert is_saved(save_meld, tricks=tricks, points=points, dix_only=dix_only) == saved


def test_points_that_tricks_can_hold():
    assert points_of_tricks(6, 4, USUAL_CARDS, won_last=False) == (0, 240)
    assert points_of_tricks(7, 4, USUAL_CARDS, won_last=True) == (50, 250)
    assert points_of_tricks(12, 4, USUAL_CARDS, won_last=True) == (250, 250)
    assert points_of_tricks(15, 3, USUAL_CARDS, won_last=True) == (220, 250)
    assert not can_win_last(0, 12, won_last=True)
    assert not can_win_last(12, 12, won_last=False)
    assert possible_last_trick([10, 240], [1, 11], 4, USUAL_CARDS) == [0, 1]
    assert possible_last_trick([0, 250], [1, 11], 4, USUAL_CARDS) == [1]
    assert possible_last_trick([0, 250], [0, 12], 4, USUAL_CARDS) == [1]
    assert possible_last_trick([10, 240], [0, 12], 4, USUAL_CARDS) == []

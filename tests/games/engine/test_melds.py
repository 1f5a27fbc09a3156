"""The melds of double-deck pinochle: the rulebook's examples, and which totals can be at all."""

from itertools import product
from random import Random

import pytest

from games.engine.cards import SUITS, read_cards
from games.engine.variants import make_ruleset
from games.engine.variants.double_deck_pinochle.deal import DECK, A, J, K, Q, T
from games.engine.variants.double_deck_pinochle.meld import (
    SUIT_SIZE,
    best_meld,
    count_parts,
    meld_table,
    with_splits,
)
from games.engine.variants.double_deck_pinochle.reachable import (
    can_be_hand_meld,
    can_be_side_meld,
    signatures,
)

EACH_ONCE = " ".join(rank + suit for suit in SUITS for rank in "ATKQJ")
KINGS_AND_QUEENS_TWICE = " ".join((rank + suit + " ") * 2 for suit in SUITS for rank in "KQ")
JACK_OF_DIAMONDS = DECK.codes["JD"]


def options(**own):
    return make_ruleset("double-deck-pinochle", "standard", own).options


def hand_of(cards):
    counts = [0] * DECK.kinds
    for code in read_cards(DECK, cards, phase="hands", index=0):
        counts[code] += 1
    return counts


@pytest.mark.parametrize(
    ("cards", "trump", "own", "points"),
    [
        (EACH_ONCE, "S", {}, 53),
        (EACH_ONCE, "S", {"pinochle_single": 14}, 63),
        (EACH_ONCE, "S", {"run_roundhouse": 39}, 57),
        (EACH_ONCE, "S", {"roundhouse": 32}, 53),
        ("AS TS KS QS JS " * 4, "S", {}, 300),
        ("AS TS KS QS JS " * 4, "S", {"meld_table": "doubling"}, 600),
        ("AS TS KS QS JS " * 4, "S", {"meld_table": "five_hundred"}, 515),
        ("AS TS KS QS JS " * 4, "S", {"meld_table": "no_triple_run"}, 300),
        ("AS TS KS QS JS " * 3, "S", {"meld_table": "no_triple_run"}, 165),
        ("KS QS " * 4 + "AS TS JS", "S", {}, 27),
        ("KS QS " * 4 + "AS TS JS", "S", {"meld_table": "five_hundred"}, 240),
        (KINGS_AND_QUEENS_TWICE, "S", {}, 160),
        (KINGS_AND_QUEENS_TWICE, "S", {"double_roundhouse": 240}, 240),
        (KINGS_AND_QUEENS_TWICE, "S", {"meld_table": "five_hundred"}, 182),
        ("KS KS QS KH KD KC", "S", {}, 12),
        ("KS QS KH QH KD QD KC QC", "H", {}, 24),
        ("KS QS KH QH KD QD KC QC", "H", {"roundhouse": 32}, 32),
        ("QS JD " * 4, "H", {}, 90),
        ("QS JD " * 4, "H", {"meld_table": "doubling"}, 270),
        ("QS JD " * 4, "H", {"meld_table": "five_hundred"}, 360),
        ("AS AH AD AC " * 4, "H", {"meld_table": "five_hundred"}, 510),
        ("KS KH KD KC " * 4, "H", {}, 160),
        ("QS QH QD QC " * 4, "H", {"meld_table": "five_hundred"}, 306),
        ("JS JH JD JC " * 4, "H", {"meld_table": "five_hundred"}, 204),
        ("", "H", {}, 0),
    ],
)
def test_hand_melds_its_best(cards, trump, own, points):
    table = meld_table(options(**own))

    assert best_meld(hand_of(cards), SUITS.index(trump), table).points == points


def test_multiple_without_a_value_is_the_best_split():
    assert with_splits((15, 150, 500, None)) == (0, 15, 150, 500, 515)
    assert with_splits((15, 150, None, None)) == (0, 15, 150, 165, 300)


@pytest.mark.parametrize(
    ("table", "most"),
    [("standard", 315), ("doubling", 600), ("five_hundred", 860), ("no_triple_run", 310)],
)
def test_the_most_a_hand_can_meld_is_the_rulebook_s(table, most):
    own = options(meld_table=table)

    assert can_be_hand_meld(most, None, own)
    assert not any(can_be_hand_meld(points, None, own) for points in range(most + 1, 2 * most))
    assert not any(can_be_side_meld(points, None, own) for points in range(2 * most + 1, 3 * most))


@pytest.mark.parametrize(
    "own",
    [
        {},
        {"meld_table": "five_hundred", "pinochle_single": 14},
        {"roundhouse": 32, "run_roundhouse": 39, "double_roundhouse": 240},
    ],
)
def test_random_hands_meld_only_what_is_reachable(own):
    chosen, rng = options(**own), Random(3)
    table = meld_table(chosen)
    pack = [code for code in range(DECK.kinds) for _ in range(DECK.copies)]
    for _ in range(400):
        # some hands from a part of the pack only, so that melds are held several times
        few = rng.sample(pack, 80) if rng.random() < 0.5 else pack_of_few_kinds(rng)
        counts = [0] * DECK.kinds
        for code in few[:20]:
            counts[code] += 1
        for trump, suit in enumerate(SUITS):
            points = best_meld(counts, trump, table).points
            assert can_be_hand_meld(points, suit, chosen)
            assert can_be_side_meld(points, suit, chosen)


def pack_of_few_kinds(rng):
    kinds = rng.sample(range(DECK.kinds), 6)
    pack = kinds * 4
    rng.shuffle(pack)
    return pack


@pytest.mark.parametrize("trump", [0, 1, 2])
def test_every_meld_that_is_called_reachable_is_that_of_a_hand_of_twenty(trump):
    arrangements = kings_and_queens(trump)
    for parts in signatures(trump):
        hand = witness(parts, trump, arrangements)

        assert sum(hand) == 20
        assert max(hand) <= DECK.copies
        assert count_parts(hand, trump) == parts


def kings_and_queens(trump):
    """Return kings and queens by suit, as few as can be, for each thing a meld asks of them."""
    fewest = {(4, 4, 0, 0, 0): ()}
    for suit in range(4):
        longer = {}
        for (kings, queens, plain, royal, spades), held in fewest.items():
            for king, queen in product(range(5), range(5)):
                pairs = min(king, queen)
                key = (
                    min(kings, king),
                    min(queens, queen),
                    plain + (pairs if suit != trump else 0),
                    royal + (pairs if suit == trump else 0),
                    queen if suit == 0 else spades,
                )
                best = longer.get(key)
                if best is None or cards(held) + king + queen < cards(best):
                    longer[key] = (*held, (king, queen))
        fewest = longer
    return fewest


def cards(arrangement):
    return sum(map(sum, arrangement))


def witness(parts, trump, arrangements):
    """Return a hand of twenty cards that melds exactly these parts."""
    hands = [
        hand
        for spades in range(parts.pinochles, 5)
        if (key := (parts.kings, parts.queens, parts.plain_pairs, parts.royal_pairs, spades))
        in arrangements
        and (hand := filled(parts, trump, arrangements[key])) is not None
    ]
    return next((hand for hand in hands if count_parts(hand, trump) == parts), [])


def filled(parts, trump, arrangement):
    """Add the other cards the parts ask for, then tens and aces that meld nothing."""
    hand = [0] * DECK.kinds
    for suit, (king, queen) in enumerate(arrangement):
        at = suit * SUIT_SIZE
        hand[at + K], hand[at + Q] = king, queen
        least = parts.runs if suit == trump else 0
        hand[at + A] = max(parts.aces, least)
        hand[at + J] = max(parts.jacks, least)
        hand[at + T] = least
    hand[JACK_OF_DIAMONDS] = max(hand[JACK_OF_DIAMONDS], parts.pinochles)
    plain = [suit for suit in range(4) if suit != trump]
    spare = [suit * SUIT_SIZE + T for suit in plain] + [s * SUIT_SIZE + A for s in plain[1:]]
    for code in spare:
        while sum(hand) < 20 and hand[code] < 4:
            hand[code] += 1
    return hand if sum(hand) == 20 else None

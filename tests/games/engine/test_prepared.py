"""Prepared deals: the same for everybody who has the seed, fair, and dealt by hand as printed."""

from collections import Counter
from hashlib import sha256
from random import Random

import pytest

from games.engine.errors import IllegalAction
from games.engine.prepared import (
    check_as_prepared,
    commitment_of,
    how_dealt,
    is_seed,
    prepared_deal,
    sorted_hand,
    sorted_pack,
    steps_of,
)
from games.engine.variants import VARIANTS, make_ruleset
from tests.games.engine.rulesets import every_ruleset, named

SEED = "00112233445566778899aabbccddeeff" * 2
RULESETS = list(
    {(r.variant, r.players, how_dealt(r).deck.size): r for r in every_ruleset()}.values()
)


def seed_of(text):
    return sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_deal_is_a_whole_pack_that_can_be_played(ruleset):
    dealt = how_dealt(ruleset)
    for number in range(1, 13):
        deal = prepared_deal(ruleset, SEED, number)
        cards = Counter(" ".join((*deal.hands, deal.stock)).split())
        assert cards == Counter(dict.fromkeys(dealt.deck.texts, dealt.deck.copies))
        assert {len(hand.split()) for hand in deal.hands} == {dealt.hand_size}
        assert deal.dealer == (number - 1) % ruleset.players
        assert not VARIANTS[ruleset.variant].opening(ruleset, deal.as_record()).over


def independent_deal(pack, seed, number, hand_size, players):
    """Do what docs/prepared-deals.md says, in other words than the engine's."""
    stream = b"".join(sha256(f"{seed}:{number}:{n}".encode()).digest() for n in range(60))
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    cards = list(pack)
    for place in reversed(range(1, len(cards))):
        size = place + 1
        while words[0] >= 2**32 // size * size:
            del words[0]
        other = words.pop(0) % size
        cards[place], cards[other] = cards[other], cards[place]
    return [" ".join(cards[n * hand_size : (n + 1) * hand_size]) for n in range(players)]


def test_anybody_can_recompute_a_deal_from_the_page():
    ruleset = make_ruleset("double-deck-pinochle")
    pack = [rank + suit for suit in "SHDC" for rank in "JQKTA" for _ in range(4)]

    for number in (1, 2, 24):
        hands = prepared_deal(ruleset, SEED, number).hands
        assert list(hands) == independent_deal(pack, SEED, number, 20, 4)


def test_deal_of_the_page_stays_as_it_is_printed():
    """The worked example of docs/prepared-deals.md; a change here breaks every seed ever given."""
    ruleset = make_ruleset("pitch", players=4)
    deal = prepared_deal(ruleset, SEED, 1)

    assert deal.hands == (
        "9C 2C TC 8D 9D AH",
        "QC 2S 7D 6S 8S 5D",
        "KH JD QD AD 7C 4C",
        "3H QS QH JH 6C TD",
    )
    assert commitment_of(SEED, "example") == (sha256(b"example\n" + SEED.encode()).hexdigest())


def test_every_card_comes_to_every_seat_equally_often():
    """2,000 deals of 52 cards: chi-squared of card by place, far from what chance would allow."""
    ruleset = make_ruleset("pitch", players=4)
    seen = Counter()
    for number in range(1, 2001):
        deal = prepared_deal(ruleset, SEED, number)
        for seat, cards in enumerate(deal.hands):
            seen.update((card, seat) for card in cards.split())
    expected = 2000 * 6 / 52
    texts = how_dealt(ruleset).deck.texts
    chi = sum((seen[card, seat] - expected) ** 2 / expected for card in texts for seat in range(4))

    assert abs(chi - 208 * 46 / 52) < 5 * (2 * 208 * 46 / 52) ** 0.5


def test_deals_that_are_thrown_in_are_shuffled_again():
    """With eight players hands without points are common."""
    ruleset = make_ruleset("fifty-six", None, {"redeal": "all_jacks_or_no_points"}, 8)
    dealt = how_dealt(ruleset)
    pack = [text for text in dealt.deck.texts for _ in range(dealt.deck.copies)]
    again = 0
    for number in range(1, 101):
        first = independent_deal(pack, SEED, number, dealt.hand_size, 8)
        again += VARIANTS[ruleset.variant].opening(ruleset, {"dealer": 0, "hands": first}).over
        deal = prepared_deal(ruleset, SEED, number)
        assert not VARIANTS[ruleset.variant].opening(ruleset, deal.as_record()).over

    assert again > 0


@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_dealing_by_the_steps_gives_the_hands(ruleset):
    dealt = how_dealt(ruleset)
    deal = prepared_deal(ruleset, SEED, 7)
    steps = steps_of(dealt, deal)
    piles = [
        " ".join(filter(None, pile)).split() for pile in zip(*(s.cards for s in steps), strict=True)
    ]

    assert [Counter(pile) for pile in piles] == [
        Counter(cards.split()) for cards in (*deal.hands, deal.stock)
    ]
    # what lies on a pile is sorted already, as the sheet lists it
    assert piles[:-1] == [sorted_hand(dealt, cards) for cards in deal.hands]
    assert " ".join(step.taken for step in steps).split() == sorted_pack(dealt)
    assert len(steps) == -(-dealt.deck.size // 4)


def swapped(deal, rng):
    """Exchange two different cards of two hands."""
    hands = [cards.split() for cards in deal.hands]
    one, two = rng.sample(range(len(hands)), 2)
    a = rng.randrange(len(hands[one]))
    b = next(n for n, card in enumerate(hands[two]) if card != hands[one][a])
    hands[one][a], hands[two][b] = hands[two][b], hands[one][a]
    return min(one, two), [" ".join(cards) for cards in hands]


@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_a_wrong_card_is_refused_with_its_seat(ruleset):
    dealt = how_dealt(ruleset)
    deal = prepared_deal(ruleset, SEED, 5)
    rng = Random(7)
    for _ in range(5):
        seat, hands = swapped(deal, rng)
        if [Counter(h.split()) for h in hands] == [Counter(h.split()) for h in deal.hands]:
            continue
        with pytest.raises(IllegalAction) as refused:
            check_as_prepared(dealt, deal, hands, None)
        assert refused.value.rule == "not_as_prepared"
        assert refused.value.index == seat


def test_order_in_a_hand_is_free_but_not_in_a_stock_that_is_drawn_from():
    ruleset = make_ruleset("pedro")
    dealt = how_dealt(ruleset)
    deal = prepared_deal(ruleset, SEED, 1)
    backwards = [" ".join(reversed(cards.split())) for cards in deal.hands]
    stock = deal.stock.split()
    stock[0], stock[1] = stock[1], stock[0]

    check_as_prepared(dealt, deal, backwards, deal.stock)
    with pytest.raises(IllegalAction) as refused:
        check_as_prepared(dealt, deal, backwards, " ".join(stock))
    assert refused.value.phase == "stock"
    assert deal.stock.split()[0] in str(refused.value)


def test_commitment_tells_the_seed_and_what_it_is_for():
    assert commitment_of(SEED, "event 1") != commitment_of(SEED, "event 2")
    assert commitment_of(SEED, "event 1") != commitment_of(seed_of("x"), "event 1")


@pytest.mark.parametrize("text", ["", "00", SEED.upper(), SEED + "0", "g" * 64, None, 7])
def test_what_is_no_seed_is_refused(text):
    assert not is_seed(text)
    with pytest.raises(ValueError, match="64 hexadecimal"):
        prepared_deal(make_ruleset("pitch", players=4), text, 1)

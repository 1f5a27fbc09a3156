"""A record as a story: every card, call and meld stands where it was."""

from collections import Counter
from random import Random

import pytest

from games.engine.cards import shuffled
from games.engine.variants import VARIANTS, make_ruleset, seats_of
from games.engine.variants.double_deck_pinochle.deal import DECK, HAND_SIZE
from games.engine.variants.double_deck_pinochle.meld import (
    best_meld,
    meld_table,
)
from games.engine.variants.double_deck_pinochle.meld_names import name_melds
from games.engine.variants.double_deck_pinochle.options import Options
from games.sentences import Sentence
from games.story import story_of

RULESETS = [
    pytest.param(make_ruleset(name, preset, {}, players), id=f"{name}-{preset}-{players}")
    for name, game in sorted(VARIANTS.items())
    for preset, about in game.presets.items()
    for players in seats_of(game, about, about.options)
]


def record_of(ruleset, seed=1):
    return VARIANTS[ruleset.variant].random_deal(ruleset, Random(seed))


@pytest.mark.sampled(30)
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_card_of_the_play_is_shown_once_and_was_held(ruleset, seed):
    record = record_of(ruleset, seed)

    story = story_of(ruleset, record)

    shown = Counter(
        card for trick in story.tricks for _, cards in trick.cards for card in cards.split()
    )
    written = [card.partition("*")[0] for one in record.get("play", ()) for card in one.split("+")]
    assert shown == Counter(written)
    held = Counter(card for hand in story.hands_at_first_lead() for card in hand.split())
    for draw in story.draws:
        held += Counter(draw.cards.split())
        held -= Counter(draw.gave.split())
    assert held == shown


@pytest.mark.sampled(20)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_wins_a_trick_leads_to_the_next(ruleset):
    story = story_of(ruleset, record_of(ruleset))

    for trick, following in zip(story.tricks, story.tricks[1:], strict=False):
        assert len(trick.cards) == ruleset.players
        assert trick.winner == following.cards[0][0]


def of_games(*variants):
    return [one for one in RULESETS if one.values[0].variant in variants]


@pytest.mark.parametrize(
    "ruleset", of_games("double-deck-pinochle", "partnership-pinochle", "fifty-six")
)
def test_the_points_of_the_tricks_are_those_of_the_result(ruleset):
    for seed in range(4):
        record = record_of(ruleset, seed)
        story = story_of(ruleset, record)
        detail = VARIANTS[ruleset.variant].replay(ruleset, record).detail

        points = [0, 0]
        for trick in story.tricks:
            points[trick.winner % 2] += trick.points
        assert points == (detail.get("points") or [0, 0])
        assert not any(trick.bonus for trick in story.tricks[:-1])


@pytest.mark.parametrize("ruleset", of_games("three-handed-pinochle"))
def test_what_the_declarer_buried_is_no_trick(ruleset):
    record = record_of(ruleset)
    story = story_of(ruleset, record)
    detail = VARIANTS[ruleset.variant].replay(ruleset, record).detail

    assert story.kitty == record["stock"]
    assert story.laid_away == [(detail["declarer"], record["discards"][detail["declarer"]])]
    taken = sum(trick.points for trick in story.tricks)
    assert taken + detail["buried_points"] == sum(detail["points"])


@pytest.mark.parametrize("ruleset", of_games("double-deck-pinochle", "partnership-pinochle"))
def test_the_melds_by_seat_are_those_of_the_result(ruleset):
    for seed in range(4):
        record = record_of(ruleset, seed)
        detail = VARIANTS[ruleset.variant].replay(ruleset, record).detail

        melds = story_of(ruleset, record).melds

        assert all(isinstance(meld.what, Sentence) for meld in melds)
        laid = [sum(meld.points for meld in melds if meld.seat == seat) for seat in range(4)]
        if detail.get("branch") != "no_marriage":
            assert laid == (detail.get("seat_melds") or [0] * 4)


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(meld_table="doubling", roundhouse=32),
        Options(meld_table="five_hundred", roundhouse=32, run_roundhouse=39, double_roundhouse=240),
        Options(meld_table="no_triple_run", run_roundhouse=39),
    ],
)
def test_the_melds_by_name_are_worth_the_best_meld_of_the_hand(options):
    rng, table = Random(5), meld_table(options)
    for _ in range(300):
        # few kinds of card, so that there are doubles and roundhouses
        pack = [card for card in shuffled(DECK, rng) if card[0] in "AKQJ" or card[1] == "S"]
        hand = [0] * DECK.kinds
        for card in pack[:HAND_SIZE]:
            hand[DECK.codes[card]] += 1

        named = name_melds(hand, 0, table)

        assert sum(points for _, points in named) == best_meld(hand, 0, table).points


def test_a_record_of_the_whole_pack_tells_the_hands_it_was_dealt_into():
    ruleset = make_ruleset("double-deck-pinochle", "standard")
    record = record_of(ruleset)
    record["deck"] = deck_of(record)
    hands = record.pop("hands")

    story = story_of(ruleset, record)

    assert [Counter(hand.split()) for hand in story.hands] == [
        Counter(hand.split()) for hand in hands
    ]
    assert len(story.tricks) == 20


def deck_of(record):
    """Put the hands together again as they are dealt in fours from the dealer's left."""
    hands = [hand.split() for hand in record["hands"]]
    seats = [(record["dealer"] + turn) % 4 for turn in range(1, 5)]
    return " ".join(
        card for at in range(0, HAND_SIZE, 4) for seat in seats for card in hands[seat][at : at + 4]
    )


def test_calls_and_cards_written_with_their_seat_are_shown_without_it():
    ruleset = make_ruleset("double-deck-pinochle", "standard")
    record = record_of(ruleset)
    plain = story_of(ruleset, record)
    seats = [seat for trick in plain.tricks for seat, _ in trick.cards]
    record["auction"] = [f"{seat}:{call}" for seat, call in plain.calls]
    record["play"] = [f"{seat}:{card}" for seat, card in zip(seats, record["play"], strict=True)]

    assert story_of(ruleset, record) == plain


def test_a_record_without_cards_has_no_story():
    ruleset = make_ruleset("pitch", "standard", {}, 4)

    assert story_of(ruleset, {"dealer": 0}) is None

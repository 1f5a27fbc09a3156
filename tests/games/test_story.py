"""A record as a story: every card, call and meld stands where it was."""

from collections import Counter
from random import Random

import pytest

from games.engine.actions import Action
from games.engine.cards import shuffled
from games.engine.tricks import TrickPlay
from games.engine.variant import nothing_done
from games.engine.variants import VARIANTS, make_ruleset, seats_of
from games.engine.variants.double_deck_pinochle.deal import DECK, HAND_SIZE
from games.engine.variants.double_deck_pinochle.meld import (
    best_meld,
    count_parts,
    meld_table,
)
from games.engine.variants.double_deck_pinochle.meld_names import name_melds
from games.engine.variants.double_deck_pinochle.options import Options
from games.sentences import Sentence
from games.story import ADDERS, Draw, Story, Trick, story_of

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


@pytest.mark.sampled(20)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_calls_are_those_of_the_record_by_whose_turn_it_was(ruleset):
    record = record_of(ruleset)

    story = story_of(ruleset, record)

    assert [call for _, call in story.calls] == list(record.get("auction", ()))
    assert story.hands == record["hands"]
    assert story.dealer == record["dealer"]


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


def test_melds_end_with_a_deal_that_wants_a_royal_marriage():
    ruleset = make_ruleset(
        "double-deck-pinochle",
        "standard",
        {"royal_marriage_required": True, "no_marriage_opponents": "meld"},
    )
    game = VARIANTS[ruleset.variant]

    def player(state):
        """Name a suit without a marriage where there is one."""
        chosen = game.plain_player(state)
        if chosen.phase != "trump":
            return chosen
        suits = [
            suit
            for place, suit in enumerate("SHDC")
            if not count_parts(state.hands[state.declarer], place).royal_pairs
        ]
        return Action("trump", (suits or ["S"])[0])

    ended = 0
    for seed in range(20):
        record = game.random_deal(ruleset, Random(seed), player=player)
        detail = game.replay(ruleset, record).detail
        if detail["branch"] != "no_marriage":
            continue
        ended += 1
        story = story_of(ruleset, record)
        assert story.melds
        assert all(meld.seat % 2 != detail["declarer_side"] for meld in story.melds)
    assert ended


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


def test_calls_and_cards_written_with_their_seat_are_told_without_it():
    ruleset = make_ruleset("double-deck-pinochle", "standard")
    record = record_of(ruleset)
    plain = story_of(ruleset, record)
    seats = [seat for trick in plain.tricks for seat, _ in trick.cards]
    record["auction"] = [f"{seat}:{call}" for seat, call in plain.calls]
    record["play"] = [f"{seat}:{card}" for seat, card in zip(seats, record["play"], strict=True)]

    assert story_of(ruleset, record) == plain


def test_hands_where_cards_are_drawn_are_as_dealt_at_the_first_lead():
    story = Story(
        hands=["AS", "KS"],
        tricks=[
            Trick(cards=((0, "AS"), (1, "KS")), winner=0),
            Trick(cards=((0, "9H"), (1, "TD")), winner=1),
        ],
        draws=[Draw(1, 0, "9H"), Draw(1, 1, "TD")],
    )

    assert story.hands_at_first_lead() == ["AS", "KS"]


def test_tricks_have_no_points_where_cards_count_nothing(monkeypatch):
    ruleset = make_ruleset("pedro")
    begin = TrickPlay.__post_init__

    def begin_without_values(play):
        begin(play)
        play.values = [0] * play.deck.kinds

    assert all(trick.points is not None for trick in story_of(ruleset, record_of(ruleset)).tricks)
    monkeypatch.setattr(TrickPlay, "__post_init__", begin_without_values)
    assert {trick.points for trick in story_of(ruleset, record_of(ruleset)).tricks} == {None}


def test_who_sits_the_play_out_holds_what_was_dealt():
    story = Story(
        hands=["9S", "KS", "9H", "AS"],
        tricks=[Trick(cards=((1, "KS"), (3, "AS"), (0, "9S")), winner=3)],
    )

    assert story.hands_at_first_lead() == ["9S", "KS", "9H", "AS"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_that_a_record_of_a_game_lists_is_in_its_story(variant):
    """Melds during the play and cards drawn are read from the state when all is done."""
    game = VARIANTS[variant]
    at_the_end = {"events", "last_draw"} if game.melds_laid is not nothing_done else set()
    giving_up = {phase.key for phase in game.phases if phase.gives_up}
    assert set(game.phase_of) <= {*ADDERS, "play"} | giving_up | at_the_end


def test_a_record_without_cards_has_no_story():
    ruleset = make_ruleset("pitch", "standard", {}, 4)

    assert story_of(ruleset, {"dealer": 0}) is None

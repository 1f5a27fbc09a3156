"""What is offered is accepted, and nothing else is; a refusal leaves the deal as it was."""

from collections import Counter
from copy import deepcopy
from itertools import islice, product
from random import Random

import pytest

from games.engine.actions import Action, play_deal
from games.engine.errors import IllegalAction, Refusal
from games.engine.variants import VARIANTS, make_ruleset
from tests.games.engine.rulesets import named, wild_player

RANKS, SUITS = "A23456789TJQK", "SHDC"
RULESETS = [
    make_ruleset("pitch", "standard", {}, 3),
    make_ruleset("pitch", "gordon", {}, 4),
    make_ruleset("pitch", "bicycle", {}, 5),
    make_ruleset("pitch", "smudge", {"smudge_in_hole": "not_allowed", "dealer_steal": "any"}, 2),
    make_ruleset("double-deck-pinochle", "standard"),
    make_ruleset("double-deck-pinochle", "hays", {"heading": "trump_led_only"}),
    make_ruleset("double-deck-pinochle", "cr_half", {"heading": "none", "bidding_rounds": 1}),
    make_ruleset(
        "double-deck-pinochle", "passing", {"exchange": "both_sides", "exchange_count": 1}
    ),
    make_ruleset(
        "double-deck-pinochle",
        "passing",
        {"exchange_order": "simultaneous", "exchange_timing": "before_trump", "throw_in": True},
    ),
    make_ruleset("pedro", "standard"),
    make_ruleset("pedro", "cajun", {"low_pedro_rank": "lowest", "forced_dealer": "at_least"}),
    make_ruleset("pedro", "six_up"),
    make_ruleset("fifty-six", "standard", {}, 4),
    make_ruleset("fifty-six", "56cards", {}, 8),
    make_ruleset("fifty-six", "nair32", {"all_pass": "eldest_must_open"}),
    make_ruleset("partnership-pinochle", "bga", {"all_pass": "redeal", "must_head": "trump"}),
    make_ruleset("partnership-pinochle", "pagat", {"exchange_max": 1, "min_bid": 50}),
    make_ruleset("partnership-pinochle", "literal", {"exchange_order": "declarer_first"}),
    make_ruleset(
        "partnership-pinochle", "bicycle", {"exchange_max": 2, "exchange_order": "simultaneous"}
    ),
    make_ruleset("three-handed-pinochle", "bga", {"all_pass": "redeal", "must_head": "trump"}),
    make_ruleset("three-handed-pinochle", "pagat", {"first_lead": "left_of_dealer"}),
    make_ruleset(
        "three-handed-pinochle",
        "literal",
        {"bury_trump": "forbidden", "bury_aces": "forbidden", "trump_timing": "before_kitty"},
    ),
    make_ruleset("two-handed-pinochle", "bga", {"dix_extra": False}),
    make_ruleset("two-handed-pinochle", "literal", {"remeld": "never"}),
    make_ruleset("two-handed-pinochle", "pagat", {"melds_per_trick": "many"}),
    make_ruleset("two-handed-pinochle", "bicycle", {"last_draw": "winner_choice"}),
]
NAMED = {ruleset.variant for ruleset in RULESETS}
RULESETS += [make_ruleset(variant) for variant in sorted(VARIANTS) if variant not in NAMED]
CARDS = [rank + suit for rank in RANKS for suit in SUITS]
CALLS = ["pass", "pass 1", "pass 1.5", "smudge", *map(str, range(0, 130, 3)), "1", "2", "4", "50"]
CALLS += ["double", "redouble", "27 S", "28 S", "S 29", "30 NT", "31 noes", "+1 C", "+2 noes"]
CALLS += [
    "56 H",
    "57 H",
    "+29 D",
    "NT 28",
    "+1 NT",
    "S +1",
    "028 S",
    "28  S",
    "28 S ",
    "+0 S",
    "-1 S",
]
# games say what can be called; Fifty-Six alone has too many calls to list them
LISTED_CALLS = {
    name: game.phase_of["auction"].schema["items"].get("enum", [])
    for name, game in VARIANTS.items()
    if "auction" in game.phase_of
}
CALLS += [call for calls in LISTED_CALLS.values() for call in calls if call not in CALLS]
AWAY = ["", "AS", "AS AS", "2S 3S 4S 5S 6S 7S 8S 9S TS", "1S"]
PILES = ["AS+2S", "KH+6H+7H+8H", "AS+AS", "+", "AS+"]
RUBBISH = [None, True, 17, -1, 4.5, "", " ", "XX", "as", "9:AS", "0:", [], {}, ["AS"], "pass 0"]
EVENTS = [
    {"trick": 1, "seat": seat, **done}
    for seat in (0, 1)
    for done in ({"dix": "show"}, {"dix": "exchange"}, {"dix": "x"}, {"meld": "KS QS"}, {})
]
PHASES = [
    "auction", "trump", "exchange", "throw_in", "concede", "play", "discards", "events",
    "last_draw", "", "over",
]  # fmt: skip
CHANGEABLE = ("auction", "play", "exchange", "discards", "events")
WITHOUT_INDEX = ("trump", "throw_in", "concede")


def every_action(state):
    """Give all kinds of things somebody might try now, legal or not."""
    for cards in [*CARDS, *PILES]:
        yield Action("play", cards)
    for call in CALLS:
        yield Action("auction", call)
    for suit in [*SUITS, "NT"]:
        yield Action("trump", suit)
    for giver in range(4):
        yield Action("exchange", {"from": giver, "to": (giver + 2) % 4, "cards": "AS"})
        yield Action("exchange", {"from": giver, "to": giver, "cards": "AS AS AS"})
        yield Action("discards", {"seat": giver, "cards": "AS AS AS"})
        yield Action("discards", {"seat": giver, "cards": "9C"})
    for event in EVENTS:
        yield Action("events", event)
    for seat, cards in product(range(4), AWAY):
        yield Action("discards", {"seat": seat, "cards": cards})
    for phase, value in product(PHASES, RUBBISH):
        yield Action(phase, value)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_apply_takes_what_is_offered_and_nothing_else(ruleset):
    game = VARIANTS[ruleset.variant]
    rng = Random(5)
    seen = 0

    def try_everything(state):
        nonlocal seen
        seen += 1
        offered = list(islice(game.legal_actions(state), 500))
        if seen % 4 == 1 or state.phase != "play":
            before = deepcopy(state)
            for action in sample(rng, offered):
                game.apply(deepcopy(state), action)
            for action in every_action(state):
                if action not in offered and not is_taken_all_the_same(state, action):
                    with pytest.raises(Refusal) as refused:
                        game.apply(state, action)
                    assert str(refused.value.sentence)
                    assert state == before, action
        return wild_player(rng)(state)

    game.random_deal(ruleset, rng, player=try_everything)

    assert seen


def sample(rng, offered):
    """Return all that is offered, or thirty of it."""
    return offered if len(offered) <= 30 else rng.sample(offered, 30)


def is_taken_all_the_same(state, action):
    """What is not offered because it says something offered in other words, or in another order.

    Partners who exchange at the same time may give in any order; smudge is a word for 4; a card
    that is only on the table may be played without its star.
    """
    if state.ruleset.variant == "two-handed-pinochle" and action.phase == "play":
        offered = VARIANTS[state.ruleset.variant].legal_actions(state)
        return any(other.value in (f"{action.value}*", f"{action.value}*1") for other in offered)
    if action == Action("auction", "smudge"):
        return getattr(state.options, "smudge", None) == "wins_game"
    return (
        state.phase == "exchange"
        and action.phase == "exchange"
        and isinstance(action.value, dict)
        and action.value.get("from") != state.turn
        and action.value.get("cards") == "AS"
    )


@pytest.mark.sampled(10)
@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_one_changed_entry_is_legal_or_refused_with_its_place_and_reason(ruleset):
    game = VARIANTS[ruleset.variant]
    rng = Random(11)
    refusals = []
    for _ in range(6):
        record = game.random_deal(ruleset, rng, player=wild_player(rng))
        refusals += [refusal_of(game, ruleset, changed_once(rng, record)) for _ in range(25)]

    refusals = [refusal for refusal in refusals if refusal is not None]
    assert len(refusals) > 20
    for refusal in refusals:
        assert refusal.rule
        assert len(str(refusal.sentence)) > 10
        assert refusal.phase in CHANGEABLE or refusal.phase in WITHOUT_INDEX
        assert refusal.index is not None or refusal.phase in WITHOUT_INDEX


def refusal_of(game, ruleset, record):
    try:
        game.replay(ruleset, record)
    except Refusal as refusal:
        return refusal
    return None


def changed_once(rng, record):
    changed = deepcopy(record)
    phase = rng.choice([name for name in CHANGEABLE if record.get(name)])
    place = rng.randrange(len(changed[phase]))
    if phase == "auction":
        changed[phase][place] = rng.choice(
            ["pass", "1", "2", "3", "8", "50", "51", "60", "65", "28 S", "40 NT", "+1 D", "double"]
            + LISTED_CALLS[record["variant"]]
        )
    elif phase == "play":
        changed[phase][place] = rng.choice(record["hands"]).split()[0]
    elif phase == "events":
        changed[phase][place]["trick"] = rng.randint(1, 12)
    elif phase == "discards":
        changed[phase][place] += " " + rng.choice(record["hands"]).split()[0]
    else:
        changed[phase][place]["cards"] = " ".join(rng.sample(record["hands"][0].split(), 3))
    return changed


def test_side_suit_must_be_followed_or_trumped():
    ruleset = make_ruleset("pitch", "standard", {}, 2)
    hands = ["AS TH 9H 8H 7H 6H", "2S QH 4D 5D 6D 7D"]
    game = VARIANTS["pitch"]
    state = game.start(ruleset, 1, hands)
    for action in (
        Action("auction", "1"),
        Action("auction", "pass"),
        Action("play", "AS"),
        Action("play", "2S"),
        Action("play", "TH"),
    ):
        game.apply(state, action)

    with pytest.raises(IllegalAction) as refused:
        game.apply(state, Action("play", "4D"))

    assert "must follow suit or play a trump" in str(refused.value.sentence)


def test_the_plain_player_passes_trumps_to_the_declarer_who_returns_the_lowest_spare_card():
    hand = "AH TH KH QH JH AH TH KH QH JH AS TS AS TS AD TD TC TC JC AC"
    left = Counter([rank + suit for rank in "ATKQJ" for suit in SUITS] * 4)
    left.subtract(hand.split())
    others = list(left.elements())
    ruleset = make_ruleset("double-deck-pinochle", "passing", {"exchange_count": 1})
    game = VARIANTS[ruleset.variant]
    hands = [" ".join(others[:20]), hand, " ".join(others[20:40]), " ".join(others[40:])]
    state = game.start(ruleset, 0, hands)
    for call in ("50", "pass", "pass", "pass"):
        game.apply(state, Action("auction", call))
    game.apply(state, Action("trump", "H"))

    for gift in ({"from": 3, "to": 1, "cards": "JH"}, {"from": 1, "to": 3, "cards": "JC"}):
        assert game.plain_player(state) == Action("exchange", gift)
        game.apply(state, Action("exchange", gift))


def test_deal_that_is_over_offers_nothing():
    for ruleset in RULESETS:
        game = VARIANTS[ruleset.variant]
        rng = Random(3)
        record = game.random_deal(ruleset, rng)
        state = VARIANTS[ruleset.variant].opening(ruleset, record)
        replayed = play_deal({"hands": record["hands"]}, state, game.apply, game.plain_player)
        assert replayed["hands"] == record["hands"]
        assert list(game.legal_actions(state)) == []


def test_deal_that_is_not_over_cannot_be_scored():
    for ruleset in RULESETS:
        game = VARIANTS[ruleset.variant]
        record = game.random_deal(ruleset, Random(3))
        with pytest.raises(IllegalAction, match="not over"):
            game.result(VARIANTS[ruleset.variant].opening(ruleset, record))

"""Values of melds and cards of a club's own: melds are counted here again, by their definition."""

from itertools import product
from random import Random

import pytest

from games.engine.errors import RulesetRefused
from games.engine.variants import VARIANTS, make_ruleset
from games.score_door import score

SINGLE = ["partnership-pinochle", "three-handed-pinochle"]
DOUBLE, TWO = "double-deck-pinochle", "two-handed-pinochle"
RANKS = {"aces": "A", "kings": "K", "queens": "Q", "jacks": "J"}
TIMES = ("", "double_", "triple_", "quadruple_")


def own_values(rng):
    """Return values by lot for a game with one pack, as a club could type them."""
    own = {name: rng.randrange(0, 30) * 10 for name in (*RANKS, "pinochle", "marriage", "dix")}
    own |= {f"double_{name}": own[name] + rng.randrange(60) * 10 for name in (*RANKS, "pinochle")}
    own["royal_marriage"] = rng.randrange(0, 8) * 10
    own["beside_run"] = rng.randrange(0, 6) * 10
    own["run"] = 2 * own["royal_marriage"] + rng.randrange(20) * 10
    own["double_run"] = own["run"] + 2 * own["beside_run"] + rng.randrange(200) * 10
    return own


def meld_of_one_pack(hand, trump, own, run_extras):
    """Return what a hand melds, meld after meld as the rulebook has them."""
    total = own["dix"] * hand.count("9" + trump)
    for suit in "SHDC":
        if suit != trump:
            total += own["marriage"] * min(hand.count("K" + suit), hand.count("Q" + suit))
    kings, queens = hand.count("K" + trump), hand.count("Q" + trump)
    runs = min(hand.count(rank + trump) for rank in "ATKQJ")
    if runs == 2:
        total += own["double_run"]
    elif runs == 1:
        beside = (kings - 1) + (queens - 1) if run_extras == "each" else min(kings, queens) - 1
        total += own["run"] + own["beside_run"] * beside
    else:
        total += own["royal_marriage"] * min(kings, queens)
    for name, rank in RANKS.items():
        total += held(own, name, min(hand.count(rank + suit) for suit in "SHDC"))
    return total + held(own, "pinochle", min(hand.count("QS"), hand.count("JD")))


def held(own, name, times):
    return own[TIMES[times - 1] + name] if times else 0


@pytest.mark.parametrize("variant", SINGLE)
@pytest.mark.parametrize("run_extras", ["each", "marriage_only"])
def test_hands_meld_and_score_by_the_values_of_the_club(variant, run_extras):
    rng = Random(f"{variant} {run_extras}")
    game = VARIANTS[variant]
    for _ in range(12):
        own = own_values(rng)
        cards = {f"{rank}_points": rng.randrange(0, 20) for rank in ("ace", "king", "jack")}
        ruleset = make_ruleset(variant, None, {**own, **cards, "run_extras": run_extras})
        record = game.random_deal(ruleset, rng)
        state = game.replayed(ruleset, record)
        result = game.result(state)
        melded = [sum(melds.values()) for melds in result.detail["named_melds"]]
        hands = cards_melded_from(record)

        assert melded == [
            meld_of_one_pack(hand, record["trump"], own, run_extras) for hand in hands
        ]
        total = 8 * (10 + sum(cards.values())) + 10
        assert sum(result.detail["points"]) in (total, 0)
        form = game.summary_of(ruleset, record)
        assert score(form)["score"] == list(result.score)


def cards_melded_from(record):
    """Return the hands after the exchange, or after the kitty was taken and cards buried."""
    hands = [hand.split() for hand in record["hands"]]
    for gift in record.get("exchange") or []:
        for card in gift["cards"].split():
            hands[gift["from"]].remove(card)
            hands[gift["to"]].append(card)
    for seat, buried in enumerate(record.get("discards") or []):
        if buried:
            hands[seat] += record["stock"].split()
            for card in buried.split():
                hands[seat].remove(card)
    return hands


def double_deck_values(rng):
    own = {"marriage": rng.randrange(0, 10)}
    for name in ("run", "royal_marriage", *RANKS):
        worth = 0
        for times, most in zip(TIMES, (20, 200, 300, 400), strict=True):
            worth += rng.randrange(most)
            own[times + name] = worth
    return own


def meld_of_two_packs(hand, trump, own):
    """Return the most a hand can meld: runs and royal marriages are a choice, the rest is not."""
    pairs = {suit: min(hand.count("K" + suit), hand.count("Q" + suit)) for suit in "SHDC"}
    runs = min(hand.count(rank + trump) for rank in "ATKQJ")
    total = own["marriage"] * sum(count for suit, count in pairs.items() if suit != trump)
    total += max(
        held(own, "run", used) + held(own, "royal_marriage", pairs[trump] - used)
        for used in range(runs + 1)
    )
    for name, rank in RANKS.items():
        total += held(own, name, min(hand.count(rank + suit) for suit in "SHDC"))
    return total + (0, 4, 30, 60, 90)[min(hand.count("QS"), hand.count("JD"))]


def test_hands_of_two_packs_meld_and_score_by_the_values_of_the_club():
    rng = Random(4)
    game = VARIANTS[DOUBLE]
    for _ in range(15):
        own = double_deck_values(rng)
        cards = {"ace_points": rng.randrange(1, 6), "last_trick_points": rng.randrange(10)}
        ruleset = make_ruleset(DOUBLE, None, {**own, **cards})
        record = game.random_deal(ruleset, rng)
        result = game.replay(ruleset, record)
        hands = [hand.split() for hand in record["hands"]]

        assert result.detail["seat_melds"] == [
            meld_of_two_packs(hand, record["trump"], own) for hand in hands
        ]
        if result.detail["points"] is not None:
            total = 16 * (cards["ace_points"] + 2) + cards["last_trick_points"]
            assert sum(result.detail["points"]) == total
        assert score(game.summary_of(ruleset, record))["score"] == list(result.score)


def test_melds_laid_between_tricks_count_what_the_club_says():
    rng, seen = Random(9), set()
    for _ in range(12):
        own = {name: rng.randrange(1, 40) * 10 for name in ("run", *RANKS, "pinochle", "dix")}
        own |= {"marriage": rng.randrange(1, 9) * 10, "royal_marriage": rng.randrange(1, 9) * 10}
        own["double_pinochle"] = own["pinochle"] + 100
        ruleset = make_ruleset(TWO, None, {**own, "king_points": 5})
        record = VARIANTS[TWO].random_deal(ruleset, rng)
        result = VARIANTS[TWO].replay(ruleset, record)
        worth = {
            "turned dix": own["dix"],
            "royal marriage": own["royal_marriage"],
            "double pinochle": own["double_pinochle"],
        }
        for _trick, _seat, name, points in result.detail["meld_log"]:
            first = name.partition(" ")[0]
            assert points == worth.get(name, own.get(first)), name
            seen.add(first)
        assert sum(result.detail["points"]) == 8 * 25 + 10
        assert score(VARIANTS[TWO].summary_of(ruleset, record))["score"] == list(result.score)
    assert {"marriage", "dix", "pinochle"} <= seen


@pytest.mark.parametrize(
    ("variant", "own", "code", "words"),
    [
        ("partnership-pinochle", {"run": 1010}, "bad_option_value", "from 0 to 1000"),
        ("partnership-pinochle", {"aces": -10}, "bad_option_value", "from 0 to 1000"),
        ("partnership-pinochle", {"aces": 105}, "bad_option_value", "Aces around"),
        ("partnership-pinochle", {"double_aces": 90}, "options_contradict", "100"),
        ("partnership-pinochle", {"run": 70}, "options_contradict", "80 or more"),
        ("three-handed-pinochle", {"double_run": 220}, "options_contradict", "230"),
        ("three-handed-pinochle", {"ace_points": 51}, "bad_option_value", "from 0 to 50"),
        (TWO, {"pinochle": 310}, "options_contradict", "310"),
        (TWO, {"last_trick_points": 101}, "bad_option_value", "from 0 to 100"),
        (DOUBLE, {"triple_run": 100}, "options_contradict", "150"),
        (DOUBLE, {"aces": 101}, "bad_option_value", "from 0 to 100"),
        (DOUBLE, {"aces": "sheet"}, "bad_option_value", "from 0 to 100"),
    ],
)
def test_what_is_out_of_bounds_is_refused_in_words(variant, own, code, words):
    with pytest.raises(RulesetRefused) as refused:
        make_ruleset(variant, None, own)

    assert refused.value.code == code
    assert words in str(refused.value.sentence)


@pytest.mark.parametrize("variant", [*SINGLE, TWO, DOUBLE])
def test_cards_cannot_all_be_worth_nothing(variant):
    cards = ("ace", "ten", "king", "queen", "jack", "last_trick")
    with pytest.raises(RulesetRefused) as refused:
        make_ruleset(variant, None, {f"{card}_points": 0 for card in cards})

    assert refused.value.field == "last_trick_points"


@pytest.mark.parametrize("variant", [*SINGLE, TWO, DOUBLE])
def test_the_door_takes_the_club_s_values_only_where_it_is_asked(variant):
    named = {"variant": variant, "dealer": 0, "options": {"aces": 90}, "summary": {}}

    assert score(named)["error"]["rule"] == "bad_option_value"
    assert score({**named, "house_rules": True})["error"]["rule"] != "bad_option_value"


PARTNERS = {"variant": "partnership-pinochle", "dealer": 0, "house_rules": True}
PLAYED = {"declarer": 1, "bid": 300, "melds": [40, 190], "points": [100, 150]}


@pytest.mark.parametrize(
    ("options", "changed", "rule", "words"),
    [
        ({}, {}, None, ""),
        ({"dix": 0}, {"melds": [30, 190]}, "meld_unreachable", "30"),
        ({"king_points": 5}, {}, "points_total", "210"),
        ({"king_points": 5}, {"points": [103, 107]}, "points_unreachable", "multiple of 5"),
        (
            {"king_points": 5},
            {"points": [200, 10], "tricks": [2, 10]},
            "points_unreachable",
            "2 tricks are worth 0 to 90",
        ),
        (
            {"last_trick_points": 50},
            {"points": [40, 250], "last_trick": 0},
            "points_unreachable",
            "50 points or more",
        ),
    ],
)
def test_a_deal_that_these_values_do_not_allow_is_refused_with_its_reason(
    options, changed, rule, words
):
    answer = score({**PARTNERS, "options": options, "summary": {**PLAYED, **changed}})

    assert answer.get("error", {}).get("rule") == rule
    assert words in answer.get("error", {}).get("message", "")


def test_the_sheet_has_keys_for_melds_that_count_and_adds_up_by_the_club_s_values():
    own = {"pinochle": 0, "double_pinochle": 0, "aces": 120}
    sheet = VARIANTS["partnership-pinochle"].meld_sheet(
        make_ruleset("partnership-pinochle", None, own).options, 4
    )
    summary = {**PLAYED, "trump": "H", "laid": [{"aces": 1}, {"run": 1}, {}, {}]}
    summary.pop("melds")
    answer = score({**PARTNERS, "options": own, "summary": summary})

    assert "pinochle" not in [meld.code for meld in sheet.melds]
    assert answer["detail"]["melds"] == [120, 150]


def test_prepared_cards_meld_apart_what_two_single_melds_are_worth():
    """Aces in both hands are worth twice the single ones where the double ones are worth less."""
    options = make_ruleset("partnership-pinochle", None, {"aces": 300, "double_aces": 300}).options
    melding = VARIANTS["partnership-pinochle"].prepared_melds
    cards = [0] * melding.deck.kinds
    for suit, _copy in product("SHDC", range(2)):
        cards[melding.deck.codes["A" + suit]] += 1

    assert [melding.worth(options, cards, 0, hands) for hands in (1, 2)] == [300, 600]

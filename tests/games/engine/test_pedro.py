"""Pedro: the low pedro, the exchange with its rare shortages, piles of trumps, going out."""

from itertools import islice
from random import Random

import pytest

from games.engine.actions import Action, play_deal
from games.engine.cards import shuffled
from games.engine.errors import IllegalAction, Refusal
from games.engine.forms import play_game, start_deal
from games.engine.variants import VARIANTS, make_ruleset
from games.engine.variants.pedro.deal import PACK
from games.scoring import score
from games.story import story_of
from tests.games.engine.rulesets import wild_player
from tests.games.engine.test_random_deals import check_pedro

GAME = VARIANTS["pedro"]
STANDARD = make_ruleset("pedro")
MATES = {"S": "C", "C": "S", "H": "D", "D": "H"}
# trumps dealt to each seat; the dealer is seat 3
SPREADS = {
    "nobody has trumps but the dealer": (0, 0, 0, 9),
    "eight with the dealer": (0, 0, 1, 8),
    "nobody has trumps": (0, 0, 0, 0),
    "the stock is two short": (0, 0, 0, 2),
    "the stock is one short": (1, 0, 0, 1),
    "two left to rob": (1, 1, 2, 2),
    "seven on the dealer's left": (7, 2, 0, 0),
    "nine in the second seat": (0, 9, 3, 0),
    "all in two hands": (9, 5, 0, 0),
    "seven and seven": (7, 0, 7, 0),
}


def stacked_deal(rng, spread, trump, dealer=3):
    """Return a record's hands and stock with so many trumps dealt to each seat."""
    low_pedro = "5" + MATES[trump]
    pack = shuffled(PACK, rng)
    trumps = [card for card in pack if card[1] == trump or card == low_pedro]
    plain = [card for card in pack if card not in trumps]
    hands = []
    for seat in range(4):
        count = spread[(seat - dealer - 1) % 4]
        hand = [trumps.pop() for _ in range(count)] + [plain.pop() for _ in range(9 - count)]
        hands.append(" ".join(hand))
    stock = trumps + plain
    rng.shuffle(stock)
    return {"dealer": dealer, "hands": hands, "stock": " ".join(stock)}


def naming(trump, player):
    """Return the player, who names this suit when it comes to that."""
    return lambda state: Action("trump", trump) if state.phase == "trump" else player(state)


def played(ruleset, rng, spread, trump, player):
    record = {**ruleset.as_json(), **stacked_deal(rng, spread, trump, rng.randrange(4))}
    return play_deal(record, start_deal(ruleset, record), GAME.apply, naming(trump, player))


@pytest.mark.parametrize("spread", SPREADS.values(), ids=SPREADS)
@pytest.mark.parametrize("preset", ["standard", "discard_excess"])
def test_rare_spreads_of_trumps_are_played_to_the_end(preset, spread):
    ruleset = make_ruleset("pedro", preset)
    rng = Random(repr((preset, spread)))
    for trump in "SHDC":
        for player in (GAME.plain_player, wild_player(rng), wild_player(rng)):
            record = played(ruleset, rng, spread, trump, player)
            result = GAME.replay(ruleset, record)
            check_pedro(ruleset, record, result)
            summary = GAME.summary_of(ruleset, record)
            assert score(summary)["score"] == list(result.score)


@pytest.mark.parametrize("spread", SPREADS.values(), ids=SPREADS)
@pytest.mark.parametrize("preset", ["standard", "discard_excess"])
def test_other_cards_laid_away_than_offered_are_refused(preset, spread):
    ruleset = make_ruleset("pedro", preset)
    rng = Random(repr((spread, preset)))
    tried = 0

    def try_others(state):
        nonlocal tried
        if state.phase == "discards":
            everything = [action.value["cards"] for action in GAME.legal_actions(state)]
            offered = {frozenset(cards.split()) for cards in everything}
            assert len(offered) == len(everything)
            for _ in range(40):
                other = changed(rng, rng.choice(everything).split())
                if frozenset(other) in offered and len(set(other)) == len(other):
                    continue
                tried += 1
                value = {"seat": state.turn, "cards": " ".join(other)}
                with pytest.raises(IllegalAction) as refused:
                    GAME.apply(state, Action("discards", value))
                assert refused.value.rule in (
                    "card_not_held",
                    "discard_not_allowed",
                    "discard_count",
                )
                assert (refused.value.phase, refused.value.index) == ("discards", state.turn)
        return wild_player(rng)(state)

    played(ruleset, rng, spread, "H", try_others)

    assert tried > 20


def changed(rng, cards):
    """Return the cards with one more, one less, or one for another."""
    kind = rng.randrange(3)
    left = list(cards)
    if kind and left:
        left.remove(rng.choice(left))
    if kind != 1:
        left.append(rng.choice(PACK.texts))
    return left


def test_every_pile_a_hand_allows_is_offered_once_and_others_are_refused():
    rng = Random(8)
    record = stacked_deal(rng, (9, 5, 0, 0), "S")
    state = start_deal(STANDARD, record)
    for call in ("7", "pass", "pass", "pass"):
        GAME.apply(state, Action("auction", call))
    GAME.apply(state, Action("trump", "S"))
    while state.phase == "discards":
        GAME.apply(state, next(GAME.legal_actions(state)))
    held = [card for card in record["hands"][0].split() if card[1] == "S" or card == "5C"]
    counting = {"AS", "JS", "TS", "2S", "5S", "5C"}

    offered = [action.value.split("+") for action in GAME.legal_actions(state)]

    assert len({(pile[0], frozenset(pile[1:])) for pile in offered}) == len(offered)
    assert {pile[0] for pile in offered} <= set(held)
    assert all(len(pile) == 4 and not counting & set(pile[1:]) for pile in offered)
    spare = len(set(held) - counting)
    tops = 9 - spare
    of_three = {3: 1, 4: 4, 5: 10, 6: 20, 7: 35, 8: 56}
    expected = tops * of_three[spare] + spare * of_three.get(spare - 1, 0)
    assert len(offered) == expected


# E7 of the rulebook: the stock runs out, and the dealer plays nine trumps
E7 = {
    "variant": "pedro",
    "dealer": 0,
    "hands": [
        "AD KD QD JD TD 9D 8D 7D 6D",
        "2S 3S 4S 5S 6S 7S 8S 9S TS",
        "JS QS KS AS 2C 3C 4C 5C 6C",
        "7C 8C 9C TC JC QC KC AC 2H",
    ],
    "stock": "5D 3D 3H 4H 6H 7H 5H 2D 8H 9H TH JH 4D QH KH AH",
    "auction": ["pass", "pass", "pass", "7"],
    "trump": "D",
    "discards": [
        "",
        "2S 3S 4S 5S 6S 7S 8S 9S TS",
        "JS QS KS AS 2C 3C 4C 5C 6C",
        "9C TC JC QC KC AC 2H",
    ],
    "play": [
        "AD+9D+8D+7D", "3D", "2D", "4D", "KD", "5D", "5H", "7C", "QD", "3H", "8H", "8C",
        "JD", "4H", "9H", "QH", "TD", "6H", "TH", "KH", "6D", "7H", "JH", "AH",
    ],
}  # fmt: skip


def test_stock_that_runs_out_leaves_the_last_player_two_cards_of_the_deal():
    answer = score(E7)

    assert (answer["score"], answer["made"]) == ([14, 0], True)
    assert answer["detail"]["hand_sizes"] == [9, 6, 6, 6]
    assert answer["detail"]["tricks"] == [6, 0]


@pytest.mark.parametrize(
    ("seat", "cards", "rule", "words"),
    [
        (3, "7C 8C 9C TC JC QC KC AC 2H", "discard_count", "must keep 2 of the cards dealt"),
        (3, "TC JC QC KC AC 2H", "discard_count", "not 3"),
        (3, "9C TC JC QC KC AC 2H 4D", "discard_not_allowed", "received 4D from the stock"),
        (3, "9C TC JC QC KC AC 2H 2H", "card_not_held", "2H away twice"),
        (3, "9C TC JC QC KC AC 2S", "card_not_held", "does not hold 2S"),
        (0, "6D", "discard_not_allowed", "trumps must be kept"),
        (1, "2S 3S 4S 5S 6S 7S 8S 9S", "discard_count", "keeps TS"),
        (1, None, "bad_card", "in one text"),
        (1, "2S 3S XS", "bad_card", "XS"),
    ],
)
def test_exchange_that_breaks_a_rule_is_refused_in_words(seat, cards, rule, words):
    discards = list(E7["discards"])
    discards[seat] = cards

    error = score({**E7, "discards": discards})["error"]

    assert (error["phase"], error["index"], error["rule"]) == ("discards", seat, rule)
    assert words in error["message"]


@pytest.mark.parametrize(
    ("entry", "rule", "words"),
    [
        ("AD", "pile_size", "plays 1 cards at once; to this trick it must be exactly 4"),
        ("AD+9D+8D+7D+6D", "pile_size", "exactly 4"),
        ("9D+AD+8D+7D", "point_card_covered", "AD under another card"),
        ("AD+9D+9D+8D", "card_not_held", "does not hold 9D"),
        ("AD+AD+9D+8D", "card_not_held", "does not hold AD"),
        ("AD+9D+8D+4D", "card_not_held", "does not hold 4D"),
        ("3D+9D+8D+7D", "card_not_held", "does not hold 3D"),
        ("AD+9D+8D+", "bad_card", "not a card"),
        (["AD"], "bad_card", "not a card"),
    ],
)
def test_pile_that_breaks_a_rule_is_refused_in_words(entry, rule, words):
    error = score({**E7, "play": [entry, *E7["play"][1:]]})["error"]

    assert (error["phase"], error["index"], error["rule"]) == ("play", 0, rule)
    assert words in error["message"]


@pytest.mark.parametrize(
    ("changes", "phase", "rule"),
    [
        ({"play": E7["play"][:-1]}, "play", "play_unfinished"),
        ({"play": [*E7["play"], "2C"]}, "play", "play_too_long"),
        ({"play": None}, "play", "play_unfinished"),
        ({"discards": None}, "discards", "missing_field"),
        ({"discards": E7["discards"][:3]}, "discards", "bad_field"),
        ({"trump": None}, "trump", "missing_field"),
        ({"trump": "NT"}, "trump", "bad_trump"),
        ({"auction": ["pass"] * 3}, "auction", "auction_unfinished"),
        ({"auction": ["pass"] * 4}, "auction", "dealer_must_bid"),
        ({"auction": ["pass", "pass", "pass", "7", "8"]}, "auction", "auction_over"),
        ({"stock": E7["stock"][3:]}, "stock", "bad_deck"),
        ({"stock": "AD " + E7["stock"][3:]}, "hands", "bad_deck"),
        ({"stock": 5}, "stock", "bad_card"),
        ({"exchange": [{"from": 0, "to": 2, "cards": "AD"}]}, "exchange", "unexpected_field"),
    ],
)
def test_record_that_is_not_a_whole_deal_is_refused(changes, phase, rule):
    error = score({**E7, **changes})["error"]

    assert (error["phase"], error["rule"]) == (phase, rule)


def test_record_without_its_stock_is_refused():
    error = score({name: value for name, value in E7.items() if name != "stock"})["error"]

    assert (error["rule"], error["field"]) == ("missing_field", "stock")


@pytest.mark.parametrize(
    ("options", "calls", "rule"),
    [
        ({}, ["7", "8", "14", "pass"], None),
        ({}, ["14", "14"], "bid_too_low"),
        ({}, ["8", "7"], "bid_too_low"),
        ({}, ["6"], "bid_below_minimum"),
        ({}, ["15"], "bid_too_high"),
        ({}, ["07"], "malformed_call"),
        ({}, [7], "malformed_call"),
        ({}, ["pass", "pass", "pass", "8"], "dealer_must_bid"),
        ({}, ["pass", "pass", "pass", "pass"], "dealer_must_bid"),
        ({"forced_dealer": "at_least"}, ["pass", "pass", "pass", "14"], None),
        ({"forced_dealer": "at_least"}, ["pass", "pass", "pass", "pass"], "dealer_must_bid"),
        ({"forced_dealer": "at_least"}, ["pass", "pass", "pass", "6"], "bid_below_minimum"),
        ({"min_bid": 5}, ["pass", "pass", "pass", "7"], "dealer_must_bid"),
        ({"min_bid": 5}, ["5", "6", "7", "8"], None),
        ({"fourteen_over_fourteen": True}, ["14", "14", "14", "14"], None),
        ({"fourteen_over_fourteen": True}, ["14", "13"], "bid_too_low"),
        ({"fourteen_over_fourteen": True}, ["13", "13"], "bid_too_low"),
    ],
)
def test_auction_goes_once_round_the_table(options, calls, rule):
    answer = score(
        {
            "variant": "pedro",
            "options": options,
            "dealer": 3,
            "auction": calls[:-1],
            "call": calls[-1],
        }
    )

    assert answer.get("error", {}).get("rule") == rule


# the play of E10 of the rulebook: hearts led with diamonds trump, and who may do what
E10 = {
    "variant": "pedro",
    "dealer": 3,
    "hands": [
        "AD KD 9D 5D AC 2S TC TH JC",
        "JD 2D 4C KC 4H AS 7H 3S QS",
        "QD TD 5H 5S TS QC 2H 6H 4S",
        "8D 3D 3C 3H 9H 6C 2C AH JH",
    ],
    "stock": "KH 9C 4D QH 8S 7S 8C 7C 6S 7D KS 6D JS 8H 5C 9S",
    "auction": ["9", "pass", "pass", "pass"],
    "trump": "D",
    "discards": [
        "AC 2S TC TH JC",
        "4C KC 4H AS 7H 3S QS",
        "5S TS QC 2H 6H 4S",
        "8H 5C 9S 3C 3H 9H 6C 2C AH JH",
    ],
}


@pytest.mark.parametrize(
    ("options", "play", "index", "words"),
    [
        # seat 1 holds QH as well
        ({"follow_rule": "strict"}, ["KH", "2D"], 1, "holds hearts and must follow suit; 2D"),
        ({}, ["KH", "8S"], 1, "must follow suit or play a trump; 8S is neither"),
        # seat 2 is void in hearts: its 5H is a trump
        ({"follow_rule": "strict"}, ["KH", "QH", "8C", "8S"], 3, "does not hold 8S"),
        ({}, ["AD", "2D", "8C"], 2, "holds diamonds and must follow suit"),
    ],
)
def test_following_minds_the_suit_to_which_the_low_pedro_belongs(options, play, index, words):
    error = score({**E10, "options": options, "play": play})["error"]

    assert error["index"] == index
    assert words in error["message"]


@pytest.mark.parametrize(
    ("options", "play", "rule", "words"),
    [
        # seat 3 follows the low pedro led with a trump
        ({}, ["AD", "2D", "QD", "3D", "KD", "JD", "5H", "6D", "9D", "4D", "TD", "7D"], None, None),
        (
            {},
            ["9D", "4D", "QD", "3D", "5H", "KS"],
            "must_follow",
            "5H, the low pedro, was led, and it is a trump: seat 3 holds trumps",
        ),
    ],
)
def test_low_pedro_led_is_a_trump_led(options, play, rule, words):
    error = score({**E10, "options": options, "play": play})["error"]

    assert error["rule"] == (rule or "play_unfinished")
    assert words is None or words in error["message"]


def test_low_pedro_that_must_follow_is_named():
    play = ["9D", "2D", "TD", "3D", "QD", "6D", "KD", "4D", "AD", "JD", "7C"]

    error = score({**E10, "play": play})["error"]

    assert error["rule"] == "must_follow"
    assert error["message"] == (
        "seat 2 holds 5H, the low pedro, which is a trump, and must follow with it"
    )


def test_low_pedro_is_no_card_of_the_suit_printed_on_it():
    # seat 1 has QH, and under the strict rule must not trump with the low pedro it is given here
    hands = [hand.replace("5H", "??").replace("JD", "5H") for hand in E10["hands"]]
    hands = [hand.replace("??", "JD") for hand in hands]

    error = score(
        {**E10, "hands": hands, "options": {"follow_rule": "strict"}, "play": ["KH", "5H"]}
    )["error"]

    assert error["rule"] == "must_follow"
    assert error["message"] == (
        "seat 1 holds cards of the suit led and must play one; "
        "5H is the low pedro, a trump, and not one of them"
    )


def test_low_pedro_may_be_the_lowest_trump():
    record = {
        "variant": "pedro",
        "dealer": 0,
        "hands": [
            "JH TH 9H 8H 7H 6H JD 4D 6C",
            "AH KH QH KS TC QD JS JC 9S",
            "5D 8C 3S 7C 7S 2S TD 9C 9D",
            "4H AC AS 8S AD 6S 4C KD 3D",
        ],
        "stock": "5H 2D 6D QS 5C 4S 7D 5S QC 8D TS 3C 2C 3H 2H KC",
        "auction": ["7", "pass", "pass", "pass"],
        "trump": "H",
        "discards": [
            "KC JD 4D 6C",
            "KS TC QD JS JC 9S",
            "8C 3S 7C 7S 2S TD 9C 9D",
            "AC AS 8S AD 6S 4C KD 3D",
        ],
        "play": [
            "2D", "5D", "4H", "3H+6H+7H", "TS", "2H", "QH", "QS", "AH", "5C", "QC", "8H",
            "KH", "4S", "8D", "9H", "5H", "7D", "3C", "TH", "JH", "6D", "5S", "2C",
        ],
    }  # fmt: skip

    answer = score({**record, "options": {"low_pedro_rank": "lowest"}})

    assert (answer["score"], answer["made"]) == ([7, 7], True)
    assert answer["detail"]["cards"]["low_pedro"] == 1


def test_low_counts_for_its_player_in_words_too():
    ruleset = make_ruleset("pedro", "cajun")
    rng = Random(3)
    texts = set()
    for _ in range(30):
        answer = score(GAME.random_deal(ruleset, rng))
        texts |= {line["text"] for line in answer["lines"] if line["code"] == "low"}

    assert texts == {"low: the two of trumps, for the side that played it"}


# --- games ---------------------------------------------------------------------------------


def deal(declarer, bid, first, **more):
    """Return a summary in which side 0 took `first` points."""
    return {"summary": {"declarer": declarer, "bid": bid, "points": [first, 14 - first]}, **more}


def game_at(one, other, *deals, **options):
    """Return the game after these deals, with totals reached in one bare deal before them."""
    behind = 0 if one <= other else 1
    before = {"score": [one, other], "declarer_side": behind, "dealer": 0}
    return play_game({"variant": "pedro", "options": options, "game": [before, *deals]})


@pytest.mark.parametrize(
    ("start", "deals", "totals", "winner", "goes_out"),
    [
        ((56, 56), [deal(0, 7, 7)], (63, 63), 0, False),
        ((56, 56), [deal(0, 8, 7)], (48, 63), 1, False),
        ((56, 56), [deal(0, 14, 13)], (42, 57), None, False),
        ((57, 55), [deal(1, 7, 7)], (64, 62), 1, False),
        ((55, 54), [deal(1, 7, 7)], (62, 61), 0, False),
        ((54, 58), [deal(0, 7, 8)], (62, 64), None, True),
        ((54, 58), [deal(0, 7, 8), deal(1, 7, 8)], (70, 57), 0, False),
        ((56, 0), [deal(1, 7, 6)], (62, 8), 0, False),
        ((0, 0), [deal(0, 14, 13), deal(2, 14, 12)], (-28, 3), None, False),
        ((48, 48), [deal(0, 7, 7)], (55, 55), None, True),
        ((61, 61), [deal(3, 14, 0)], (61, 75), 1, False),
        ((61, 61), [deal(3, 14, 1)], (62, 47), 0, False),
    ],
)
def test_game_ends_as_the_rulebook_says(start, deals, totals, winner, goes_out):
    game = game_at(*start, *deals)

    assert (game.totals, game.winner) == (totals, winner)
    assert game.special == {"bidder_goes_out": goes_out}


def test_reason_of_a_win_is_told():
    assert game_at(56, 56, deal(0, 7, 7)).reason == "bidder_goes_out"
    assert game_at(56, 0, deal(0, 7, 7)).reason == "target"
    both = game_at(54, 58, deal(0, 7, 8), both_reach="declarer_side_wins")
    assert (both.winner, both.reason) == (0, "both_reached_declarer_wins")


def test_side_that_fails_can_lose_to_the_other_when_both_reach_the_target():
    game = game_at(56, 56, deal(0, 7, 7), bidder_goes_out_from="off")

    assert (game.winner, game.special) == (None, {"bidder_goes_out": True})


def test_threshold_moves_with_the_target():
    assert game_at(45, 45, target=52).special == {"bidder_goes_out": True}
    assert game_at(44, 45, target=52).special == {"bidder_goes_out": False}
    assert game_at(44, 51, bidder_goes_out_from=44).special == {"bidder_goes_out": True}
    assert game_at(93, 99, target=100).special == {"bidder_goes_out": True}


def test_only_a_made_bid_wins_where_the_club_says_so():
    game = game_at(61, 61, deal(1, 7, 7), win_only_as_declarer=True)
    assert (game.winner, game.reason) == (1, "target")
    failed = game_at(61, 61, deal(1, 8, 7), win_only_as_declarer=True)
    assert (failed.winner, failed.totals) == (None, (68, 53))
    assert game_at(70, 56, deal(1, 7, 4), win_only_as_declarer=True).winner == 1
    below = game_at(70, 50, deal(1, 7, 4), win_only_as_declarer=True)
    assert (below.winner, below.special) == (None, {"bidder_goes_out": False})


@pytest.mark.parametrize(
    ("before", "last", "options", "rule"),
    [
        ((56, 56), {"score": [7, 7]}, {}, "declarer_side_needed"),
        ((54, 58), {"score": [8, 6]}, {"both_reach": "declarer_side_wins"}, "declarer_side_needed"),
        ((60, 20), {"score": [7, 7]}, {"win_only_as_declarer": True}, "declarer_side_needed"),
        ((56, 56), {"score": [-8, 7]}, {}, None),
        ((60, 20), {"score": [7, 7]}, {}, None),
        ((0, 0), {"score": [0, 0], "redeal": True}, {}, "unexpected_field"),
        ((0, 0), {"score": [14, 0], "wins_game": 0}, {}, "unexpected_field"),
    ],
)
def test_bare_result_must_say_what_decides(before, last, options, rule):
    first = {"score": list(before), "declarer_side": 0, "dealer": 0}

    answer = score({"variant": "pedro", "options": options, "game": [first, last]})

    assert answer.get("error", {}).get("rule") == rule


# --- summaries -----------------------------------------------------------------------------

CARDS = {"high": 0, "jack": 0, "game": 1, "low": 1, "pedro": 0, "low_pedro": 0}


@pytest.mark.parametrize(
    ("changes", "rule", "field"),
    [
        ({"points": [7, 8]}, "points_total", "points"),
        ({"points": [15, -1]}, "bad_field", "points"),
        ({"points": [7, 7], "cards": CARDS}, "points_unreachable", "points"),
        ({"cards": {**CARDS, "high": 2}, "points": None}, "bad_side", "cards.high"),
        ({"cards": {**CARDS, "high": None}, "points": None}, "bad_side", "cards.high"),
        ({"cards": {"high": 0}}, "missing_field", "cards.jack"),
        ({"cards": {**CARDS, "ace": 0}}, "unknown_field", "cards"),
        ({"cards": []}, "bad_field", "cards"),
        ({"points": None}, "missing_field", "points"),
        ({"bid": 6}, "bid_below_minimum", "bid"),
        ({"bid": 15}, "bid_too_high", "bid"),
        ({"bid": "9"}, "bad_field", "bid"),
        ({"declarer": 4}, "bad_seat", "declarer"),
        ({"trump": "NT"}, "bad_trump", "trump"),
        ({"tricks": [3, 3]}, "unknown_field", "tricks"),
        ({"auction": ["9", "pass", "pass"]}, "auction_unfinished", "auction"),
        ({"auction": ["10", "pass", "pass", "pass"]}, "auction_mismatch", "auction"),
        ({"auction": ["pass", "9", "pass", "pass"]}, "auction_mismatch", "auction"),
        ({"auction": ["9", "8", "pass", "pass"]}, "bid_too_low", None),
    ],
)
def test_impossible_summary_is_refused(changes, rule, field):
    summary = {"declarer": 1, "bid": 9, "points": [5, 9], **changes}

    error = score({"variant": "pedro", "dealer": 0, "summary": summary})["error"]

    assert (error["rule"], error.get("field")) == (rule, field)


def test_cards_alone_are_enough_and_say_more():
    summary = {"declarer": 0, "bid": 9, "cards": CARDS}

    answer = score({"variant": "pedro", "dealer": 3, "summary": summary})

    assert answer["score"] == [12, 2]
    assert [line["code"] for line in answer["lines"]] == [
        "high", "jack", "pedro", "low_pedro", "game", "low",
    ]  # fmt: skip


# --- options and the story -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"bidder_goes_out_from": 93}, "93, must be below the target of 62"),
        ({"target": 44, "bidder_goes_out_from": 44}, None),
        ({"target": 51, "bidder_goes_out_from": 55}, "below the target of 51"),
        ({"bidder_goes_out_from": 55, "win_only_as_declarer": True}, "only a made bid wins"),
    ],
)
def test_contradicting_options_are_refused_in_words(options, words):
    with pytest.raises(Refusal) as refused:
        make_ruleset("pedro", "standard", options)

    assert refused.value.rule == ("options_contradict" if words else "bad_option_value")
    assert words is None or words in str(refused.value.sentence)


def test_story_tells_stock_discards_and_piles():
    story = story_of(STANDARD, E7)

    assert story.stock == E7["stock"]
    assert story.discards == [(seat, E7["discards"][seat]) for seat in (1, 2, 3, 0)]
    assert story.trump == "D"
    assert story.calls == [(1, "pass"), (2, "pass"), (3, "pass"), (0, "7")]
    assert story.tricks[0].cards == ((0, "AD 9D 8D 7D"), (1, "3D"), (2, "2D"), (3, "4D"))
    assert [trick.winner for trick in story.tricks] == [0] * 6


def test_plain_players_make_most_of_their_bids():
    rng = Random(12)
    results = [GAME.replay(STANDARD, GAME.random_deal(STANDARD, rng)) for _ in range(150)]

    made = sum(bool(result.made) for result in results)
    assert made > 75
    assert len({result.detail["bid"] for result in results}) > 3


def test_laying_away_out_of_turn_is_refused():
    state = start_deal(STANDARD, E7)
    for call in E7["auction"]:
        GAME.apply(state, Action("auction", call))
    GAME.apply(state, Action("trump", "D"))

    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, Action("discards", {"seat": 0, "cards": ""}))

    assert (refused.value.rule, refused.value.index) == ("out_of_turn", 0)
    assert len(list(islice(GAME.legal_actions(state), 5))) == 1

"""Fifty-Six at the table: the auction, what calls tell, hands that are thrown in, the play."""

from copy import deepcopy
from random import Random

import pytest

from games.engine.actions import Action
from games.engine.cards import read_cards
from games.engine.errors import Refusal
from games.engine.rule_codes import RULE_CODES
from games.engine.variants import VARIANTS, make_ruleset
from games.engine.variants.fifty_six.calls import read_bid
from games.engine.variants.fifty_six.conventions import annotations
from games.engine.variants.fifty_six.deal import pack_for
from games.engine.variants.fifty_six.state import Bid
from games.scoring import score
from tests.games.engine.test_vectors import VECTORS

GAME = VARIANTS["fifty-six"]
JACKS = "JS JS JH JH JD JD JC JC"


def dealt(*, players=4, dealer=3, preset="standard", **options):
    """Return a deal before its first call; seat 0 speaks first at a table of four."""
    ruleset = make_ruleset("fifty-six", preset, options, players)
    pack = pack_for(ruleset.options, players)
    return GAME.start(ruleset, dealer, hands_of(pack))


def hands_of(pack, first=()):
    """Deal the whole pack; the seat asked for first gets its cards, the others what is left."""
    cards = [text for text in pack.deck.texts for _ in range(2)]
    Random(56).shuffle(cards)
    for card in first:
        cards.remove(card)
    cards = [*first, *cards]
    return [
        " ".join(cards[at : at + pack.hand_size]) for at in range(0, len(cards), pack.hand_size)
    ]


def called(calls, **more):
    state = dealt(**more)
    for call in calls.split(", "):
        GAME.apply(state, Action("auction", call))
    return state


@pytest.mark.parametrize(
    ("calls", "contract"),
    [
        ("28 S, pass, pass, pass", (28, "S", 0, 1)),
        ("28 S, pass, 29 H, pass, pass, pass", (29, "H", 2, 1)),
        ("pass, 40 C, pass, pass, pass", (40, "C", 1, 1)),
        ("28 S, double, pass, pass, pass", (28, "S", 0, 2)),
        ("28 S, double, redouble", (28, "S", 0, 4)),
        ("28 S, double, pass, pass, redouble", (28, "S", 0, 4)),
        ("28 S, double, 29 S, pass, pass, pass", (29, "S", 2, 1)),
        ("28 S, double, 29 S, double, pass, pass, pass", (29, "S", 2, 2)),
        ("28 S, pass, pass, double, pass, pass, pass", (28, "S", 0, 2)),
        ("28 S, pass, pass, double, pass, pass, +2 H, pass, pass, pass", (30, "H", 2, 1)),
        ("28 S, double, pass, pass, 56 NT, pass, pass, pass", (56, "NT", 0, 1)),
        ("S 28, 29 noes, +1 noes, pass, pass, pass", (30, "NT", 2, 1)),
        ("56 S, double, redouble", (56, "S", 0, 4)),
    ],
)
def test_auction_ends_with_the_bid_in_force(calls, contract):
    state = called(calls)

    assert state.phase == "play"
    assert (state.bid.amount, state.trump, state.bid.seat, state.multiplier) == contract
    assert state.turn == 0


@pytest.mark.parametrize("calls", ["28 S, pass, pass, double, pass, pass", "pass, pass, pass"])
def test_auction_goes_on_while_somebody_can_speak(calls):
    assert called(calls).phase == "auction"


def test_side_of_the_dealer_s_opponents_plays_when_everybody_passes():
    for dealer, side in ((3, 0), (0, 1), (5, 0)):
        players = 6 if dealer == 5 else 4
        state = called(", ".join(["pass"] * players), players=players, dealer=dealer)

        assert (state.phase, state.trump, state.bidding_side) == ("play", "NT", side)
        assert state.all_pass


def test_eldest_must_bid_after_everybody_passed_and_the_others_may_speak_again():
    state = called("pass, pass, pass, pass", all_pass="eldest_must_bid")

    assert state.turn == 0
    assert {action.value for action in GAME.legal_actions(state)}.isdisjoint({"pass", "double"})
    for call in ("30 C", "double", "pass", "pass"):
        GAME.apply(state, Action("auction", call))
    assert next(GAME.legal_actions(state)).value == "pass"
    GAME.apply(state, Action("auction", "redouble"))
    assert (state.phase, state.multiplier) == ("play", 4)


@pytest.mark.parametrize(
    ("calls", "rule"),
    [
        ("27 S", "bid_below_minimum"),
        ("57 S", "bid_too_high"),
        ("28 S, 28 NT", "bid_too_low"),
        ("28 S, H 28", "bid_too_low"),
        ("+1 S", "plus_without_bid"),
        ("pass, +1 noes", "plus_without_bid"),
        ("56 S, +1 H", "bid_too_high"),
        ("double", "nothing_to_double"),
        ("28 S, pass, double", "double_own_side"),
        ("28 S, double, double", "double_own_side"),
        ("28 S, double, pass, double", "already_doubled"),
        ("redouble", "nothing_to_redouble"),
        ("28 S, redouble", "nothing_to_redouble"),
        ("28 S, double, 29 H, redouble", "nothing_to_redouble"),
        ("28 S, double, pass, redouble", "redouble_wrong_side"),
        ("28 S, double, redouble, pass", "auction_over"),
        ("28 S, pass, pass, pass, 29 S", "auction_over"),
        ("pass, pass, pass, pass, 28 S", "auction_over"),
    ],
)
def test_call_that_is_not_allowed_is_refused_at_its_place(calls, rule):
    with pytest.raises(Refusal) as refused:
        called(calls)

    assert (refused.value.rule, refused.value.phase) == (rule, "auction")
    assert refused.value.index == calls.count(",")


@pytest.mark.parametrize(
    ("all_pass", "calls"),
    [("eldest_must_open", "pass"), ("eldest_must_bid", "pass, pass, pass, pass, pass")],
)
def test_seat_that_must_bid_may_not_pass(all_pass, calls):
    with pytest.raises(Refusal) as refused:
        called(calls, all_pass=all_pass)

    assert refused.value.rule == "must_bid"
    assert "seat 0" in str(refused.value.sentence)


@pytest.mark.parametrize(
    "call",
    [
        "28",
        "NT 28",
        "+1 NT",
        "S +1",
        "noes 29",
        "028 S",
        "+01 S",
        "28 s",
        "28S",
        "28  S",
        " 28 S",
        "28 S\n",
        "+0 S",
        "0 S",
        "-1 S",
        "٢٨ S",
        "Pass",
        "",
        "9" * 5000 + " S",
    ],
)
def test_no_other_wording_is_a_call(call):
    assert read_bid(call) is None
    with pytest.raises(Refusal) as refused:
        GAME.apply(dealt(), Action("auction", call))
    assert refused.value.rule == "malformed_call"


def test_every_offered_call_is_accepted():
    for state in (dealt(), called("28 S"), called("28 S, double"), called("55 NT, pass")):
        offered = [action.value for action in GAME.legal_actions(state)]
        assert len(offered) == len(set(offered))
        for call in offered:
            after = deepcopy(state)
            GAME.apply(after, Action("auction", call))
            assert after.calls[-1] == call


# -- what calls tell


def told(bids, hands, players=6, **options):
    """Return the verdicts of bids; a hand is written as far as it matters."""
    ruleset = make_ruleset("fifty-six", "standard", options, players)
    pack = pack_for(ruleset.options, players)
    counts = [[0] * pack.deck.kinds for _ in range(players)]
    for seat, text in hands.items():
        for card in read_cards(pack.deck, text, phase="hands", index=seat):
            counts[seat][card] += 1
    made, amount = [], 27
    for seat, call in bids:
        words = read_bid(call)
        amount = words.number + (amount if words.is_increase else 0)
        made.append(Bid(seat, words.form, amount, words.strain))
    return annotations(pack, ruleset.options, made, counts)


@pytest.mark.parametrize(
    ("call", "hand", "verdict", "cards"),
    [
        ("28 S", "JS AS KS QS", "true", ["JS"]),
        ("29 S", "JS JS TS QS", "true", ["JS", "JS"]),
        ("28 S", "JS JS TS QS", "understated", ["JS"]),
        ("28 S", "JS TS QS", "short", ["JS"]),
        ("28 S", "9S TS KS QS", "false", ["JS"]),
        ("31 S", "JS JS 9S 9S AS", "understated", ["JS", "JS", "9S", "9S"]),
        ("S 28", "9S AS KS QS TS", "true", ["JS"]),
        ("S 28", "JS AS KS QS TS", "false", ["JS"]),
        ("S 28", "9S AS KS QS", "short", ["JS"]),
        ("37 S", "JS", "impossible", []),
    ],
)
def test_opening_in_a_suit_is_judged_by_the_hand(call, hand, verdict, cards):
    (note,) = told([(0, call)], {0: hand})

    assert (note["verdict"], note["cards"], note["opening"]) == (verdict, cards, True)


@pytest.mark.parametrize(
    ("call", "hand", "verdict"),
    [
        ("29 S", "JS", "true"),
        ("+1 S", "JS", "true"),
        ("+1 S", "JS QS", "false"),
        ("30 S", "JS KS", "false"),
        ("30 S", "JS 9S KS", "true"),
        ("30 S", "JS 9S 9S", "understated"),
        ("S 29", "QS", "true"),
        ("S 29", "", "short"),
        ("S 29", "JS QS", "false"),
        ("29 NT", "", "soft"),
    ],
)
def test_partner_s_bid_speaks_of_the_cards_not_yet_told(call, hand, verdict):
    notes = told([(0, "28 S"), (2, call)], {0: "JS AS KS QS", 2: hand})

    assert notes[1]["verdict"] == verdict


def test_seat_that_speaks_twice_is_held_to_all_it_has_told():
    bids = [(0, "28 S"), (1, "29 H"), (0, "30 S")]

    assert told(bids, {0: "JS TS KS QS"})[2]["verdict"] == "false"
    assert told(bids, {0: "JS JS KS QS"})[2]["verdict"] == "true"
    bids[2] = (0, "+1 S")
    assert told(bids, {0: "JS JS"})[2]["verdict"] == "true"
    assert told(bids, {0: "JS JS QS"})[2]["verdict"] == "false"


@pytest.mark.parametrize(
    ("calls", "reference", "suit"),
    [
        (("28 S", "29 H", "30 noes"), "all_bids", "H"),
        (("28 S", "29 H", "31 noes"), "all_bids", "S"),
        (("28 S", "29 H", "+1 noes"), "all_bids", "S"),
        (("28 S", "29 H", "+2 noes"), "all_bids", None),
        (("28 S", "29 NT", "30 noes"), "all_bids", None),
        (("28 S", "29 NT", "30 noes"), "suit_bids", "S"),
        (("28 S", "29 NT", "31 noes"), "all_bids", "S"),
        (("28 S", "29 NT", "31 noes"), "suit_bids", None),
        (("28 noes",), "all_bids", None),
    ],
)
def test_noes_counts_back_to_a_suit(calls, reference, suit):
    bids = list(enumerate(calls))
    seat = len(calls) - 1

    void = told(bids, {}, noes_reference=reference)[-1]
    held = told(bids, {seat: "QS QH QD QC"}, noes_reference=reference)[-1]

    assert void["suit"] == suit
    assert void["verdict"] == ("no_meaning" if suit is None else "true")
    assert held["verdict"] == ("no_meaning" if suit is None else "false")


def test_impossible_claim_tells_nothing():
    notes = told([(0, "28 H"), (1, "+9 S"), (2, "38 S")], {2: "JS"})

    assert (notes[1]["verdict"], notes[1]["cards"], notes[1]["only"]) == ("impossible", [], True)
    assert (notes[2]["verdict"], notes[2]["cards"]) == ("true", ["JS"])


def test_claims_in_several_suits_cannot_be_more_than_a_hand():
    notes = told([(0, "32 S"), (0, "36 H")], {}, players=8, deck_8=48)

    assert [note["verdict"] for note in notes] == ["false", "impossible"]


def call_form(auction, call, **options):
    return score(
        {
            "variant": "fifty-six", "players": 6, "dealer": 5, "options": options,
            "auction": auction, "call": call,
        }
    )  # fmt: skip


def test_call_is_explained_without_the_cards():
    note = call_form(["28 S", "pass"], "+2 S")["explain"]

    assert note == {
        "seat": 2, "form": "plus_suit", "amount": 30, "strain": "S", "opening": False,
        "claim": "cards", "cards": ["JS", "9S"], "only": True,
    }  # fmt: skip
    assert call_form(["28 S"], "29 NT")["explain"]["verdict"] == "soft"
    assert call_form(["28 S"], "pass")["explain"] is None
    assert call_form(["28 S"], "double")["explain"] is None
    assert call_form([], "28 S", annotate_calls=False)["explain"] is None
    assert call_form(["28 S"], "28 H")["error"]["rule"] == "bid_too_low"


def test_calls_are_left_unexplained_where_the_ruleset_says_so():
    ruleset = make_ruleset("fifty-six", "standard", {"annotate_calls": False}, 4)
    record = GAME.random_deal(ruleset, Random(2))

    assert GAME.replay(ruleset, record).detail["calls"] is None


# -- hands that are thrown in


def record_of(hands, *, auction=(), play=(), players=6, preset="56cards", **more):
    return {
        "variant": "fifty-six", "preset": preset, "players": players, "dealer": 4,
        "hands": hands, "auction": list(auction), "play": list(play), **more,
    }  # fmt: skip


def redeal_hands(seat, cards, players=6, preset="56cards", options=None):
    ruleset = make_ruleset("fifty-six", preset, options or {}, players)
    hands = hands_of(pack_for(ruleset.options, players), cards.split())
    return [*hands[1 : seat + 1], hands[0], *hands[seat + 1 :]]


@pytest.mark.parametrize(
    ("cards", "reason"),
    [(JACKS, "all_jacks"), ("KS KS QS QS KH KH QH QH", "no_points")],
)
def test_hand_is_thrown_in_and_the_same_dealer_deals_again(cards, reason):
    answer = score(record_of(redeal_hands(2, cards)))

    assert (answer["score"], answer["made"]) == ([0, 0], None)
    detail = answer["detail"]
    assert (detail["redeal"], detail["redeal_seat"], detail["next_dealer"]) == (reason, 2, 4)
    assert "seat 2" in answer["lines"][0]["text"]


def test_lowest_of_several_such_seats_is_reported():
    hands = redeal_hands(0, "KS KS QS QS KH KH QH QH KD KD QD QD KC KC QC QC")

    assert hands[0].split()[0] == "KS"
    assert score(record_of(hands))["detail"]["redeal_seat"] == 0


@pytest.mark.parametrize(
    "more", [{"auction": ["28 S"]}, {"play": ["JS"]}, {"auction": ["no call"]}, {"trump": "S"}]
)
def test_nothing_happens_in_a_deal_that_is_thrown_in(more):
    error = score(record_of(redeal_hands(1, JACKS), **more))["error"]

    assert error["rule"] == "redeal_required"


def test_such_a_hand_is_played_where_nothing_is_thrown_in():
    hands = redeal_hands(2, JACKS)

    assert score(record_of(hands, preset="standard"))["error"]["rule"] == "auction_unfinished"


# -- records


def full_record(**changes):
    ruleset = make_ruleset("fifty-six", "standard", {}, 4)
    return {**GAME.random_deal(ruleset, Random(8), dealer=3), **changes}


def test_seats_beside_calls_and_cards_are_checked():
    record = full_record()
    callers = [place % 4 for place in range(len(record["auction"]))]
    winners = [0, *GAME.replay(make_ruleset("fifty-six", None, {}, 4), record).detail["winners"]]
    players = [(winners[place // 4] + place) % 4 for place in range(48)]
    wrong = [*players[:-1], (players[-1] + 1) % 4]

    assert "error" not in score({**record, "auction_by": callers, "play_by": players})
    refused = score({**record, "play_by": wrong})["error"]
    assert (refused["rule"], refused["index"], refused["phase"]) == ("out_of_turn", 47, "play")
    refused = score({**record, "auction_by": [3, *callers[1:]]})["error"]
    assert (refused["rule"], refused["index"], refused["phase"]) == ("out_of_turn", 0, "auction")
    assert score({**record, "auction_by": callers[1:]})["error"]["rule"] == "bad_field"
    assert score({**record, "play_by": "0123"})["error"]["rule"] == "bad_field"
    booleans = [bool(seat) if seat < 2 else seat for seat in callers]
    assert score({**record, "auction_by": booleans})["error"]["rule"] == "out_of_turn"


def test_first_thing_that_is_wrong_is_the_one_refused():
    record = full_record()

    late = score({**record, "play": [*record["play"][:10], "JX", *record["play"][11:]]})["error"]
    assert (late["rule"], late["index"]) == ("bad_card", 10)
    long = score({**record, "play": [*record["play"], "JS"]})["error"]
    assert (long["rule"], long["index"]) == ("play_too_long", 48)
    short = score({**record, "play": record["play"][:-1]})["error"]
    assert (short["rule"], short["index"]) == ("play_unfinished", 47)
    assert score({**record, "trump": "X"})["error"]["rule"] == "bad_trump"


# the rulebook's words for a refusal where the engine has another for all games
OUR_WORD = {
    "auction_incomplete": "auction_unfinished",
    "bad_call": "malformed_call",
    "bad_option": "unknown_option",
    "bad_players": "wrong_players",
    "bad_trump": "missing_field",
    "mixed_rules": "options_changed",
    "not_in_hand": "card_not_held",
    "points_not_56": "points_total",
    "revoke": "must_follow",
    "too_many_cards": "play_too_long",
    "tricks_wrong_total": "tricks_total",
}


@pytest.mark.parametrize(
    "vector",
    [
        case
        for case in VECTORS
        if case.id.startswith("fifty-six") and "error" in case.values[0]["expect"]
    ],
)
def test_refusal_has_the_rulebook_s_code_or_our_word_for_it(vector):
    expected = vector["expect"]["error"]
    rule = score(vector)["error"]["rule"]

    if expected == "unreachable":
        assert rule == ("score_unreachable" if "game" in vector else "points_unreachable")
    else:
        assert rule == OUR_WORD.get(expected, expected)
    assert rule in RULE_CODES

"""Fifty-Six at the table: which calls are allowed, and what the auction leads to."""

import pytest

from games.engine.actions import Action
from games.engine.errors import Refusal
from games.engine.variants import VARIANTS, make_ruleset
from games.engine.variants.fifty_six.calls import read_bid
from games.engine.variants.fifty_six.deal import pack_for
from tests.games.engine.fifty_six import hands_of

GAME = VARIANTS["fifty-six"]


def dealt(*, players=4, dealer=3, preset="standard", **options):
    """Return a deal before its first call; seat 0 speaks first at a table of four."""
    ruleset = make_ruleset("fifty-six", preset, options, players)
    pack = pack_for(ruleset.options, players)
    return GAME.start(ruleset, dealer, hands_of(pack))


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

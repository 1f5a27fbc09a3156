"""What the calls of Fifty-Six show, and whether that is true of the hand."""

from random import Random

import pytest

from games.engine.cards import read_cards
from games.engine.variants import VARIANTS, make_ruleset
from games.engine.variants.fifty_six.calls import read_bid
from games.engine.variants.fifty_six.conventions import annotations
from games.engine.variants.fifty_six.deal import pack_for
from games.engine.variants.fifty_six.state import Bid
from games.score_door import score

GAME = VARIANTS["fifty-six"]


def notes_of(bids, hands, players=6, **options):
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
    (note,) = notes_of([(0, call)], {0: hand})

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
def test_partner_s_bid_speaks_of_the_cards_not_yet_shown(call, hand, verdict):
    notes = notes_of([(0, "28 S"), (2, call)], {0: "JS AS KS QS", 2: hand})

    assert notes[1]["verdict"] == verdict


def test_seat_that_speaks_twice_is_held_to_all_it_has_shown():
    bids = [(0, "28 S"), (1, "29 H"), (0, "30 S")]

    assert notes_of(bids, {0: "JS TS KS QS"})[2]["verdict"] == "false"
    assert notes_of(bids, {0: "JS JS KS QS"})[2]["verdict"] == "true"
    bids[2] = (0, "+1 S")
    assert notes_of(bids, {0: "JS JS"})[2]["verdict"] == "true"
    assert notes_of(bids, {0: "JS JS QS"})[2]["verdict"] == "false"


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

    void = notes_of(bids, {}, noes_reference=reference)[-1]
    held = notes_of(bids, {seat: "QS QH QD QC"}, noes_reference=reference)[-1]

    assert void["suit"] == suit
    assert void["verdict"] == ("no_meaning" if suit is None else "true")
    assert held["verdict"] == ("no_meaning" if suit is None else "false")


def test_impossible_claim_shows_nothing():
    notes = notes_of([(0, "28 H"), (1, "+9 S"), (2, "38 S")], {2: "JS"})

    assert (notes[1]["verdict"], notes[1]["cards"], notes[1]["only"]) == ("impossible", [], True)
    assert (notes[2]["verdict"], notes[2]["cards"]) == ("true", ["JS"])


def test_claims_in_several_suits_cannot_be_more_than_a_hand():
    notes = notes_of([(0, "32 S"), (0, "36 H")], {}, players=8, deck_8=48)

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

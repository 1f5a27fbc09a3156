"""A summary against its prepared cards: what can have happened is never refused."""

from random import Random

import pytest

from games.engine.errors import IllegalAction
from games.engine.forms import score_deal
from games.engine.prepared import PreparedDeal, how_dealt
from games.engine.prepared_summary import check_summary_as_prepared
from games.engine.variants import VARIANTS, make_ruleset
from tests.games.engine.rulesets import every_ruleset, named

MELDED = [
    one
    for one in every_ruleset()
    if one.variant in [name for name, game in VARIANTS.items() if game.prepared_melds]
]
DOUBLE, PARTNERS, THREE = "double-deck-pinochle", "partnership-pinochle", "three-handed-pinochle"


def dealt_in(ruleset, record):
    """Return the deal of a record as if it had been prepared; what is in no hand is the stock."""
    dealt = how_dealt(ruleset)
    held = " ".join(record["hands"]).split()
    stock = list(dealt.deck.texts) * dealt.deck.copies
    for card in held:
        stock.remove(card)
    return PreparedDeal(
        number=7,
        dealer=record["dealer"],
        hands=tuple(record["hands"]),
        stock=record.get("stock") or " ".join(stock),
    )


@pytest.mark.sampled(80)
@pytest.mark.parametrize("ruleset", MELDED, ids=named)
def test_what_was_played_is_never_refused(ruleset):
    game, rng = VARIANTS[ruleset.variant], Random(11)
    for _deal in range(6):
        record = game.random_deal(ruleset, rng)
        if "hands" not in record:
            continue
        form = game.summary_of(ruleset, record)
        deal = dealt_in(ruleset, record)
        check_summary_as_prepared(ruleset, deal, form["summary"])
        unsaid = form["summary"] | {"trump": None}
        check_summary_as_prepared(ruleset, deal, unsaid)


@pytest.mark.sampled(60)
@pytest.mark.parametrize("ruleset", [one for one in MELDED if one.players == 4], ids=named)
def test_two_hands_never_meld_more_than_their_cards_together(ruleset):
    """The bound for partners who pass cards: however they part them."""
    melding, rng = VARIANTS[ruleset.variant].prepared_melds, Random(5)
    pack = list(range(melding.deck.kinds)) * melding.deck.copies
    for _hands in range(40):
        pool = rng.sample(pack, len(pack) // 2)
        # strong hands: many kings, queens and aces of few suits
        pool.sort(key=lambda code: (rng.random() < 0.3, code))
        parts = [[0] * melding.deck.kinds for _ in range(2)]
        for place, code in enumerate(pool):
            parts[place % 2 if rng.random() < 0.7 else rng.randrange(2)][code] += 1
        both = [one + other for one, other in zip(*parts, strict=True)]
        for trump in range(4):
            one, other, all_ = (
                melding.worth(ruleset.options, cards, trump, hands)
                for cards, hands in ((parts[0], 1), (parts[1], 1), (both, 2))
            )
            assert one + other <= all_


# seat 0: a run in spades and 200 aces of nothing else; the rest of the pack is dealt round
def double_deal():
    deck = how_dealt(make_ruleset(DOUBLE)).deck
    first = [
        "AS",
        "TS",
        "KS",
        "QS",
        "JS",
        "AS",
        "TS",
        "KS",
        "QS",
        "JS",
        "AH",
        "TH",
        "TH",
        "TH",
        "TH",
        "AD",
        "TD",
        "TD",
        "TD",
        "TD",
    ]
    rest = list(deck.texts) * deck.copies
    for card in first:
        rest.remove(card)
    # no other hand is looked at: each gets its third of what is left as it comes
    hands = [first, *(rest[place::3] for place in range(3))]
    return PreparedDeal(number=7, dealer=3, hands=tuple(map(" ".join, hands)), stock="")


def summary(**more):
    return {"declarer": 0, "bid": 50, "trump": "S", "melds": [0, 0]} | more


@pytest.mark.parametrize(("points", "is_possible"), [(150, True), (154, False), (0, True)])
def test_a_hand_melds_no_more_than_its_cards(points, is_possible):
    ruleset, deal = make_ruleset(DOUBLE), double_deal()
    written = summary(seat_melds=[points, 0, 0, 0])
    if is_possible:
        check_summary_as_prepared(ruleset, deal, written)
        return
    with pytest.raises(IllegalAction) as refused:
        check_summary_as_prepared(ruleset, deal, written)
    assert (refused.value.rule, refused.value.field) == ("not_as_prepared", "seat_melds")
    assert "in prepared deal 7" in str(refused.value)
    assert "can meld 150 at most and not 154" in str(refused.value)


def test_without_a_trump_any_suit_will_do_but_one_for_all():
    ruleset, deal = make_ruleset(DOUBLE), double_deal()
    check_summary_as_prepared(ruleset, deal, summary(trump=None, seat_melds=[150, 0, 0, 0]))
    with pytest.raises(IllegalAction):
        check_summary_as_prepared(ruleset, deal, summary(trump="H", seat_melds=[150, 0, 0, 0]))
    with pytest.raises(IllegalAction, match="at most"):
        check_summary_as_prepared(ruleset, deal, summary(trump=None, seat_melds=[154, 0, 0, 0]))


@pytest.mark.parametrize("preset", sorted(VARIANTS[PARTNERS].presets))
def test_partners_who_pass_cards_meld_from_both_hands(preset):
    ruleset = make_ruleset(PARTNERS, preset)
    # neither hand of side 0 has anything but a nine of trumps: only both together have a run
    hands = [
        "AS TS KS 9S AH TH 9H 9H AD TD 9D TC",
        "QH JH QD JC 9C 9C",
        "QS JS TD TC AC AC KH TH KD AD KC KC",
        "QH JH QD JC",
    ]
    deal = PreparedDeal(number=7, dealer=3, hands=tuple(hands), stock="")
    written = {"declarer": 0, "trump": "S", "melds": [150, 0]}
    if ruleset.options.exchange_max:
        check_summary_as_prepared(ruleset, deal, written)
    else:
        with pytest.raises(IllegalAction, match="not 150"):
            check_summary_as_prepared(ruleset, deal, written)
    with pytest.raises(IllegalAction, match="not 60"):
        # the others pass no cards
        check_summary_as_prepared(ruleset, deal, written | {"melds": [0, 60]})


def test_the_kitty_melds_for_the_declarer_only():
    ruleset = make_ruleset(THREE)
    hands = (
        "AS TS KS QS 9H 9H 9D 9D 9C 9C TH TD TC TC TH",
        "AS TS KS QS AH KH AD KD AC KC KC KD KH AC AD",
        "QH QH JH JH QD QD JD JD QC QC JC JC 9S 9S AH",
    )
    deal = PreparedDeal(number=7, dealer=2, hands=hands, stock="JS JS TD")
    run = {"trump": "S", "melds": [150, 0, 0]}
    check_summary_as_prepared(ruleset, deal, run | {"declarer": 0})
    with pytest.raises(IllegalAction, match="can meld"):
        check_summary_as_prepared(ruleset, deal, run | {"declarer": 1})


def test_a_game_without_meld_and_a_deal_thrown_in_are_not_looked_at():
    pitch = make_ruleset("pitch", players=4)
    deal = PreparedDeal(number=1, dealer=0, hands=("",) * 4, stock="")
    check_summary_as_prepared(pitch, deal, {"declarer": 0, "melds": [999, 0]})
    check_summary_as_prepared(make_ruleset(DOUBLE), double_deal(), {"declarer": None})


def test_what_is_refused_scores_without_the_cards():
    """The numbers alone are possible; only the prepared cards say that they are not."""
    ruleset = make_ruleset(DOUBLE)
    written = {
        "dealer": 3,
        "summary": summary(
            bid=60, melds=[300, 20], outcome="played", points=[30, 20], last_trick=0
        ),
    }
    score_deal(ruleset, written)
    with pytest.raises(IllegalAction, match="at most and not 300"):
        check_summary_as_prepared(ruleset, double_deal(), written["summary"])

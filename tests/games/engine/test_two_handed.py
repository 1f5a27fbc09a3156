"""Two-handed pinochle: the worked examples of its rulebook that are about melds, nines and play."""

from collections import Counter
from copy import deepcopy
from itertools import product
from random import Random

import pytest

from games.engine.actions import Action
from games.engine.errors import IllegalAction, Refusal
from games.engine.variants import VARIANTS, make_ruleset
from games.engine.variants.two_handed_pinochle.deal import DECK
from games.engine.variants.two_handed_pinochle.melds import meld_rows
from games.engine.variants.two_handed_pinochle.summary_melds import most_melded
from tests.games.engine.rulesets import wild_player

GAME = VARIANTS["two-handed-pinochle"]
PACK = [rank + suit for rank in "A9TKQJ" for suit in "SHDC"] * 2
ROYAL_HAND = "KS QS AS TS JS KS QS JD JD QH QD QC"


def dealt(hand, up, preset="bga", rest="", dealer=0, **options):
    """Return a deal in which the player who did not deal holds this hand; `rest` is drawn first."""
    left = Counter(PACK)
    left.subtract([*hand.split(), up, *rest.split()])
    assert min(left.values()) >= 0
    others = list(left.elements())
    hands = [" ".join(others[:12]), hand] if dealer == 0 else [hand, " ".join(others[:12])]
    stock = " ".join([up, *rest.split(), *others[12:]])
    ruleset = make_ruleset("two-handed-pinochle", preset, options)
    return GAME.start(ruleset, dealer, hands, stock)


def to_meld(hand, up, trick=1, **rules):
    """Return a deal in which the holder of this hand has won the tricks so far and may meld."""
    state = dealt(hand, up, **rules)
    before_draw = state.options.meld_timing == "before_draw"
    state.play.winners = [1] * trick
    state.draws, state.draw_due, state.phase = trick - before_draw, before_draw, "events"
    return state


def next_trick(state):
    state.play.winners.append(1)
    state.draws += 1
    state.melded = 0


def meld(state, cards):
    GAME.apply(state, Action("events", {"trick": state.tricks_taken, "seat": 1, "meld": cards}))
    return state.log[-1].points


def dix(state, use):
    GAME.apply(state, Action("events", {"trick": state.tricks_taken, "seat": 1, "dix": use}))
    return state.log[-1].points


def refused(state, act, what):
    before = deepcopy(state)
    with pytest.raises(IllegalAction) as refusal:
        act(state, what)
    assert state == before
    return refusal.value.rule


def test_run_may_use_the_royal_marriage_but_not_the_other_way_round():
    state = to_meld(ROYAL_HAND, "9S")

    assert meld(state, "KS QS") == 40
    next_trick(state)
    assert meld(state, "AS TS KS* QS* JS") == 150
    next_trick(state)
    assert refused(state, meld, "KS* QS") == "meld_card_used"
    assert refused(state, meld, "KS* QS*") == "meld_needs_hand_card"
    assert meld(state, "KS QS") == 40
    assert state.log[-1].name == "royal marriage"


def test_a_queen_serves_one_meld_of_each_class():
    state = to_meld(ROYAL_HAND, "9H")

    assert meld(state, "KS QS") == 20
    next_trick(state)
    assert meld(state, "QS* JD") == 40
    next_trick(state)
    assert meld(state, "QS* QH QD QC") == 60
    next_trick(state)
    assert refused(state, meld, "QS* QH* QD* QC*") == "meld_needs_hand_card"


def test_double_pinochle_takes_up_the_first_pair():
    state = to_meld(ROYAL_HAND, "9H")

    assert meld(state, "QS JD") == 40
    next_trick(state)
    assert refused(state, meld, "QS* JD*") == "meld_needs_hand_card"
    assert meld(state, "QS* JD* QS JD") == 300
    next_trick(state)
    assert refused(state, meld, "QS JD") == "card_not_held"


def test_two_pinochles_of_separate_copies_leave_no_card_for_the_double():
    state = to_meld(ROYAL_HAND, "9H")

    assert meld(state, "QS JD") == 40
    next_trick(state)
    assert meld(state, "QS JD") == 40
    next_trick(state)
    assert refused(state, meld, "QS* QS* JD* JD*") == "meld_needs_hand_card"


def test_a_bare_star_is_the_earliest_copy_that_will_do():
    state = to_meld(ROYAL_HAND, "9H")
    meld(state, "QS JD")
    next_trick(state)
    meld(state, "QS KS")
    next_trick(state)

    assert meld(deepcopy(state), "QS*2 JD") == 40
    assert refused(state, meld, "QS*1 JD") == "meld_card_used"
    assert meld(state, "QS* JD") == 40
    assert [copy.worth for copy in state.table[1][DECK.codes["QS"]]] == [
        {"C": 40},
        {"A": 20, "C": 40},
    ]


@pytest.mark.parametrize("cards", ["KS QH", "KS", "", "KS QS JS", "QS QS JD", "AS AS AH AD AC"])
def test_cards_that_are_not_one_row_of_the_table_are_no_meld(cards):
    assert refused(to_meld(ROYAL_HAND, "9H"), meld, cards) == "not_a_meld"


def test_melded_cards_are_not_melded_again_where_only_fresh_ones_are_allowed():
    state = to_meld(ROYAL_HAND, "9H", remeld="never")
    meld(state, "KS QS")
    next_trick(state)

    assert refused(state, meld, "QS* JD") == "meld_card_used"
    assert meld(state, "QS JD") == 40


def test_many_melds_after_one_trick_where_there_is_no_limit():
    state = to_meld(ROYAL_HAND, "9H", melds_per_trick="many")

    assert [meld(state, cards) for cards in ("KS QS", "QS* JD", "QS* QH QD QC")] == [20, 40, 60]
    GAME.apply(state, Action("play", "QH"))
    assert DECK.codes["QH"] not in state.table[1]


def test_only_the_winner_melds_and_only_after_the_trick():
    state = to_meld(ROYAL_HAND, "9H")

    def wrong_seat(state, seat):
        GAME.apply(state, Action("events", {"trick": 1, "seat": seat, "meld": "KS QS"}))

    def wrong_trick(state, trick):
        GAME.apply(state, Action("events", {"trick": trick, "seat": 1, "meld": "KS QS"}))

    assert refused(state, wrong_seat, 0) == "out_of_turn"
    assert refused(state, wrong_trick, 2) == "event_order"
    GAME.apply(state, Action("play", "KS"))
    assert refused(state, meld, "QS JD") == "meld_not_allowed"


NINES = "9S 9S QS AS TS JS QS JD JD QH QD QC"


def test_card_had_for_a_nine_is_melded_at_once():
    state = to_meld(NINES, "KS")

    assert dix(state, "exchange") == 10
    assert meld(state, "KS QS") == 40
    assert refused(state, dix, "exchange") == "nothing_to_exchange"
    assert dix(state, "show") == 10
    assert refused(state, dix, "show") == "dix_scored"


def test_nine_is_the_one_meld_of_a_trick_where_it_is_no_extra():
    state = to_meld(NINES, "KS", dix_extra=False)

    dix(state, "exchange")
    assert refused(state, meld, "KS QS") == "one_meld_a_trick"
    assert refused(state, dix, "show") == "one_meld_a_trick"
    next_trick(state)
    meld(state, "KS QS")
    assert refused(state, dix, "show") == "one_meld_a_trick"


def test_turned_up_card_is_there_until_the_last_draw():
    assert refused(to_meld(NINES, "KS", trick=12), dix, "exchange") == "nothing_to_exchange"
    assert dix(to_meld(NINES, "KS", trick=12), "show") == 10
    assert dix(to_meld(NINES, "KS", trick=12, preset="bicycle"), "exchange") == 10


NO_NINES = "AH KH QH JH TH AS AD AC TS TD TC KD"


def before_the_last_draw(hand, up, **rules):
    """Return a deal in which the holder of this hand has won trick 12 and chooses a card."""
    state = dealt(hand, up, preset="pagat", **rules)
    state.play.winners = [1] * 12
    state.draws, state.draw_due, state.phase = 11, True, "last_draw"
    return state


def dixes_offered(state):
    return [action.value["dix"] for action in GAME.legal_actions(state) if "dix" in action.value]


def test_turned_up_nine_that_the_dealer_scored_does_not_score_for_whoever_draws_it():
    state = before_the_last_draw(NO_NINES, "9H", turned_dix="dealer")

    assert [(laid.seat, laid.points) for laid in state.laid] == [(0, 10)]
    assert refused(state, dix, "show") == "last_draw_missing"
    GAME.apply(state, Action("last_draw", "up"))
    assert dixes_offered(state) == []
    assert refused(state, dix, "show") == "dix_scored"


def test_turned_up_nine_that_nobody_scored_is_shown_by_whoever_draws_it():
    state = before_the_last_draw(NO_NINES, "9H", turned_dix="nobody")

    assert state.laid == []
    GAME.apply(state, Action("last_draw", "up"))
    assert dixes_offered(state) == ["show"]
    assert refused(state, dix, "exchange") == "nothing_to_exchange"
    assert dix(state, "show") == 10
    assert [(laid.trick, laid.seat, laid.points) for laid in state.laid] == [(12, 1, 10)]
    assert refused(state, dix, "show") == "dix_scored"


def test_who_draws_the_second_nine_may_show_both_where_nobody_scored_the_first():
    state = before_the_last_draw("9H " + NO_NINES.removesuffix(" KD"), "9H", turned_dix="nobody")
    GAME.apply(state, Action("last_draw", "up"))

    assert [dix(state, "show"), dix(state, "show")] == [10, 10]
    assert refused(state, dix, "show") == "dix_scored"


@pytest.mark.parametrize("turned_dix", ["dealer", "nobody"])
def test_nine_that_was_exchanged_does_not_score_again(turned_dix):
    state = before_the_last_draw("9H " + NO_NINES.removesuffix(" KD"), "KH", turned_dix=turned_dix)
    state.up = state.nine  # somebody gave a nine for the king

    GAME.apply(state, Action("last_draw", "up"))
    assert dix(state, "show") == 10
    assert refused(state, dix, "show") == "dix_scored"


@pytest.mark.parametrize(("last_draw", "held"), [("stock", "9C"), ("up", "KS")])
def test_winner_of_trick_12_chooses_before_leading(last_draw, held):
    state = dealt(ROYAL_HAND.replace("KS", "AD"), "KS", preset="pagat")
    state.stock[-1] = DECK.codes["9C"]
    state.play.winners = [1] * 12
    state.draws, state.draw_due, state.phase = 11, True, "last_draw"
    before = list(state.play.hands[1])

    assert [action.value for action in GAME.legal_actions(state)] == ["stock", "up"]
    GAME.apply(state, Action("last_draw", last_draw))
    assert state.play.hands[1][DECK.codes[held]] == before[DECK.codes[held]] + 1
    assert state.phase == "events"


def test_there_is_no_choice_of_the_last_card_by_the_main_rules():
    state = to_meld(NINES, "KS", trick=12)

    with pytest.raises(IllegalAction, match="trick 12 draws from the stock") as refusal:
        GAME.apply(state, Action("last_draw", "up"))

    assert refusal.value.rule == "last_draw_not_allowed"


@pytest.mark.parametrize(
    ("lead", "answer", "winner"), [("AH", "9C", 0), ("AH", "AH", 1), ("9H", "AS", 1)]
)
def test_winner_of_a_trick_while_any_card_may_be_played(lead, answer, winner):
    hand = "AH 9H AD AD TD TD KD KD QD QD JD JD"
    others = "AH 9C AS TH TH KH KH QH QH JH JH AS"
    left = Counter(PACK)
    left.subtract([*hand.split(), *others.split(), "KC"])
    ruleset = make_ruleset("two-handed-pinochle")
    state = GAME.start(ruleset, 0, [others, hand], " ".join(["KC", *left.elements()]))
    GAME.apply(state, Action("play", lead))
    assert len(list(GAME.legal_actions(state))) == len(set(others.split()))
    GAME.apply(state, Action("play", answer))

    assert state.turn == winner
    assert state.drawn[0][:2] == (1, winner)


@pytest.mark.parametrize(
    ("must_head", "lead", "hand", "legal"),
    [
        ("none", "KH", "AH 9H AC", {"AH", "9H"}),
        ("always", "KH", "AH 9H AC", {"AH"}),
        ("trump", "KH", "AH 9H AC", {"AH", "9H"}),
        ("none", "KC", "TC 9C AH", {"TC", "9C"}),
        ("trump", "KC", "TC 9C AH", {"TC"}),
        ("always", "KC", "TC 9C AH", {"TC"}),
        ("none", "KH", "9C AS AS", {"9C"}),
        ("none", "KH", "AS AS TS", {"AS", "TS", "AD", "TD", "KD", "QD", "JD"}),
    ],
)
def test_duties_of_the_last_twelve_tricks_are_those_of_strict_play(must_head, lead, hand, legal):
    follower = f"{hand} AD AD TD TD KD KD QD QD JD"
    leader = ["KH", "KC", "QC", "KC", "JH", "JH", "JC", "QH", "QS", "QS", "JS", "JS"]
    left = Counter(PACK)
    left.subtract([*follower.split(), *leader, "JC"])
    ruleset = make_ruleset(
        "two-handed-pinochle", "bga", {"stock_play": "strict", "must_head": must_head}
    )
    hands = [follower, " ".join(leader)]
    state = GAME.start(ruleset, 0, hands, " ".join(["JC", *left.elements()]))
    GAME.apply(state, Action("play", lead))

    assert {action.value for action in GAME.legal_actions(state)} == legal


def test_a_melded_card_may_be_played_and_the_other_copy_melded_still():
    state = to_meld(ROYAL_HAND, "9H")
    meld(state, "KS QS")
    plays = [action.value for action in GAME.legal_actions(state) if action.phase == "play"]
    assert {"KS", "KS*", "QS", "QS*"} <= set(plays)

    GAME.apply(state, Action("play", "KS*"))
    assert DECK.codes["KS"] not in state.table[1]
    next_trick(state)
    state.phase, state.play.placed, state.play.turn = "events", 0, 1
    assert meld(state, "KS QS") == 20


SPELLINGS = ("", "*", "*1", "*2")


@pytest.mark.parametrize("preset", ["bga", "bicycle"])
@pytest.mark.parametrize("options", [{}, {"remeld": "never"}, {"melds_per_trick": "many"}])
def test_every_spelling_of_a_meld_does_what_is_offered_or_is_refused(preset, options):
    ruleset = make_ruleset("two-handed-pinochle", preset, options)
    rng = Random(3)
    tried = Counter()

    def try_all(state):
        if state.phase == "events":
            offered = [
                after(state, action)
                for action in GAME.legal_actions(state)
                if action.phase == "events" and "meld" in action.value
            ]
            held = {code for code, copies in enumerate(state.play.hands[state.turn]) if copies}
            for row in meld_rows(state.trump, state.options).values():
                if set(row.cards) <= held:
                    for done in spelled(state, row.text.split()):
                        tried[done in offered] += 1
                        assert done is None or done in offered
        return rng.choice((wild_player(rng), GAME.plain_player))(state)

    for _ in range(3):
        GAME.random_deal(ruleset, rng, player=try_all)

    assert tried[True] > 20
    assert tried[False] > 20


def spelled(state, cards):
    """Give what comes of a meld in every way of writing it; None where it is refused."""
    tried = deepcopy(state)
    for marks in product(SPELLINGS, repeat=len(cards)):
        text = " ".join(map(str.__add__, cards, marks))
        event = {"trick": state.tricks_taken, "seat": state.turn, "meld": text}
        try:
            GAME.apply(tried, Action("events", event))
        except Refusal:
            yield None
        else:
            yield tried.table, tried.log
            tried = deepcopy(state)


def after(state, action):
    """Return the table and the log after an action."""
    tried = deepcopy(state)
    GAME.apply(tried, action)
    return tried.table, tried.log


def test_melds_of_one_deal_add_up_to_the_most_of_the_rulebook():
    assert most_melded(make_ruleset("two-handed-pinochle").options, 12) == 1220
    many = make_ruleset("two-handed-pinochle", "bga", {"melds_per_trick": "many"})
    assert most_melded(many.options, 1) == 1420

"""The exchange: trumps stay, the stock fills the hands, and sometimes it is too small."""

from itertools import islice
from random import Random

import pytest

from games.engine.actions import Action
from games.engine.errors import IllegalAction
from games.engine.variants import make_ruleset
from games.engine.variants.pedro.deal import PACK
from games.score_door import score
from tests.games.engine.pedro.checking import check_pedro
from tests.games.engine.pedro.deals import E7, GAME, SPREADS, STANDARD, played
from tests.games.engine.rulesets import wild_player


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


def test_laying_away_out_of_turn_is_refused():
    state = GAME.opening(STANDARD, E7)
    for call in E7["auction"]:
        GAME.apply(state, Action("auction", call))
    GAME.apply(state, Action("trump", "D"))

    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, Action("discards", {"seat": 0, "cards": ""}))

    assert (refused.value.rule, refused.value.index) == ("out_of_turn", 0)
    assert len(list(islice(GAME.legal_actions(state), 5))) == 1

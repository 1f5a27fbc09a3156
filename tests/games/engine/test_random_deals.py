"""Random legal deals of every preset and option value hold what the rulebooks promise."""

from collections import Counter
from copy import deepcopy
from random import Random

import pytest

from games.engine import forms
from games.engine.actions import Action
from games.engine.summary_fields import flat_answers, is_asked, summary_from
from games.engine.variants import VARIANTS
from tests.games.engine.rulesets import every_ruleset, named, started, wild_player

RULESETS = [pytest.param(ruleset, id=named(ruleset)) for ruleset in every_ruleset()]
DEALS = 12


def random_deals(ruleset, pairs=DEALS):
    """Give deals of the plain player and of one who does anything, one of each a pair."""
    rng = Random(named(ruleset))
    game = VARIANTS[ruleset.variant]
    for _ in range(pairs):
        yield game.random_deal(ruleset, rng)
        yield game.random_deal(ruleset, rng, player=wild_player(rng))


def actions_of(record, state):
    """Give what the record says is done next, entry after entry."""
    waiting = {
        name: list(record.get(name) or []) for name in ("auction", "exchange", "events", "play")
    }
    while not state.over:
        if state.phase == "events" and not is_melded_now(state, waiting["events"]):
            # to lead, or to draw, is to meld no more
            phase = state.after_events
            yield Action(phase, waiting[phase].pop(0) if phase in waiting else record[phase])
        elif state.phase == "play" and record.get("throw_in"):
            yield Action("throw_in", True)
        elif state.phase in waiting:
            yield Action(state.phase, waiting[state.phase].pop(0))
        else:
            yield Action(state.phase, record[state.phase])


def is_melded_now(state, events):
    return bool(events) and events[0]["trick"] == len(state.play.winners)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_random_deal_is_accepted_and_all_ways_to_score_it_agree(ruleset):
    game = VARIANTS[ruleset.variant]
    for record in random_deals(ruleset):
        result = forms.score_deal(forms.ruleset_of(record), deepcopy(record))

        state = started(ruleset, record)
        for action in actions_of(record, state):
            game.apply(state, action)
        assert game.result(state) == result

        form = game.summary_of(ruleset, record)
        from_summary = forms.score_deal(forms.ruleset_of(form), form)
        assert (from_summary.score, from_summary.made) == (result.score, result.made)
        assert from_summary.wins_game == result.wins_game
        assert from_summary.detail["next_dealer"] == result.detail["next_dealer"]

        answers = filled_in(game.summary_fields(ruleset.options, ruleset.players), form["summary"])
        asked = game.score_summary(ruleset, record["dealer"], summary_from(answers))
        assert (asked.score, asked.made) == (result.score, result.made)
        assert asked.wins_game == result.wins_game

        check_cards(record)
        CHECKS[ruleset.variant](ruleset, record, result)


def filled_in(fields, summary):
    """Fill a form as a scorer would: only what is asked, and nothing required left out."""
    known = flat_answers(summary)
    answers = {}
    for field in fields:
        if not is_asked(field, answers):
            continue
        value = known.get(field.name)
        if value is None and field.kind == "flag":
            value = False
        assert value is not None or field.nullable or not field.required, field.name
        if field.kind == "side_numbers" and field.total is not None:
            assert sum(value) == field.total
        if field.kind == "choice":
            assert value in [choice for choice, _ in field.choices]
        if value is not None or field.nullable:
            answers[field.name] = value
    return answers


def check_cards(record):
    """Every card that was dealt is played once, or the deal was not played to the end."""
    held = [*record["hands"], *([record["stock"]] if record["variant"] in DRAWN else [])]
    dealt = Counter(card for cards in held for card in cards.split())
    # a star marks a card that lay melded on the table
    played = Counter(card.partition("*")[0] for card in record.get("play") or [])
    assert played in (dealt, Counter())


def check_pitch(ruleset, record, result):
    detail = result.detail
    if detail["passed_out"]:
        assert result.made is None
        assert set(result.score) == {0}
        return
    assert sum(detail["tricks"]) == 6
    assert 2 <= sum(detail["points"]) <= 4
    dealt = [card for hand in record["hands"] for card in hand.split()]
    worth = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
    assert sum(detail["game_points"]) == sum(worth.get(card[0], 0) for card in dealt)
    declaring = detail["declarer_side"]
    if result.made:
        assert result.score[declaring] >= detail["points"][declaring]
    else:
        assert result.score[declaring] == -(5 if detail["bid"] == "smudge" else detail["bid"])


def check_double_deck(ruleset, record, result):
    detail = result.detail
    played = detail["branch"] in ("made", "set")
    assert played == bool(record.get("play"))
    if played:
        assert sum(detail["points"]) == 50
        assert sum(detail["tricks"]) == 20
    assert result.made == (detail["branch"] == "made")
    declaring = detail["declarer_side"]
    assert result.score[1 - declaring] >= 0
    assert result.made == (result.score[declaring] >= detail["bid"])
    assert detail["melds"] == [
        detail["seat_melds"][side] + detail["seat_melds"][side + 2] for side in (0, 1)
    ]


def check_two_handed(ruleset, record, result):
    detail = result.detail
    assert result.made is None
    assert sum(detail["points"]) == 250
    assert sum(detail["tricks"]) == 24
    simple = ruleset.options.card_points == "simple"
    assert sum(detail["scored_points"]) in ((250,) if simple else (240, 250, 260))
    assert all(points % 10 == 0 for points in result.score)
    log = detail["meld_log"]
    assert detail["melds"] == [
        sum(points for _, seat, _, points in log if seat == side) for side in (0, 1)
    ]
    assert [trick for trick, *_ in log] == sorted(trick for trick, *_ in log)
    melds = Counter(trick for trick, _, name, _ in log if "dix" not in name)
    assert ruleset.options.melds_per_trick == "many" or set(melds.values()) <= {1}
    names = Counter((seat, name) for _, seat, name, _ in log)
    together = Counter(name for _, _, name, _ in log)
    assert together["dix"] + together["turned dix"] <= 2
    assert all(count <= 2 for count in together.values())
    assert all(names[seat, "double pinochle"] + names[seat, "pinochle"] <= 2 for seat in (0, 1))


CHECKS = {
    "pitch": check_pitch,
    "double-deck-pinochle": check_double_deck,
    "two-handed-pinochle": check_two_handed,
}
DRAWN = {"two-handed-pinochle"}  # in these games the stock comes into the hands


def test_same_seed_deals_the_same_cards():
    ruleset = next(every_ruleset())
    game = VARIANTS[ruleset.variant]

    assert game.random_deal(ruleset, Random(7)) == game.random_deal(ruleset, Random(7))
    assert game.random_deal(ruleset, Random(7)) != game.random_deal(ruleset, Random(8))


def test_every_way_a_deal_can_end_is_met():
    ends = Counter()
    for ruleset in every_ruleset():
        for record in random_deals(ruleset, 5):
            result = VARIANTS[ruleset.variant].replay(ruleset, record)
            ends[result.detail.get("branch") or str(result.made)] += 1

    assert ends.keys() >= {
        "made", "set", "no_play", "no_marriage", "thrown_in", "True", "False", "None",
    }  # fmt: skip

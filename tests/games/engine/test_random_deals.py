"""Random legal deals of every preset and option value hold what the rulebooks promise."""

from collections import Counter
from copy import deepcopy
from functools import cache
from random import Random

import pytest

from games.engine import forms
from games.engine.actions import Action
from games.engine.summary_fields import flat_answers, is_asked, summary_from
from games.engine.variants import VARIANTS
from tests.games.engine.pedro.checking import check_pedro
from tests.games.engine.rulesets import every_ruleset, named, wild_player

RULESETS = [pytest.param(ruleset, id=named(ruleset)) for ruleset in every_ruleset()]
DEALS = 5


@cache
def random_deals(ruleset):
    """Give deals of the plain player and of one who does anything, one of each a pair."""
    rng = Random(named(ruleset))
    game = VARIANTS[ruleset.variant]
    return [
        game.random_deal(ruleset, rng, **how)
        for _ in range(DEALS)
        for how in ({}, {"player": wild_player(rng)})
    ]


def actions_of(record, state):
    """Give what the record says is done next, entry after entry; discards say their seat."""
    waiting = {
        name: list(record.get(name) or []) for name in ("auction", "exchange", "events", "play")
    }
    while not state.over:
        given_up = next((name for name in ("throw_in", "concede") if record.get(name)), None)
        if state.phase == "events" and not is_melded_now(state, waiting["events"]):
            # to lead, or to draw, is to meld no more
            phase = "last_draw" if state.choice_due else "play"
            yield Action(phase, waiting[phase].pop(0) if phase in waiting else record[phase])
        elif state.phase == "play" and given_up:
            yield Action(given_up, True)
        elif state.phase in waiting:
            yield Action(state.phase, waiting[state.phase].pop(0))
        elif state.phase == "discards":
            cards = record["discards"][state.turn]
            yield Action("discards", {"seat": state.turn, "cards": cards})
        else:
            yield Action(state.phase, record[state.phase])


def is_melded_now(state, events):
    return bool(events) and events[0]["trick"] == len(state.play.winners)


@pytest.mark.sampled(120)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_random_deal_is_accepted_and_all_ways_to_score_it_agree(ruleset):
    game = VARIANTS[ruleset.variant]
    for record in random_deals(ruleset):
        result = forms.score_deal(forms.ruleset_of(record), deepcopy(record))

        state = game.opening(ruleset, record)
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
    """Every card is played once or laid away, or the deal was not played to the end."""
    dealt = Counter(card for hand in record["hands"] for card in hand.split())
    away = Counter(card for cards in record.get("discards") or [] for card in cards.split())
    if away:
        dealt += Counter(record["stock"].split())
    played = Counter(record.get("play") or [])
    assert played in (dealt - away, Counter())


COUNTED = {"A": "ace", "T": "ten", "K": "king", "Q": "queen", "J": "jack"}


def worth_of(options, card):
    """Return what a card counts in pinochle; a nine nothing."""
    rank = COUNTED.get(card[0])
    return getattr(options, f"{rank}_points") if rank else 0


def all_points(options, copies):
    """Return what all cards and the last trick count together in pinochle."""
    cards = [rank + suit for rank in COUNTED for suit in "SHDC"] * copies
    return sum(worth_of(options, card) for card in cards) + options.last_trick_points


def check_pitch(ruleset, record, result):
    check_cards(record)
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
    check_cards(record)
    detail = result.detail
    played = detail["branch"] in ("made", "set")
    assert played == bool(record.get("play"))
    if played:
        assert sum(detail["points"]) == all_points(ruleset.options, copies=4)
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
    # a star marks a card that lay melded on the table
    played = Counter(card.partition("*")[0] for card in record["play"])
    assert played == Counter(" ".join([*record["hands"], record["stock"]]).split())
    assert result.made is None
    simple = ruleset.options.card_points == "simple"
    options = ruleset.options
    total = all_points(options, copies=2) if simple else 240 + options.last_trick_points
    assert sum(detail["points"]) == total
    assert sum(detail["tricks"]) == 24
    rounded = range(total - 10, total + 11)
    assert sum(detail["scored_points"]) in ((total,) if simple else rounded)
    assert simple or all(points % 10 == 0 for points in result.score)
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


def check_fifty_six(ruleset, record, result):
    detail = result.detail
    if detail["redeal"]:
        assert ruleset.options.redeal != "none"
        assert (record["auction"], record["play"]) == ([], [])
        assert (result.score, result.made) == ((0, 0), None)
        assert detail["next_dealer"] == record["dealer"]
        return
    assert sum(detail["points"]) == 56
    tricks = len(record["hands"][0].split())
    assert sum(detail["tricks"]) == len(detail["winners"]) == tricks
    assert detail["tricks"][0] == sum(seat % 2 == 0 for seat in detail["winners"])
    assert detail["all_pass"] == (set(record["auction"]) == {"pass"})
    assert result.made == (detail["points"][detail["side"]] >= detail["bid"])
    scorer = detail["side"] if result.made else 1 - detail["side"]
    assert result.score[scorer] >= detail["multiplier"]
    assert result.score[1 - scorer] == 0
    bids = [call for call in record["auction"] if call not in ("pass", "double", "redouble")]
    if ruleset.options.annotate_calls:
        assert len(detail["calls"]) == len(bids)
    assert record["trump"] == detail["trump"]


def check_partnership_pinochle(ruleset, record, result):
    detail, options = result.detail, ruleset.options
    if detail["result"] == "redeal":
        assert options.all_pass == "redeal"
        assert (result.made, result.score) == (None, (0, 0))
        return
    played = detail["result"] in ("made", "set", "no_trick")
    assert played == bool(record.get("play"))
    if played:
        assert sum(detail["points"]) == all_points(options, copies=2)
        assert sum(detail["tricks"]) == 12
    declaring = detail["declarer_side"]
    defending = 1 - declaring
    assert result.made == (detail["result"] == "made")
    assert (
        result.score[defending] == detail["points"][defending] + detail["melds_counted"][defending]
    )
    if result.made:
        assert result.score[declaring] >= detail["bid"]
    elif isinstance(options.set_penalty, int):
        assert result.score[declaring] == -options.set_penalty
    else:
        lost = -detail["melds"][declaring] if options.set_penalty == "meld" else -detail["bid"]
        assert result.score[declaring] in (lost, -detail["bid"])
    assert detail["melds"] == [
        detail["seat_melds"][side] + detail["seat_melds"][side + 2] for side in (0, 1)
    ]
    assert detail["seat_melds"] == [sum(melds.values()) for melds in detail["named_melds"]]


def three_handed_penalty(options, detail):
    if isinstance(options.set_penalty, int):
        return options.set_penalty
    by_meld = options.set_penalty == "meld" and detail["result"] == "set"
    return detail["melds"][detail["declarer"]] if by_meld else detail["bid"]


def check_three_handed_pinochle(ruleset, record, result):
    detail, options = result.detail, ruleset.options
    if detail["result"] == "redeal":
        assert options.all_pass == "redeal"
        assert (result.made, result.score) == (None, (0, 0, 0))
        return
    declarer, buried = detail["declarer"], record["discards"]
    laid_away = [card for cards in buried for card in cards.split()]
    assert [len(cards.split()) for cards in buried] == [3 * (seat == declarer) for seat in range(3)]
    assert detail["buried_points"] == sum(worth_of(options, card) for card in laid_away)
    if options.bury_trump == "forbidden":
        assert not [card for card in laid_away if card[1] == record["trump"]]
    if options.bury_trump == "announce":
        trumps = sum(card[1] == record["trump"] for card in laid_away)
        assert detail["announced_trumps"] == trumps
    played = detail["result"] in ("made", "set", "no_trick")
    assert played == bool(record.get("play"))
    if played:
        lost = detail["buried_points"] if options.buried_points == "nobody" else 0
        assert sum(detail["points"]) == all_points(options, copies=2) - lost
        assert sum(detail["tricks"]) == 15
    assert result.made == (detail["result"] == "made")
    if result.made:
        assert result.score[declarer] == detail["melds"][declarer] + detail["points"][declarer]
        assert result.score[declarer] >= detail["bid"]
    else:
        assert result.score[declarer] == -three_handed_penalty(options, detail)
    for seat in {0, 1, 2} - {declarer}:
        assert result.score[seat] == detail["points"][seat] + detail["melds_counted"][seat]
    assert detail["melds"] == [sum(melds.values()) for melds in detail["named_melds"]]


CHECKS = {
    "pitch": check_pitch,
    "double-deck-pinochle": check_double_deck,
    "pedro": check_pedro,
    "fifty-six": check_fifty_six,
    "partnership-pinochle": check_partnership_pinochle,
    "three-handed-pinochle": check_three_handed_pinochle,
    "two-handed-pinochle": check_two_handed,
}

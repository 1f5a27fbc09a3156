"""Who may stand in: each limit by itself at its edge, and all of them together."""

from dataclasses import replace
from datetime import date
from itertools import product

import pytest

from league.play.events.models import SubstitutePoints, Substitutes
from league.play.events.rulesets import SubstituteRule
from league.play.rounds.substitutions import StandIn, may_stand_in

FACTS = StandIn(player="Ann Bell", entry="The Aces", round=3, day=date(2026, 3, 7))


def codes(rule, **facts):
    return [reason.code for reason in may_stand_in(rule, replace(FACTS, **facts))]


@pytest.mark.parametrize(
    ("rule", "allowed", "refused", "code", "sentence"),
    [
        (
            {"most_a_substitute": 2},
            {"stood_in": 1},
            {"stood_in": 2},
            "stood_in_too_often",
            "Ann Bell has already stood in for 2 rounds; the event allows 2.",
        ),
        (
            {"most_an_entry": 1},
            {"entry_had": 0},
            {"entry_had": 1},
            "entry_had_too_many",
            "The Aces had a substitute in 1 round already; the event allows 1.",
        ),
        (
            {"until_round": 5},
            {"round": 5},
            {"round": 6},
            "after_last_round",
            "This is round 6 of the event, and substitutes are not allowed after round 5.",
        ),
        (
            {"until": date(2026, 3, 7)},
            {"day": date(2026, 3, 7)},
            {"day": date(2026, 3, 8)},
            "after_last_day",
            "Today is Sun 8 Mar 2026, and substitutes are not allowed after Sat 7 Mar 2026.",
        ),
        (
            {"who": Substitutes.FREE},
            {"own_table": None, "has_entry": True},
            {"own_table": 4, "has_entry": True},
            "plays_elsewhere",
            "Ann Bell’s own entry plays at table 4 in this round; only somebody who is not "
            "playing may stand in.",
        ),
        (
            {"who": Substitutes.RESERVES},
            {"is_reserve": True},
            {"is_reserve": False},
            "not_a_reserve",
            "Ann Bell is not among the reserves of the event.",
        ),
        (
            {"points": SubstitutePoints.PLAYER},
            {"has_entry": True},
            {"has_entry": False},
            "no_entry_for_points",
            "A substitute’s points go to the substitute, and Ann Bell is in no entry of the "
            "event: enter Ann Bell first.",
        ),
    ],
)
def test_each_limit_holds_at_its_edge_and_says_its_numbers(rule, allowed, refused, code, sentence):
    rule = SubstituteRule(**rule)

    assert rule.refuses_somebody
    assert may_stand_in(rule, replace(FACTS, **allowed)) == []
    assert may_stand_in(rule, replace(FACTS, **refused)) == [(code, sentence)]


def test_whoever_breaks_several_limits_learns_all_of_them_and_no_other():
    """Every combination of limits against every combination of facts on both sides of them."""
    limits = {
        "stood_in_too_often": ({"most_a_substitute": 2}, {"stood_in": 3}),
        "entry_had_too_many": ({"most_an_entry": 1}, {"entry_had": 2}),
        "after_last_round": ({"until_round": 2}, {"round": 3}),
        "after_last_day": ({"until": date(2026, 3, 1)}, {"day": date(2026, 3, 2)}),
    }
    kept = {"stood_in": 0, "entry_had": 0, "round": 1, "day": date(2026, 3, 1)}
    for set_, broken in product(product((0, 1), repeat=4), repeat=2):
        rule, facts = {}, dict(kept)
        for (limit, fact), is_set, is_broken in zip(limits.values(), set_, broken, strict=True):
            rule |= limit if is_set else {}
            facts |= fact if is_broken else {}
        expected = [code for code, a, b in zip(limits, set_, broken, strict=True) if a and b]
        assert codes(SubstituteRule(**rule), **facts) == expected

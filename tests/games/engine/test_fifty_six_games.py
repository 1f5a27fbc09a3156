"""Games of Fifty-Six: to the target, or with tables; scores that no deal can have."""

import pytest

from games.score_door import score

PLAYED = {"bid": 28, "declarer": 0, "trump": "S", "points": [28, 28]}
REDEALS = {"redeal": "all_jacks_or_no_points"}


def game_of(*deals, **rules):
    return score({"variant": "fifty-six", "players": 4, **rules, "game": list(deals)})


def scored(*scores, **rules):
    return game_of(*({"score": list(points)} for points in scores), **rules)


def test_first_side_with_the_target_wins():
    game = scored([4, 0], [0, 5], [6, 0], [2, 0])

    assert (game["totals"], game["winner"], game["reason"]) == ([12, 5], 0, "target")
    assert not scored([10, 0], [1, 0])["finished"]
    assert "tables" not in game


@pytest.mark.parametrize(
    ("rules", "scores", "tables", "winner", "reason"),
    [
        ({"preset": "table"}, ([0, 10], [10, 0]), [2, 2], None, None),
        ({"preset": "table"}, ([0, 10], [10, 0], [2, 0]), [2, 0], 0, "no_tables"),
        ({"preset": "table"}, ([0, 8], [20, 0]), [4, 0], 0, "no_tables"),
        (
            {"preset": "table", "options": {"table_end": "cannot_pay"}},
            ([12, 0],),
            [12, 0],
            None,
            None,
        ),
        (
            {"preset": "table", "options": {"table_end": "cannot_pay"}},
            ([12, 0], [0, 4], [1, 0]),
            [8, 0],
            0,
            "cannot_pay",
        ),
        ({"preset": "pagat_table"}, ([0, 10], [10, 0], [2, 0]), [14, 10], None, None),
        ({"preset": "pagat_table"}, ([0, 12],), [0, 24], None, None),
        ({"preset": "pagat_table"}, ([0, 12], [0, 1]), [0, 24], 1, "cannot_pay"),
        ({"preset": "pagat_table"}, ([0, 12], [3, 0]), [3, 21], None, None),
        (
            {"preset": "table", "options": {"table_return": "any"}},
            ([0, 10], [0, 2]),
            [0, 24],
            1,
            "no_tables",
        ),
        ({"preset": "table", "options": {"target": 3}}, ([0, 4],), [0, 3], 1, "no_tables"),
    ],
)
def test_tables_are_handed_over_until_a_side_has_lost(rules, scores, tables, winner, reason):
    game = scored(*scores, **rules)

    assert (game["tables"], game["winner"], game["reason"]) == (tables, winner, reason)
    assert game["totals"] == [sum(points) for points in zip(*scores, strict=True)]


@pytest.mark.parametrize(
    ("deal", "rules", "rule"),
    [
        ({"score": [0, 0]}, {}, "bad_score"),
        ({"score": [1, 1]}, {}, "bad_score"),
        ({"score": [2, -1]}, {}, "bad_score"),
        ({"score": [-1, 0]}, {}, "bad_score"),
        ({"score": [7, 0]}, {}, "score_unreachable"),
        ({"score": [5, 0]}, {"preset": "nair"}, "score_unreachable"),
        ({"score": [0, 20]}, {"options": {"game_points": "56cards"}}, "score_unreachable"),
        ({"score": [5, 0], "declarer_side": 0}, {}, "score_unreachable"),
        ({"score": [1, 0], "declarer_side": 1}, {}, "score_unreachable"),
        ({"score": [0, 0], "redeal": True}, {}, "no_redeal_rule"),
        ({"score": [1, 0], "redeal": True}, {"options": REDEALS}, "bad_score"),
        ({"score": [1, 0], "wins_game": 0}, {}, "unexpected_field"),
    ],
)
def test_score_that_no_deal_can_have_is_refused(deal, rules, rule):
    assert game_of(deal, **rules)["error"]["rule"] == rule


def test_scores_of_a_deal_are_those_of_the_rulebook():
    for rules, listed in (
        ({}, {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20}),
        ({"preset": "nair"}, {1, 2, 3, 4, 6, 8, 12, 16}),
        ({"options": {"game_points": "56cards"}}, {1, 2, 3, 4, 6, 8, 12, 16}),
    ):
        assert {n for n in range(1, 30) if "error" not in scored([n, 0], **rules)} == listed


def test_dealer_stays_when_a_deal_is_thrown_in():
    thrown_in = {"summary": {"redeal": "no_points"}}
    rules = {"options": REDEALS, "first_dealer": 2}

    assert game_of(thrown_in, {"score": [0, 0], "redeal": True}, **rules)["next_dealer"] == 2
    assert game_of(thrown_in, {"summary": PLAYED}, **rules)["next_dealer"] == 3
    assert game_of({"summary": PLAYED}, {"score": [1, 0]}, **rules)["next_dealer"] == 0

from random import Random

import pytest

from league.play.rounds.drawing import CannotDraw, check_draw, read_request
from league.play.rounds.drawing.by_standing.judging import judge_round
from league.play.rounds.drawing.by_standing.penalties import FIRST_PENALTIES
from league.play.rounds.drawing.drawn import read_rounds
from league.play.rounds.drawing.formats import danish, monrad, swiss
from tests.league.play.rounds.drawing.requests import request
from tests.league.play.rounds.drawing.swiss import match
from tests.league.play.rounds.drawing.swiss_oracle import NOBODY, Standing
from tests.league.play.rounds.drawing.tournaments import Tournament

MANNERS = {
    "swiss": swiss.SWISS_VARIANT,
    "monrad": monrad.SWISS_VARIANT,
    "danish": danish.SWISS_VARIANT,
}


def judged(data, drawn):
    (typed,) = read_rounds([drawn])
    return judge_round(MANNERS[data["format"]], read_request(data), typed)


def as_round(number, pairs):
    tables = [pair for pair in pairs if NOBODY not in pair]
    return {
        "round": number,
        "tables": [{"table": n, "sides": [[a], [b]]} for n, (a, b) in enumerate(tables, start=1)],
        "byes": [one for one, other in pairs if other == NOBODY],
    }


@pytest.mark.long
@pytest.mark.sampled(20)
@pytest.mark.parametrize("format_", ["swiss", "monrad", "danish"])
@pytest.mark.parametrize("size", range(2, 31))
def test_what_is_drawn_is_the_best_round(format_, size):
    tournament = Tournament(format_, size, seed=size)
    for _ in range(4):
        drawn = tournament.draw()
        judgement = judged(tournament.request(), drawn)
        assert judgement.worse is None
        assert judgement.is_proven
        assert all(penalty.cost == penalty.fewest for penalty in judgement.penalties)
        breaches = {breach.code for breach in check_draw(tournament.request(), [drawn])}
        assert breaches <= {"first_deal"}
        tournament.play()


@pytest.mark.long
@pytest.mark.parametrize("size", range(4, 8))
def test_every_other_round_is_as_good_or_worse(size):
    """The judge agrees with an independent count of the first penalties, for every round."""
    rng = Random(size)
    tournament = Tournament("swiss", size, seed=size, avoid=[["e1", "e4"]])
    for _ in range(3):
        tournament.draw()
        tournament.play()
    data = tournament.request()
    standing = Standing(data)
    least = standing.least()
    rounds = list(standing.rounds())

    for pairs in rng.sample(rounds, min(30, len(rounds))):
        judgement = judged(data, as_round(4, pairs))

        cost = standing.cost(pairs)
        worse = judgement.worse.code if judgement.worse else None
        assert (worse in FIRST_PENALTIES) == (cost > least)
        if cost[0]:
            assert worse == "bye_again"


@pytest.mark.parametrize("size", [130, 161])
def test_large_rounds_are_judged_by_the_first_wishes(size):
    tournament = Tournament("swiss", size, seed=1)
    for _ in range(3):
        drawn = tournament.draw()
        assert judged(tournament.request(), drawn).worse is None
        tournament.play()
    tournament.draw()
    assert judged(tournament.request(), tournament.drawn).is_proven

    tables = tournament.drawn["tables"]
    tables[0]["sides"][1], tables[-1]["sides"][1] = tables[-1]["sides"][1], tables[0]["sides"][1]

    assert judged(tournament.request(), tournament.drawn).worse.code == "floats"


def test_director_sees_that_a_bye_goes_to_the_wrong_one():
    history = [match(1, "e1", "e3"), match(1, "e2", "e4"), {"round": 1, "bye": "e5"}]
    data = request("swiss", 5, history=history)

    def codes(*pairs):
        return [b.code for b in check_draw(data, [as_round(2, pairs)])]

    assert codes(("e1", "e2"), ("e3", "e5"), ("e4", NOBODY)) == []
    assert codes(("e1", "e5"), ("e3", "e4"), ("e2", NOBODY)) == ["bye_score"]
    assert "bye_again" in codes(("e1", "e2"), ("e3", "e4"), ("e5", NOBODY))


@pytest.mark.parametrize(
    "drawn",
    [
        as_round(1, [("e1", "e2")]),
        as_round(1, [("e1", "e2"), ("e2", "e3"), ("e4", NOBODY)]),
        {"round": 1, "tables": [{"table": 1, "sides": [["e1", "e2"], ["e3", "e4"]]}]},
        {"round": 1, "tables": [{"table": 1, "sides": [["e1"], ["e2"], ["e3"], ["e4"]]}]},
        as_round(1, [("e1", "e2"), ("e3", "x")]),
        as_round(1, [("e1", "e2"), ("e3", NOBODY)]) | {"sit_outs": ["e4"]},
    ],
)
def test_what_is_no_round_is_not_judged_and_its_faults_are_named(drawn):
    data = request("swiss", 4)

    with pytest.raises(CannotDraw) as refused:
        judged(data, drawn)
    assert refused.value.code == "not_a_round"
    assert {b.code for b in check_draw(data, [drawn])} - {"floats"} or "sit_outs" in drawn

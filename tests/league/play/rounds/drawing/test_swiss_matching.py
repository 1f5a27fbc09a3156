"""The matching against networkx, which adds up whole numbers of any length."""

from random import Random

import networkx
import numpy as np
import pytest

from league.play.rounds.drawing import read_request
from league.play.rounds.drawing.by_standing import matching, pairing
from league.play.rounds.drawing.by_standing.field import read_field
from league.play.rounds.drawing.by_standing.matching import (
    best_matching,
    costs_of,
    nobody_need_meet_again,
    pair_all,
)
from league.play.rounds.drawing.by_standing.pairing import pair_field
from league.play.rounds.drawing.by_standing.penalties import FIRST_PENALTIES, Penalties, Penalty
from league.play.rounds.drawing.by_standing.sections import by_sections
from league.play.rounds.drawing.by_standing.swiss_variant import read_options
from league.play.rounds.drawing.formats import swiss
from league.play.rounds.drawing.work import Work
from tests.league.play.rounds.drawing.tournaments import Tournament


def cost_by_networkx(nodes, one, other, penalties):
    """Return what the best perfect matching costs in each penalty, or None where there is none."""
    graph = networkx.Graph()
    graph.add_nodes_from(range(nodes))
    for edge, pair in enumerate(zip(one.tolist(), other.tolist(), strict=True)):
        weight = 0
        for penalty in penalties:
            weight = weight * (nodes * int(penalty.costs.max(initial=0)) + 1) + int(
                penalty.costs[edge]
            )
        graph.add_edge(*pair, weight=-weight, edge=edge)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < nodes:
        return None
    edges = [graph.edges[pair]["edge"] for pair in found]
    return [int(penalty.costs[edges].sum()) for penalty in penalties]


@pytest.mark.sampled(15)
@pytest.mark.parametrize("seed", range(60))
def test_best_matching_costs_what_networkx_says(seed, monkeypatch):
    """Few bits make many steps of what is one step otherwise."""
    rng = np.random.default_rng(seed)
    monkeypatch.setattr(matching, "BITS", int(rng.choice([14, 20, 30, 96])))
    nodes = 2 * int(rng.integers(1, 8))
    one, other = pair_all(nodes)
    there = rng.random(len(one)) < rng.choice([0.3, 0.6, 1])
    one, other = one[there], other[there]
    penalties = []
    for number in range(int(rng.integers(1, 9))):
        largest = int(rng.choice([1, 1, 3]))
        costs = rng.integers(0, largest + 1, len(one)) * (rng.random(len(one)) < 0.5)
        penalties.append(Penalty(f"penalty {number}", costs, largest * nodes // 2))

    found = best_matching(nodes, one, other, penalties, Work())

    expected = cost_by_networkx(nodes, one, other, penalties)
    if expected is None:
        assert found is None
    else:
        costs = [int(penalty.costs[found].sum()) for penalty in penalties]
        if matching.BITS == 96:
            assert costs == expected
        else:  # what did not fit any more may cost more, but never what comes before it
            assert costs >= expected
        assert sorted([*one[found], *other[found]]) == list(range(nodes))


def fields(size, rounds, seed, **more):
    """Yield the field before each round of a tournament."""
    tournament = Tournament("swiss", size, seed, **more)
    for _ in range(rounds):
        tournament.draw()
        request = read_request(tournament.request())
        yield read_field(request, read_options(request, swiss.SWISS_VARIANT), tournament.number)
        tournament.play()


@pytest.mark.long
@pytest.mark.sampled(12)
@pytest.mark.parametrize("pattern", ["slide", "fold", "adjacent", "lot"])
@pytest.mark.parametrize("size", range(3, 15))
def test_no_round_is_better_in_any_wish(size, pattern):
    more = {"avoid": [["e1", "e2"], ["e1", "e3"]], "options": {"later_rounds": pattern}}
    for field in fields(size, min(size, 6), seed=size, **more):
        one, other = pair_all(size)
        if field.is_odd:
            may = np.array(field.may_have_bye())
            one = np.concatenate([one, may])
            other = np.concatenate([other, np.full(len(may), field.nobody)])

        costs = costs_of(field, pair_field(field))

        penalties = Penalties(field).rate(one, other)
        assert list(costs.values()) == cost_by_networkx(size + size % 2, one, other, penalties)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("seed", range(40))
def test_going_down_group_by_group_breaks_no_more_of_the_first_wishes(seed, monkeypatch):
    rng = Random(seed)
    size = rng.randint(5, 48)
    for field in fields(size, rng.randint(3, min(size - 1, 9)), seed):
        if nobody_need_meet_again(Penalties(field).kept_apart()):
            whole, parts = pair_field(field), by_sections(field, Penalties(field))
            assert parts is not None
            costs, least = costs_of(field, parts), costs_of(field, whole)
            assert list(costs.values()) >= list(least.values())
            for penalty in least:
                assert penalty[0] not in FIRST_PENALTIES or costs[penalty] == least[penalty]


def test_large_fields_are_paired_group_by_group(monkeypatch):
    monkeypatch.setattr(pairing, "best_matching", lambda *_: pytest.fail("not the whole field"))

    for field in fields(161, 3, seed=0, options={"first_round": "lot"}):
        assert len(pair_field(field)) == 81


@pytest.mark.long
@pytest.mark.parametrize("count", range(3, 12))
def test_numbers_promise_a_round_only_where_there_is_one(count):
    rng = Random(count)
    promised = 0
    for _ in range(30):
        graph = networkx.gnp_random_graph(
            count, rng.choice([0.5, 0.7, 0.9]), seed=rng.randrange(10**6)
        )
        kept_apart = [count - 1 - degree for _, degree in graph.degree]
        if nobody_need_meet_again(kept_apart):
            promised += 1
            for bye in range(count) if count % 2 else [None]:
                left = graph.subgraph(set(graph) - {bye})
                assert len(networkx.max_weight_matching(left)) == count // 2
    assert promised > 5

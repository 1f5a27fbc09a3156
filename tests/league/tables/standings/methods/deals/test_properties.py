"""Random nights: the order of anything decides nothing, and nothing is lost or won from nowhere."""

import random
from fractions import Fraction

import pytest

from league.tables.standings.methods import rank, rank_entries, read_request
from league.tables.standings.methods.deal_bookkeeping import explain_deal
from league.tables.standings.methods.deals.scored import full_results
from league.tables.standings.methods.ranking import ledger_of
from tests.league.tables.standings.methods.deals.results import request

PAIRS = ("matchpoints", "cross_imps", "butler", "deal_points")
TEAMS = ("imps", "board_a_match")


def night(rng, *, teams=False, awards=True):
    """Return deals between two lines of entries, some of them missing, awarded or adjusted."""
    size = rng.randrange(2, 6)
    deals = []
    for number in range(1, rng.randrange(2, 7)):
        shift = rng.randrange(size)
        meetings = [([f"n{i}"], [f"e{(i + shift) % size}"]) for i in range(size)]
        tables = meetings + ([(east, north) for north, east in meetings] if teams else [])
        results = [
            result_at(rng, sides, awards=awards and not teams)
            for sides in tables
            if rng.random() < 0.9
        ]
        if results:
            deals.append({"deal": number, "results": results})
    return deals or night(rng, teams=teams, awards=awards)


def result_at(rng, sides, *, awards):
    result = {"sides": [*sides], "points": [10 * rng.randrange(-9, 9) for _ in "ab"]}
    if awards and rng.random() < 0.15:
        result["award"] = rng.choice([[60, 40], ["average_plus", "average_minus"]])
        if rng.random() < 0.5:
            del result["points"]
    return result


def ranked(method, deals, **more):
    rows = rank(request(method, deals, "head_to_head point_difference buchholz", **more))["rows"]
    return {row["entry"]: row | {"why": ""} for row in rows}


def shuffled(rng, deals):
    mixed = [d | {"results": rng.sample(d["results"], len(d["results"]))} for d in deals]
    return rng.sample(mixed, len(mixed))


@pytest.mark.long
@pytest.mark.parametrize("method", [*PAIRS, *TEAMS])
def test_the_order_of_deals_and_results_decides_nothing(method):
    rng = random.Random(method)
    for _ in range(25):
        deals = night(rng, teams=method in TEAMS, awards=method != "deal_points")

        assert ranked(method, deals) == ranked(method, shuffled(rng, deals))


@pytest.mark.long
@pytest.mark.parametrize("method", ["matchpoints", "cross_imps", "butler"])
def test_turning_all_tables_round_gives_everybody_the_same(method):
    rng = random.Random(method)
    for _ in range(25):
        deals = night(rng)
        turned = [
            d | {"results": [{k: v[::-1] for k, v in r.items()} for r in d["results"]]}
            for d in deals
        ]

        assert ranked(method, deals) == ranked(method, turned)


def test_matchpoints_of_two_winners_share_out_every_deal():
    rng = random.Random(3)
    for _ in range(40):
        deals = night(rng, awards=False)
        asked = read_request(request({"name": "matchpoints", "uneven_deals": "none"}, deals))
        full = full_results(asked.method, asked.deals)
        lines = sum(len(d["results"]) for d in deals)

        assert sum(ledger_of(asked).totals) == lines * 2 * (full - 1)


@pytest.mark.long
@pytest.mark.parametrize("method", ["cross_imps", "imps"])
def test_imps_won_are_imps_lost(method):
    rng = random.Random(method)
    for _ in range(40):
        deals = night(rng, teams=method == "imps", awards=False)

        assert sum(ledger_of(read_request(request(method, deals))).totals) == 0


@pytest.mark.parametrize("method", ["matchpoints", "cross_imps", "butler", *TEAMS])
def test_what_the_page_of_a_deal_explains_adds_up_to_what_counts(method):
    rng = random.Random(method)
    # both tables of a match of teams say the same
    share = Fraction(1, 2) if method in TEAMS else 1
    for _ in range(20):
        deals = night(rng, teams=method in TEAMS, awards=False)
        asked = read_request(request({"name": method, "uneven_deals": "none"}, deals))
        full = full_results(asked.method, asked.deals)
        sums = {entry.id: Fraction(0) for entry in asked.entries}
        for deal in asked.deals:
            for one in explain_deal(asked.method, deal, full):
                for side, (entry,) in enumerate(one.line.sides):
                    sums[entry] += (one.scores or (0, 0))[side] * share

        assert sums == {row.entry: row.points for row in rank_entries(asked)}

"""What is kept of a ranking until its rows are stored."""

import gc
import weakref

import pytest

from league.tables.standings.methods import Ranking, rank_entries, ranking, read_request
from tests.league.tables.standings.methods.results import matches, request

EVENT = request("match_points", "buchholz head_to_head", matches("a 3 b 1, c 2 d 2", "a 1 c 2"))


@pytest.mark.long
def test_a_ranking_keeps_nothing_of_the_results_behind_it(monkeypatch):
    ledgers = []
    made = ranking.ledger_of

    def remembered(asked):
        ledger = made(asked)
        ledgers.append(weakref.ref(ledger))
        return ledger

    monkeypatch.setattr(ranking, "ledger_of", remembered)
    ranked = Ranking(read_request(EVENT))
    gc.collect()

    assert [ledger() for ledger in ledgers] == [None]
    assert list(ranked.rows()) == rank_entries(read_request(EVENT))


def test_the_rows_of_a_ranking_can_be_made_twice():
    ranked = Ranking(read_request(EVENT))

    assert list(ranked.rows()) == list(ranked.rows())

"""The deals of the demo's tables."""

from random import Random

import pytest

from games import services as games
from games.engine.forms import ruleset_of
from league.demo.playing import records_at
from tests.league.play.results.factories import make_table

pytestmark = pytest.mark.django_db


def test_a_deal_that_is_thrown_in_is_none_of_those_due(monkeypatch):
    table = make_table(variant="partnership-pinochle", preset="bga", options={"all_pass": "redeal"})
    played = games.random_record
    thrown_in = iter([True, False, True])

    def record(ruleset, rng, dealer):
        found = played(ruleset, rng, dealer)
        if not next(thrown_in, False):
            return found
        nothing = {name: [] for name in ("exchange", "discards", "play") if name in found}
        return {**found, **nothing, "auction": ["pass"] * 4, "trump": None}

    monkeypatch.setattr(games, "random_record", record)
    records = list(records_at(table, Random(3)))

    results = [games.score_deal(ruleset_of(record), record) for record in records]
    assert [result.redeal for result in results] == [True, False, True, False, False]

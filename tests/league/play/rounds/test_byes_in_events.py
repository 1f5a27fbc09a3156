"""A bye and a round sat out in every family of formats, worth each thing an event may say.

What they come to is worked out here from the tables' results, without the ledger.
"""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest

from league.play.prepared.hiding import NOTHING_HIDDEN
from league.play.rounds.models import PlacementKind
from league.play.rounds.selectors import tables_of, waiting_in
from league.tables.standings.facts import facts_of
from league.tables.standings.ranking import rows_after
from tests.league.factories import actor_of, make_user
from tests.league.play.events.factories import make_running
from tests.league.play.rounds.playing import SINGLES, TOTAL, play_to_the_end

pytestmark = [pytest.mark.django_db, pytest.mark.long]

BYE, SIT_OUT = PlacementKind.BYE, PlacementKind.SIT_OUT
POINTS = {"name": "total_points"}
MATCHES = {"name": "match_points", "win": 3, "draw": 1, "loss": 0}
FIXED = 12
# Format: entries, what else the event needs, how waiting is called. At tables of any size nobody
# waits; in a knock-out a bye decides no place.
FAMILIES = {
    "round_robin": (3, {}, BYE),
    "group_cross": (5, {}, BYE),
    "swiss": (5, {"rounds_planned": 3}, BYE),
    "monrad": (5, {"rounds_planned": 2}, BYE),
    "danish": (5, {"rounds_planned": 2}, BYE),
    "ladder": (5, {"rounds_planned": 2}, SIT_OUT),
    "winners_move": (9, SINGLES | TOTAL | {"rounds_planned": 2}, SIT_OUT),
    "individual": (6, SINGLES | TOTAL | {"rounds_planned": 3}, SIT_OUT),
    "mitchell": (7, {"deals_a_round": 2}, SIT_OUT),
    "howell": (7, {"deals_a_round": 2, "rounds_planned": 3}, SIT_OUT),
}


class Played:
    """What each entry got at its tables, round by round, and who waited when."""

    def __init__(self, rounds, method):
        self.own = defaultdict(list)
        self.best = {}
        self.waited = defaultdict(list)
        for round in rounds:
            best = []
            for table in tables_of(round):
                points = table.result.awarded
                for placement in table.placements.all():
                    won = points[placement.side] == max(points)
                    worth = Fraction(points[placement.side])
                    if method["name"] == "match_points":
                        worth = Fraction(method["win" if won else "loss"])
                    self.own[placement.entry_id].append(worth)
                    best += [worth] if won else []
            self.best[round.number] = sum(best) / len(best)
            for placement in waiting_in(round):
                self.waited[placement.entry_id].append(round.number)

    def total(self, entry, award, method):
        own = self.own[entry]
        average = sum(own) / len(own) if own else 0
        worth = {
            "own_average": lambda _round: average,
            "winners_average": lambda round: self.best[round],
            "win": lambda round: method.get("win", self.best[round]),
            "half": lambda round: Fraction(method.get("win", self.best[round])) / 2,
            FIXED: lambda _round: FIXED,
        }[award]
        return sum(own) + sum(worth(number) for number in self.waited[entry])


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", FAMILIES)
def test_waiting_is_worth_what_the_event_says(name):
    entries, fields, kind = FAMILIES[name]
    event = make_running(entries, format=name, **fields)
    rounds = play_to_the_end(event, actor_of(make_user("Dora Director")))
    waiting = [placement for round in rounds for placement in waiting_in(round)]
    assert waiting
    assert {placement.kind for placement in waiting} == {kind}
    facts = facts_of(event.stages.get(), hidden=NOTHING_HIDDEN)
    for method in (POINTS, MATCHES):
        played = Played(rounds, method)
        for award in ("win", "half", "own_average", "winners_average", FIXED):
            rows = rows_after(replace(facts, method=method | {"bye": award}), rounds[-1].number)
            assert len(rows) == entries
            for row in rows:
                expected = played.total(row.entry_id, award, method)
                assert float(row.points) == pytest.approx(float(expected), abs=1e-4), award

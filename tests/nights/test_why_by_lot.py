"""Rankings by lot through the `rank` door's own types: every method, every tie-break, every part.

What a whole night cannot bring in its time: deals compared by all methods, points brought along,
groups, forfeits and play-offs together. `RANKINGS=2000 pytest -s tests/nights/test_why_by_lot.py`.
"""

import os
from collections import Counter
from hashlib import sha256
from itertools import pairwise
from random import Random

import pytest

from league.tables.standings.methods import LOT, PLAY_OFF, TIEBREAKS, rank_entries, read_request
from league.tables.standings.methods.explaining import breakdown_of, entries_explained, looks_of
from league.tables.standings.methods.parts import account_of
from league.tables.standings.methods.tiebreaks import GROUPED
from tests.nights.counting import SINGLE_SIDED, TWO_SIDED

pytestmark = pytest.mark.long

RANKINGS = int(os.environ.get("RANKINGS", "150"))
OF_DEALS = (
    {"name": "matchpoints"},
    {"name": "matchpoints", "points_as": "percentage"},
    {"name": "matchpoints", "uneven_deals": "none", "bye": 3},
    {"name": "cross_imps", "multiplier": 3.5},
    {"name": "cross_imps", "per_deal": "sum", "uneven_deals": "scale_up"},
    {"name": "butler"},
    {"name": "imps"},
    {"name": "board_a_match", "uneven_deals": "scale_up"},
    {"name": "deal_points", "uneven_deals": "scale_up"},
)
WORDS = ("average_plus", "average", "average_minus")
# the facts of deals come from matches, not by deals that are compared
FROM_MATCHES = tuple(name for name, one in TIEBREAKS.items() if one.needs_deals)


def test_the_parts_of_every_number_come_to_it():
    counted = Counter()
    methods = [*SINGLE_SIDED, *TWO_SIDED, *OF_DEALS]
    for seed in range(RANKINGS):
        rng = Random(f"why {seed}")
        method = methods[seed % len(methods)]
        asked = request_by_lot(method, rng)
        try:
            look_at(asked, counted)
        except AssertionError as fault:
            fault.add_note(f"ranking {seed}: {asked}")
            raise
        counted[f"rankings by {method['name']}"] += 1
    print("\n" + "\n".join(f"{count:8} {what}" for what, count in counted.most_common()))
    assert counted["rows"] > RANKINGS
    assert all(counted[name] for name in TIEBREAKS)


def look_at(asked, counted):
    request = read_request(asked)
    rows = {row.entry: row for row in rank_entries(request)}
    explained = entries_explained(request)
    for place, key in enumerate(explained.ids):
        counted["rows"] += 1
        account, row = account_of(explained.separation.ledger, place), rows[key]
        counted["parts"] += len(account.parts) + len(account.after)
        assert account.total == row.points, (key, account)
        for name, value in row.tiebreaks.items():
            counted[name] += 1
            if name == LOT:
                assert value == lot_of(asked, key)
                continue
            found = breakdown_of(explained.separation, name, place)
            if found is None:
                assert name in GROUPED, name
                assert value is None, name
                continue
            counted["parts"] += len(found.addends)
            assert found.total == value, (key, name)
            looks = looks_of(explained.separation, name, place)
            ranges = [
                look.head_to_head.ranges[place] for look in looks if look.head_to_head.can_decide
            ]
            assert not looks or ranges == [*row.looks[name]]
    in_order(list(rows.values()), counted)


def in_order(rows, counted):
    """Assert that the first number that differs puts the row above ahead."""
    for upper, lower in pairwise(rows):
        if upper.group != lower.group or upper.rank == lower.rank:
            continue
        counted["neighbours"] += 1
        if upper.points != lower.points:
            assert upper.points > lower.points
            continue
        assert any(ahead(name, upper, lower) for name in upper.tiebreaks), (upper, lower)


def ahead(name, upper, lower):
    """Say whether a tie-break separates the two; it must then be for the upper one."""
    if name in GROUPED:
        for one, other in zip(upper.looks.get(name, ()), lower.looks.get(name, ()), strict=False):
            if one.least > other.most:
                return True
            assert one.least <= other.most <= one.most or one.most >= other.least, (upper, lower)
        return False
    sign = -1 if TIEBREAKS[name].lower_is_ahead else 1
    one, other = upper.tiebreaks[name], lower.tiebreaks[name]
    assert sign * one >= sign * other, (name, upper, lower)
    return one != other


def lot_of(asked, key):
    ids = [one["id"] for one in asked["entries"]]
    drawn = sorted(ids, key=lambda one: sha256(f"{asked['seed']}:{one}".encode()).hexdigest())
    return drawn.index(key) + 1


# ------------------------------------------------------------------------------- requests


def request_by_lot(method, rng):
    ids = [f"e{number:02d}" for number in range(rng.randint(3, 9))]
    compares = method in OF_DEALS
    names = [name for name in TIEBREAKS if not (compares and name in FROM_MATCHES)]
    asked = {
        "method": method,
        "tiebreaks": rng.sample(names, rng.randint(3, len(names))),
        "entries": [{"id": one} for one in ids],
        "seed": rng.randrange(1000),
        "adjustments": [
            {"entry": rng.choice(ids), "points": rng.choice([-3, -0.5, 2]), "reason": "late"}
            for _one in range(rng.randrange(3))
        ],
        "carried": [
            {"entry": one, "points": rng.randint(0, 30) / 4, "weight": rng.choice([1, 2, 3.5])}
            for one in rng.sample(ids, rng.randrange(3))
        ],
        "play_offs": [
            {
                "sides": [
                    {"entries": [one], "points": rng.randrange(3)}
                    for one in rng.sample(ids, rng.randint(2, min(8, len(ids))))
                ]
            }
            for _one in range(rng.randrange(4))
        ],
    }
    if rng.random() < 0.3:
        cut = rng.randint(1, len(ids) - 1)
        asked["groups"] = [ids[:cut], ids[cut:]]
    rounds = rng.randint(1, 5)
    if compares:
        asked["deals"] = deals_by_lot(method, ids, rounds, rng)
        asked["matches"] = [
            {"round": number, "bye": rng.choice(ids)} for number in range(1, rounds + 1)
        ]
    else:
        asked["matches"] = matches_by_lot(method, ids, rounds, rng)
    return asked


def matches_by_lot(method, ids, rounds, rng):
    played = []
    for number in range(1, rounds + 1):
        left = rng.sample(ids, len(ids))
        if rng.random() < 0.2:
            left.pop()  # nobody says anything of this one in the round
        while len(left) > 1:
            sides = 3 if method in SINGLE_SIDED and len(left) > 2 and rng.random() < 0.3 else 2
            at_table = [{"entries": [left.pop()]} for _side in range(sides)]
            match = {"round": number, "sides": at_table}
            if sides == 2 and rng.random() < 0.12:
                match["forfeit"] = rng.choice([0, 1, [0, 1]])
            else:
                points_by_lot(match, rng)
            played.append(match)
        kinds = ("drawn", "drawn", "requested", "absent")
        played += [{"round": number, "bye": one, "kind": rng.choice(kinds)} for one in left]
    return played


def points_by_lot(match, rng):
    for side in match["sides"]:
        facts = {"sets": rng.randrange(3), "bids_made": rng.randrange(4)}
        side |= {"points": rng.randrange(6) * 5, **facts, "highest_deal": rng.randint(-9, 30)}
    if len(match["sides"]) == 2 and rng.random() < 0.3:
        match["first_deal"] = rng.randrange(2)


def deals_by_lot(method, ids, rounds, rng):
    in_teams = method["name"] in ("imps", "board_a_match")
    deals = []
    for number in range(1, rounds + 1):
        tables = list(zip(*[iter(rng.sample(ids, len(ids)))] * 2, strict=False))
        for deal in range(rng.randint(1, 3)):
            results = []
            for one, other in tables:
                result = result_by_lot(one, other, number, rng)
                if method["name"] == "deal_points":
                    # there is no top of which an award could be a share
                    result |= {"points": result.get("points", [0, 5])}
                    result.pop("award", None)
                results.append(result)
                if in_teams and rng.random() < 0.9:
                    turned = result_by_lot(other, one, number, rng)
                    turned.pop("award", None)
                    turned.setdefault("points", [0, 5])
                    results.append(turned)
            deals.append({"deal": 10 * number + deal, "results": results})
    return deals


def result_by_lot(one, other, number, rng):
    result = {"round": number, "sides": [[one], [other]]}
    if rng.random() < 0.12:
        award = [rng.choice([60, 40, 50, *WORDS]), rng.choice([60, 40, 50, *WORDS])]
        return result | {"award": award}
    return result | {"points": [rng.randrange(8) * 50, rng.randrange(8) * 50]}


def test_a_play_off_is_looked_at_with_the_ones_before_it():
    asked = {
        "method": {"name": "total_points"},
        "tiebreaks": [PLAY_OFF],
        "entries": [{"id": one} for one in "abc"],
        "matches": [],
        "play_offs": [
            {"sides": [{"entries": [one], "points": points} for one, points in played.items()]}
            for played in ({"a": 30, "b": 20, "c": 20}, {"b": 40, "c": 5})
        ],
    }
    rows = rank_entries(read_request(asked))
    # alone, the 40 of the second would be more than the 30 that put a first
    assert [(row.entry, [one.least for one in row.looks[PLAY_OFF]]) for row in rows] == [
        ("a", [30]),
        ("b", [20, 40]),
        ("c", [20, 5]),
    ]

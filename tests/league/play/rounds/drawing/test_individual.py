from collections import Counter
from itertools import combinations

import pytest

from league.play.rounds.drawing import CannotDraw, draw
from league.play.rounds.drawing.formats.individual.cycle import cycle_rounds
from league.play.rounds.drawing.formats.individual.individual_options import full_cycle
from tests.league.play.rounds.drawing.nights import as_played, assert_deals_are_apart
from tests.league.play.rounds.drawing.requests import entries, placed, request, rounds_of

FORMAT = "individual"

# formats.md section 5: players, tables, rounds, pairs who are partners once, least and most
# times two are opponents, sit-outs of each
CLAIMED = [
    (4, 1, 3, 6, (2, 2), 0),
    (5, 1, 5, 10, (2, 2), 1),
    (6, 1, 6, 12, (1, 2), 2),
    (7, 1, 7, 14, (1, 2), 3),
    (8, 2, 7, 28, (2, 2), 0),
    (9, 2, 9, 36, (2, 2), 1),
    (10, 2, 10, 40, (1, 2), 2),
    (11, 2, 11, 44, (1, 2), 3),
    (12, 3, 11, 66, (2, 2), 0),
    (13, 3, 13, 78, (2, 2), 1),
    (14, 3, 14, 84, (1, 2), 2),
    (15, 3, 15, 90, (1, 2), 3),
    (16, 4, 15, 120, (2, 2), 0),
]
PARTNERS_TWICE = {22: 22, 30: 30, 38: 38}


def partners(rounds):
    return Counter(
        frozenset(pair)
        for drawn in rounds
        for table in drawn["tables"]
        for side in table["sides"]
        for pair in combinations(side, 2)
    )


def opponents(rounds):
    return Counter(
        frozenset((one, other))
        for drawn in rounds
        for table in drawn["tables"]
        for one_side, other_side in combinations(table["sides"], 2)
        for one in one_side
        for other in other_side
    )


def counts(counter, players):
    """Return how many pairs of players have each count, none included."""
    pairs = combinations([f"e{n}" for n in range(1, players + 1)], 2)
    return Counter(counter[frozenset(pair)] for pair in pairs)


def waits(rounds, players):
    counted = Counter({f"e{n}": 0 for n in range(1, players + 1)})
    for drawn in rounds:
        counted.update(drawn["sit_outs"])
    return counted


def sound(rounds, players, seats=4):
    names = sorted(entry["id"] for entry in entries(players))
    sides = 3 if seats == 3 else 2
    for drawn in rounds:
        assert placed(drawn) == names
        assert len(drawn["tables"]) == players // seats
        assert drawn["byes"] == []
        for table in drawn["tables"]:
            assert [len(side) for side in table["sides"]] == [seats // sides] * sides
            for seat, entry in enumerate(table["seats"]):
                assert entry in table["sides"][seat % sides]
    assert_deals_are_apart(rounds)


def fair_all_along(rounds, players):
    """Nobody sits out twice before everybody did once, and so on."""
    so_far = waits([], players)
    for drawn in rounds:
        so_far.update(drawn["sit_outs"])
        if max(so_far.values()) - min(so_far.values()) > 1:
            return False
    return True


@pytest.mark.long
@pytest.mark.parametrize(("players", "tables", "length", "once", "met", "out"), CLAIMED)
def test_checked_movements_are_as_claimed(players, tables, length, once, met, out):
    rounds = rounds_of(FORMAT, players)

    sound(rounds, players)
    assert len(rounds) == length
    assert {len(drawn["tables"]) for drawn in rounds} == {tables}
    assert counts(partners(rounds), players) == Counter(
        {1: once, 0: players * (players - 1) // 2 - once}
    )
    against = counts(opponents(rounds), players)
    assert (min(against), max(against)) == met
    assert set(waits(rounds, players).values()) == {out}


@pytest.mark.long
@pytest.mark.sampled(8)
@pytest.mark.parametrize("players", range(17, 41))
def test_larger_movements_are_designs(players):
    answer = draw(request(FORMAT, players))
    rounds = answer["rounds"]

    sound(rounds, players)
    assert len(rounds) == full_cycle(players, 4)
    with_partner, against = (counts(f(rounds), players) for f in (partners, opponents))
    if players % 4 < 2:
        assert set(with_partner) == {1}
        assert set(against) == {2}
    else:
        assert with_partner[2] == PARTNERS_TWICE.get(players, 0)
        assert set(with_partner) <= {0, 1, 2}
        assert set(against) == {1, 2}
    assert fair_all_along(rounds, players)
    assert len(set(waits(rounds, players).values())) == 1
    assert answer["quality"]["partners"] == [min(with_partner), max(with_partner)]
    assert answer["quality"]["opponents"] == [min(against), max(against)]


@pytest.mark.long
@pytest.mark.sampled(25)
@pytest.mark.parametrize(
    ("seats", "players"),
    [(seats, players) for seats in (2, 3, 6, 8) for players in range(seats, 41)],
)
def test_tables_of_other_sizes_are_even(seats, players):
    cycle = cycle_rounds(players, seats)

    assert len(cycle) == full_cycle(players, seats)
    with_partner, against, out = Counter(), Counter(), Counter()
    for numbered in cycle:
        seated = [one for table in numbered.tables for side in table for one in side]
        assert sorted([*seated, *numbered.out]) == list(range(1, players + 1))
        assert len(numbered.tables) == players // seats
        out.update(numbered.out)
        for table in numbered.tables:
            for side in table:
                with_partner.update(map(frozenset, combinations(side, 2)))
            for one_side, other_side in combinations(table, 2):
                against.update(frozenset((a, b)) for a in one_side for b in other_side)
    assert len({out[number] for number in range(1, players + 1)}) == 1
    pairs = [frozenset(pair) for pair in combinations(range(1, players + 1), 2)]
    for counter in (with_partner, against):
        times = [counter[pair] for pair in pairs]
        average = sum(times) / len(times)
        # where about half of eight sit out, the same few cannot help meeting less
        slack = 2.6 if seats == 8 and players < 16 else 1.8
        assert all(abs(count - average) < slack for count in times)


@pytest.mark.long
@pytest.mark.sampled(12)
@pytest.mark.parametrize("length", [3, 5, 6, 8, 11])
@pytest.mark.parametrize("players", range(4, 18))
def test_fewer_rounds_share_the_sit_outs(players, length):
    if length >= full_cycle(players, 4):
        return
    answer = draw(request(FORMAT, players, rounds=length))
    rounds = answer["rounds"]

    sound(rounds, players)
    assert len(rounds) == length
    assert fair_all_along(rounds, players)
    assert answer["quality"]["repeat_partners"] == 0
    assert answer["quality"]["opponents"][1] <= 3
    times = waits(rounds, players).values()
    assert answer["quality"]["sit_outs"] == [min(times), max(times)]


@pytest.mark.long
@pytest.mark.parametrize("players", [4, 5, 8, 9, 13])
def test_more_rounds_than_the_movement_begin_it_again(players):
    once = rounds_of(FORMAT, players)

    answer = draw(request(FORMAT, players, rounds=2 * len(once) + 1))

    rounds = answer["rounds"]
    length = len(once)
    for first, again in zip(rounds[:length], rounds[length : 2 * length], strict=True):
        seen = [
            {frozenset(map(frozenset, t["sides"])) for t in d["tables"]} for d in (first, again)
        ]
        assert seen[0] == seen[1]
    assert answer["quality"]["partners"] == [2, 3]
    assert fair_all_along(rounds, players)


@pytest.mark.parametrize("players", [41, 57, 90])
def test_more_than_forty_have_a_searched_movement_with_its_quality(players):
    answer = draw(request(FORMAT, players, rounds=5))

    sound(answer["rounds"], players)
    assert answer["quality"]["repeat_partners"] == 0
    whole = draw(request(FORMAT, players, round=1))
    assert whole["rounds"][0]["tables"][0]["why"][0]["code"] == "movement"


def test_first_seat_goes_round():
    for players in (4, 5, 8, 12, 13, 16):
        quality = draw(request(FORMAT, players))["quality"]
        assert quality["balance"] == quality["first_deals"][1] - quality["first_deals"][0] <= 2


def test_deals_are_blocks_shared_where_asked_and_may_be_none():
    rounds = rounds_of(FORMAT, 12, options={"deals": 3})
    assert rounds[0]["tables"][1]["deals"] == [4, 5, 6]

    shared = rounds_of(FORMAT, 12, options={"shared_deals": True})
    assert_deals_are_apart(shared)
    assert all(table["shared"] for drawn in shared for table in drawn["tables"])
    assert shared[1]["tables"][0]["deals"] == shared[1]["tables"][2]["deals"] == [3, 4]

    without = draw(request(FORMAT, 12, options={"deals": 0}))
    assert "deals" not in without["rounds"][0]["tables"][0]
    assert "deal_sets" not in without["quality"]


@pytest.mark.parametrize(
    ("count", "more", "code", "words"),
    [
        (3, {}, "too_few_entries", "choose smaller tables (2, 3 seats)"),
        (1, {"options": {"seats": 2}}, "too_few_entries", "add players"),
        (5, {"options": {"seats": 6}}, "too_few_entries", "(2, 3, 4 seats)"),
        (201, {}, "too_many_entries", "divide them into groups"),
        (10_000, {}, "too_many_entries", "at most 200"),
        (8, {"options": {"seats": 5}}, "unknown_choice", "one of 2, 3, 4, 6, 8"),
        (8, {"options": {"seats": True}}, "unknown_choice", "one of 2, 3, 4, 6, 8"),
        (8, {"options": {"deals": 1.5}}, "not_a_count", "from 0 to 100"),
        (8, {"options": {"shared_deals": 1}}, "wrong_type", "true or false"),
        (8, {"options": {"minimum": 3}}, "unknown_key", "it knows seats, deals"),
        (8, {"rounds": 61}, "too_many_rounds", "at most 60"),
        (8, {"rounds": 3, "round": 4}, "too_many_rounds", "no round 4"),
        (8, {"round": 1, "history": [{"round": 1, "bye": "e1"}]}, "already_drawn", "stays"),
    ],
)
def test_impossible_movements_are_refused(count, more, code, words):
    with pytest.raises(CannotDraw) as refused:
        draw(request(FORMAT, count) | more)

    assert refused.value.code == code
    assert words in refused.value.message


# ------------------------------------------------------------------------- people come and go


@pytest.mark.long
@pytest.mark.parametrize(("before", "now"), [(8, 9), (9, 8), (12, 13), (13, 12), (12, 14), (5, 8)])
def test_who_comes_or_goes_is_planned_for(before, now):
    behind = rounds_of(FORMAT, before)[:2]
    data = request(FORMAT, max(before, now), rounds=6, history=as_played(behind))
    data["entries"] = entries(max(before, now), out=tuple(range(now + 1, before + 1)))

    answer = draw(data)

    rounds = answer["rounds"]
    assert [drawn["sit_outs"] for drawn in rounds[:2]] == [d["sit_outs"] for d in behind]
    sound(rounds[2:], now)
    assert answer["quality"]["repeat_partners"] == 0
    least, most = answer["quality"]["sit_outs"]
    assert most - least <= 1
    assert {t["why"][0]["code"] for d in rounds[2:] for t in d["tables"]} == {"search"}


def test_edit_by_the_director_does_not_end_the_movement():
    whole = rounds_of(FORMAT, 8)
    one, other = (table["sides"][0] for table in whole[0]["tables"])
    one[0], other[0] = other[0], one[0]

    answer = draw(request(FORMAT, 8, history=as_played(whole[:1])))

    sound(answer["rounds"], 8)
    assert answer["quality"]["repeat_partners"] == 0


def test_pair_to_keep_apart_is_kept_apart_where_few_rounds_allow_it():
    apart = draw(request(FORMAT, 12, rounds=4, avoid=[["e1", "e2"]]))
    assert apart["quality"]["avoid_pairs_met"] == 0

    whole = draw(request(FORMAT, 12, avoid=[["e1", "e2"]]))
    assert whole["quality"]["avoid_pairs_met"] == 3
    reasons = [r["code"] for d in whole["rounds"] for t in d["tables"] for r in t["why"]]
    assert reasons.count("avoid_pair") == 3


def test_enough_must_be_left():
    behind = rounds_of(FORMAT, 5)[:1]
    data = request(FORMAT, 5, history=as_played(behind)) | {"entries": entries(5, out=(1, 2))}

    with pytest.raises(CannotDraw, match="3 players are too few for tables of 4"):
        draw(data)

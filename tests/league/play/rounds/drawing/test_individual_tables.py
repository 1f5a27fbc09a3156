from collections import Counter
from itertools import combinations

import pytest

from league.play.rounds.drawing import CannotDraw, check_draw, draw
from league.play.rounds.drawing.formats.individual_tables.table_sizes import table_sizes
from tests.league.play.rounds.drawing.requests import as_history, entries, placed, request

FORMAT = "individual_tables"


def evening(players, rounds, **more):
    return draw(request(FORMAT, players, rounds=rounds, **more))


def meetings(rounds):
    """Return how often each pair that has met at all has met."""
    return Counter(
        frozenset(pair)
        for drawn in rounds
        for table in drawn["tables"]
        for pair in combinations(table["seats"], 2)
    )


def repeats(rounds):
    return sum(times - 1 for times in meetings(rounds).values())


@pytest.mark.long
@pytest.mark.sampled(8)
@pytest.mark.parametrize("players", range(3, 41))
def test_eight_rounds_are_sound_for_every_number(players):
    answer = evening(players, 8)

    names = sorted(entry["id"] for entry in entries(players))
    sizes = table_sizes(players, minimum=3, maximum=7, preferred=4)
    larger = Counter(dict.fromkeys(names, 0))
    for drawn in answer["rounds"]:
        assert placed(drawn) == names
        assert [len(table["seats"]) for table in drawn["tables"]] == sizes
        for table in drawn["tables"]:
            assert table["sides"] == [[seat] for seat in table["seats"]]
            larger.update(table["seats"] if len(table["seats"]) > min(sizes) else [])
    assert [drawn["round"] for drawn in answer["rounds"]] == list(range(1, 9))
    assert max(larger.values()) - min(larger.values()) <= 1  # the larger tables are shared
    assert answer["quality"]["repeat_opponents"] == repeats(answer["rounds"])
    assert answer["quality"]["larger_tables"] == [min(larger.values()), max(larger.values())]


@pytest.mark.parametrize(
    ("players", "rounds", "size"),
    [
        (9, 4, 3),  # the affine planes: every pair exactly once
        (16, 5, 4),
        (25, 6, 5),
        (49, 8, 7),
        (12, 4, 3),  # nets over a field: as many rounds as tables
        (15, 5, 3),
        (20, 5, 4),
        (28, 7, 4),
        (32, 8, 4),
        (33, 8, 3),
        (40, 8, 4),  # no field of ten elements: found by the search
    ],
)
def test_nobody_meets_twice_where_a_plan_without_repeats_is_known(players, rounds, size):
    sizes = {"minimum": size, "maximum": size, "preferred": size}

    answer = evening(players, rounds, options=sizes)

    assert repeats(answer["rounds"]) == 0


@pytest.mark.long
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8, 10, 11, 12])
def test_repeats_are_as_few_as_counting_pairs_allows(players):
    rounds = evening(players, 8)["rounds"]

    pairs = players * (players - 1) // 2
    assert repeats(rounds) == sum(meetings(rounds).values()) - pairs


@pytest.mark.long
def test_same_request_gives_the_same_tables_and_another_seed_others():
    first, again, other = (evening(17, 3, options={"seed": seed}) for seed in (5, 5, 6))

    assert first == again
    assert first["quality"]["seed"] == 5
    assert first["rounds"] != other["rounds"]


@pytest.mark.long
def test_rounds_drawn_one_at_a_time_know_the_rounds_before():
    history: list[dict[str, object]] = []
    drawn: list[dict[str, object]] = []
    for number in range(1, 6):
        answer = draw(request(FORMAT, 16, round=number, history=history))
        drawn += answer["rounds"]
        history = as_history(drawn)

    assert [one["round"] for one in drawn] == [1, 2, 3, 4, 5]
    # a round at a time cannot plan ahead, but it never repeats where it need not
    assert repeats(drawn[:2]) == 0
    assert answer["quality"]["repeat_opponents"] == repeats(drawn)


def test_the_larger_tables_are_shared_from_the_first_rounds_on():
    assert evening(7, 3)["quality"]["larger_tables"] == [1, 2]


def test_next_round_is_drawn_when_none_is_named():
    history = as_history(evening(9, 2)["rounds"])

    assert [one["round"] for one in draw(request(FORMAT, 9, history=history))["rounds"]] == [3]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 6))
def test_pairs_to_avoid_are_kept_apart_where_there_is_room(seed):
    avoid = [["e1", "e2"], ["e3", "e4"], ["e5", "e6"]]

    answer = evening(13, 6, avoid=avoid, options={"seed": seed})

    met = meetings(answer["rounds"])
    assert [met[frozenset(pair)] for pair in avoid] == [0, 0, 0]
    assert answer["quality"]["avoid_pairs_met"] == 0


@pytest.mark.long
@pytest.mark.parametrize("players", [4, 8, 12, 16, 20])
def test_first_deal_goes_round(players):
    rounds = evening(players, 4)["rounds"]

    firsts = Counter(table["seats"][0] for drawn in rounds for table in drawn["tables"])
    assert max(firsts.values()) <= 2
    for number, drawn in enumerate(rounds):
        so_far = Counter(t["seats"][0] for one in rounds[:number] for t in one["tables"])
        for table in drawn["tables"]:
            fewest = min(so_far[seat] for seat in table["seats"])
            assert so_far[table["seats"][0]] == fewest


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"entries": entries(2)}, "no_table_sizes"),
        ({"entries": entries(8), "options": {"minimum": 5, "maximum": 5}}, "no_table_sizes"),
        ({"entries": entries(401)}, "too_many_entries"),
        ({"rounds": 61}, "too_many_rounds"),
        ({"options": {"minimum": 2}}, "not_a_count"),
        ({"options": {"maximum": 8}}, "not_a_count"),
        ({"options": {"minimum": 5, "maximum": 4}}, "not_a_count"),
        ({"options": {"preferred": 9}}, "not_a_count"),
        ({"options": {"seats": 4}}, "unknown_key"),
        ({"options": {"seed": -1}}, "not_a_count"),
        ({"round": 1, "history": [{"round": 1, "bye": "e1"}]}, "already_drawn"),
        ({"rounds": 1, "history": [{"round": 1, "bye": "e1"}]}, "no_round_left"),
        (
            {"history": [{"round": 1, "sides": [{"entries": ["e1", "e2"]}, {"entries": ["e3"]}]}]},
            "not_single_players",
        ),
    ],
)
def test_impossible_tables_are_refused(more, code):
    with pytest.raises(CannotDraw) as refused:
        draw(request(FORMAT, 8) | more)

    assert refused.value.code == code


# ------------------------------------------------------------------------- one too many


def by_table(drawn):
    """Return a drawn round as it comes back in the next request."""
    tables = [
        {"round": drawn["round"], "sides": [{"entries": side} for side in table["sides"]]}
        for table in drawn["tables"]
    ]
    return tables + [{"round": drawn["round"], "bye": entry} for entry in drawn["sit_outs"]]


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("left", [1, 2])
def test_whoever_is_too_many_once_play_has_begun_sits_out_in_turn(seats, left):
    options = {"minimum": seats, "maximum": seats, "preferred": seats}
    asked = request(FORMAT, 3 * seats, options=options)
    history = by_table(draw(asked)["rounds"][0])
    asked["entries"] = entries(3 * seats, out=tuple(range(1, left + 1)))
    active = [entry["id"] for entry in asked["entries"] if entry["active"]]

    for number in range(2, 2 + len(active)):
        answer = draw(asked | {"history": history})
        (drawn,) = answer["rounds"]
        seated = [entry for table in drawn["tables"] for entry in table["seats"]]
        assert sorted(seated + drawn["sit_outs"]) == sorted(active)
        assert len(seated) == 2 * seats
        assert len(drawn["why"]) == len(drawn["sit_outs"])
        assert drawn["round"] == number
        least, most = answer["quality"]["sit_outs"]
        assert most - least <= 1
        breaches = check_draw(asked | {"history": history}, answer["rounds"])
        assert {breach.code for breach in breaches} <= {"repeat", "first_deal"}
        history += by_table(drawn)

import pytest

from league.play.rounds.drawing import draw, draw_rounds, read_request
from tests.league.play.rounds.drawing.requests import entries, placed, request, sides
from tests.league.play.rounds.drawing.swiss import match, meets, opponents, texts
from tests.league.play.rounds.drawing.swiss_oracle import Standing, pairs_of
from tests.league.play.rounds.drawing.tournaments import Tournament

# ------------------------------------------------------------------------------- whole tournaments


# ---------------------------------------------------------------------------------- the penalties


def test_win_by_forfeit_uses_up_the_right_to_a_bye():
    """e3 is last of those without a bye, but e5 did not come to meet it (FIDE C.04.1)."""
    forfeit = {"round": 1, "sides": [{"entries": ["e3"]}, {"entries": ["e5"]}], "forfeit": 1}
    history = [
        *(match(1, "e1", "e2"), forfeit, {"round": 1, "bye": "e4"}),
        *(match(2, "e1", "e4"), match(2, "e2", "e3"), {"round": 2, "bye": "e5"}),
    ]
    data = request("swiss", 5, history=history)
    data["entries"][4]["active"] = data["entries"][0]["active"] = False

    drawn = draw(data)

    assert drawn["rounds"][0]["byes"] == ["e2"]
    assert "so few byes and wins by forfeit (0)" in drawn["rounds"][0]["why"][0]["text"]
    assert drawn["quality"]["sit_outs"] == [0, 1]  # e3 never sat out


@pytest.mark.parametrize("format_", ["swiss", "monrad", "danish"])
def test_neither_side_of_a_double_forfeit_has_had_its_bye(format_):
    nobody_came = {"round": 1, "sides": [{"entries": ["e1"]}, {"entries": ["e2"]}]}
    history = [nobody_came | {"forfeit": [0, 1]}, {"round": 1, "bye": "e3"}]

    (drawn,) = draw(request(format_, 3, history=history))["rounds"]

    assert drawn["byes"] != ["e3"]


def test_nobody_floats_twice_running_if_another_can():
    """Round 2: e5 floats down to e6. All draw, so that the same five stand above the others."""
    history = [match(1, f"e{number}", f"e{number + 5}") for number in range(1, 6)]
    (second,) = draw(request("swiss", 10, history=history))["rounds"]
    assert frozenset(("e5", "e6")) in opponents(second)
    history += [match(2, *pair, (1, 1)) for pair in pairs_of(second)]

    (third,) = draw(request("swiss", 10, history=history))["rounds"]

    upper = {f"e{number}" for number in range(1, 6)}
    ((down, up),) = [sorted(pair) for pair in opponents(third) if len(pair & upper) == 1]
    assert {down, up}.isdisjoint({"e5", "e6"})


def test_club_mates_meet_late():
    people = [{"id": f"{club}{n}", "club": club} for n in (1, 2) for club in "abcd"]
    data = {"format": "swiss", "entries": people}

    (together,) = draw(data)["rounds"]
    (apart,) = draw(data | {"options": {"clubs_apart": 2}})["rounds"]

    assert sides(together) == [
        [["a1"], ["a2"]],
        [["b2"], ["b1"]],
        [["c1"], ["c2"]],
        [["d2"], ["d1"]],
    ]
    assert all(one[0] != other[0] for one, other in pairs_of(apart))


# ------------------------------------------------------------------------------------- the options


@pytest.mark.parametrize(
    ("pattern", "pairs"),
    [
        ("slide", [(1, 5), (2, 6), (3, 7), (4, 8)]),
        ("fold", [(1, 8), (2, 7), (3, 6), (4, 5)]),
        ("adjacent", [(1, 2), (3, 4), (5, 6), (7, 8)]),
    ],
)
@pytest.mark.parametrize("format_", ["swiss", "monrad", "danish"])
def test_first_round_by_the_pattern(format_, pattern, pairs):
    data = request(format_, 8, options={"first_round": pattern})

    (drawn,) = draw(data)["rounds"]
    (odd,) = draw(data | {"entries": entries(9)})["rounds"]

    expected = [(f"e{one}", f"e{other}") for one, other in pairs]
    assert opponents(drawn) == meets(*expected)
    assert opponents(odd) == meets(*expected, ("e9", "nobody"))


@pytest.mark.long
@pytest.mark.parametrize("size", [8, 31, 200])
@pytest.mark.parametrize("format_", ["swiss", "monrad", "danish"])
def test_first_round_by_lot_follows_from_the_seed(format_, size):
    def drawn(seed):
        answer = draw(request(format_, size, options={"first_round": "lot", "seed": seed}))
        assert answer["quality"]["seed"] == seed
        assert answer["rounds"][0]["why"][-1]["code"] == "lot"
        return opponents(answer["rounds"][0])

    assert drawn(7) == drawn(7)
    assert drawn(7) != drawn(8)


def test_numbers_go_by_seed_then_by_rating_then_as_listed():
    people = [
        {"id": "listed"},
        {"id": "strong", "rating": 1900},
        {"id": "first", "seed": 1},
        {"id": "second", "seed": 2, "rating": 3000},
        {"id": "weak", "rating": 1200.5},
        {"id": "later"},
    ]

    (drawn,) = draw({"format": "swiss", "entries": people, "options": {"first_round": "fold"}})[
        "rounds"
    ]

    assert opponents(drawn) == meets(("first", "later"), ("second", "listed"), ("strong", "weak"))


def test_scores_count_as_the_options_say():
    """With 3 for a win e3 (a win) is ahead of e1 and e2 (two draws)."""
    history = [
        *(match(1, "e1", "e2", (1, 1)), match(1, "e3", "e4")),
        *(match(2, "e1", "e4", (1, 1)), match(2, "e2", "e3", (1, 1))),
    ]
    options = {"score": {"win": 3, "draw": 0.5, "loss": 0.25, "bye": 1}}

    (drawn,) = draw(request("swiss", 4, history=history, options=options))["rounds"]

    (leader,) = [w for why in texts(drawn).values() for c, w in why.items() if "3.5" in w]
    assert leader.startswith("e3 with 3.5 floats down to e1 with 1:")


def test_winner_by_the_rules_of_the_game_beats_the_points():
    lost = match(1, "e1", "e2", (1, 2)) | {"winner": 0}

    (drawn,) = draw(request("swiss", 4, history=[lost, match(1, "e3", "e4")]))["rounds"]

    assert frozenset(("e1", "e3")) in opponents(drawn)


def test_level_by_points_puts_the_larger_margin_first():
    history = [match(1, "e1", "e2", (5, 4)), match(1, "e3", "e4", (9, 1))]
    data = request("monrad", 4, history=history, options={"level": "points"})

    (drawn,) = draw(data)["rounds"]

    assert drawn["tables"][0]["why"][0]["text"].startswith("e3 in place 1 meets e1 in place 2")
    assert drawn["tables"][1]["why"][0]["text"].startswith("e2 in place 3 meets e4 in place 4")


def test_delayed_round_looks_at_the_round_before_the_last():
    tournament = Tournament("swiss", 12, seed=3, options={"delayed": True})
    for _ in range(3):
        tournament.draw()
        tournament.play()
    open_ = [dict(played) for played in tournament.history if played["round"] == 3]
    for played in open_:
        played["sides"] = [{"entries": side["entries"]} for side in played["sides"]]
    behind = [played for played in tournament.history if played["round"] < 3]

    known = draw(tournament.request() | {"history": tournament.history})
    early = draw(tournament.request() | {"history": behind + open_})

    assert opponents(known["rounds"][0]) == opponents(early["rounds"][0])
    assert early["rounds"][0]["why"][0] == {
        "code": "delayed",
        "text": "drawn by the scores after round 2, so that the tables are known early",
    }
    assert early["quality"]["repeat_opponents"] == 0


@pytest.mark.long
@pytest.mark.sampled(12)
@pytest.mark.parametrize("size", range(4, 40))
def test_baku_splits_the_field_in_the_first_half_of_the_rounds(size):
    """Source: FIDE C.04.5.1. With 9 rounds: a win more in rounds 1 to 3, half of it in 4 and 5."""
    upper = {f"e{number}" for number in range(1, 2 * -(-size // 4) + 1)}
    data = request("swiss", size, rounds=9, options={"accelerated": "baku"})

    drawn = draw(data)["rounds"][0]

    mixed = [pair for pair in pairs_of(drawn) if len({entry in upper for entry in pair}) == 2]
    byes = set(drawn["byes"])
    assert len([pair for pair in mixed if "nobody" not in pair]) == len(upper) % 2
    assert byes.isdisjoint(upper)
    bonus = {
        number: [
            why["text"]
            for why in draw(data | {"round": number})["rounds"][0].get("why", [])
            if why["code"] == "accelerated"
        ]
        for number in range(1, 7)
    }
    text = "accelerated start: the upper half is drawn with %d more than it has won"
    assert bonus == {n: [text % 2] if n <= 3 else [text % 1] if n <= 5 else [] for n in bonus}


def test_late_entries_have_no_part_in_the_accelerated_half():
    data = request("swiss", 8, rounds=5, options={"accelerated": "baku"})
    (first,) = draw(data)["rounds"]
    history = [match(1, *pair, (1, 1)) for pair in pairs_of(first)]
    late = [{"id": f"late{number}", "seed": number + 1} for number in range(4)]

    (drawn,) = draw(data | {"entries": late + data["entries"], "history": history})["rounds"]

    upper = {f"e{number}" for number in range(1, 5)}
    assert all(len({entry in upper for entry in pair}) == 1 for pair in pairs_of(drawn))


@pytest.mark.parametrize("way", ["balanced", "higher", "lot"])
def test_first_deal(way):
    tournament = Tournament("swiss", 16, seed=2, options={"first_deal": way})
    for _ in range(6):
        drawn = tournament.draw()
        if way == "higher":
            order = {entry["id"]: place for place, entry in enumerate(tournament.entries)}
            scores = Standing(tournament.request()).score
            for (one,), (other,) in sides(drawn):
                assert (-scores[one], order[one]) < (-scores[other], order[other])
        tournament.play()

    if way == "balanced":
        assert tournament.quality["balance"] <= 2
    assert ("seed" in tournament.quality) == (way == "lot")


@pytest.mark.long
@pytest.mark.parametrize("size", [129, 150, 257, 400])
def test_large_fields_go_down_group_by_group(size):
    tournament = Tournament("swiss", size, seed=size)
    for _ in range(7):
        drawn = tournament.draw()
        standing = Standing(tournament.request())
        repeats, avoided = (standing.cost(pairs_of(drawn))[place] for place in (1, 3))
        assert placed(drawn) == sorted(standing.active)
        assert (repeats, avoided) == (0, 0)
        tournament.play()
    assert tournament.quality["sit_outs"] == [0, size % 2]


@pytest.mark.long
def test_one_who_should_avoid_everybody_stops_no_large_field():
    data = request("swiss", 1_200, avoid=[["e1", f"e{n}"] for n in range(2, 1_201)])

    answer = draw_rounds(read_request(data))

    assert answer.quality["avoid_pairs_met"] == 1
    assert answer.quality["repeat_opponents"] == 0

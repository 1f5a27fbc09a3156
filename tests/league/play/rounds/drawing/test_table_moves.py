from collections import Counter
from random import Random

import pytest

from league.play.rounds.drawing import CannotDraw, check_draw, draw
from tests.league.play.rounds.drawing.evenings import Night, by_lot
from tests.league.play.rounds.drawing.requests import entries, placed, request

SINGLES = {"format": "winners_move", "size": 4}
PAIRS = {"format": "winners_move", "size": 2, "options": {"pairs": True}}
LADDER = {"format": "ladder", "size": 2}
MOVEMENTS = [
    pytest.param(SINGLES, id="singles"),
    pytest.param(PAIRS, id="pairs"),
    pytest.param(LADDER, id="ladder"),
]


def night_of(movement, count, **options):
    return Night(movement["format"], count, movement.get("options", {}) | options)


def seats_of(drawn):
    """Return the table of each entry, from 1 at the head."""
    return {
        entry: table["table"]
        for table in drawn["tables"]
        for side in table["sides"]
        for entry in side
    }


def winners_of(night, number):
    won = set()
    for match in night.history:
        if match["round"] == number and "sides" in match:
            won |= set(max(match["sides"], key=lambda side: side["points"])["entries"])
    return won


def refusal(data):
    with pytest.raises(CannotDraw) as refused:
        draw(data)
    return refused.value


@pytest.mark.long
@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("tables", range(1, 11))
def test_everybody_goes_where_the_rule_says(movement, tables):
    night = night_of(movement, tables * movement["size"])
    rng = Random(tables)
    before = night.drawn()
    for _ in range(6):
        night.play(before, by_lot(rng))
        drawn, won = night.drawn(), winners_of(night, before["round"])
        at, was = seats_of(drawn), seats_of(before)
        for entry in was:
            if entry in won:
                assert at[entry] == max(1, was[entry] - 1)
            elif movement["format"] == "ladder":
                assert at[entry] == min(tables, was[entry] + 1)
            else:
                assert at[entry] == (tables if was[entry] == 1 else was[entry])
        before = drawn


@pytest.mark.long
@pytest.mark.sampled(20)
@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("count", range(4, 30))
def test_nobody_sits_out_twice_before_all_have_once(movement, count):
    night = night_of(movement, count)
    rng = Random(count)
    waits = Counter(dict.fromkeys(night.active, 0))
    for _ in range(6):
        drawn = night.drawn()
        assert placed(drawn) == sorted(night.active)
        assert len(drawn["sit_outs"]) == count % movement["size"]
        assert drawn["byes"] == []
        waits.update(drawn["sit_outs"])
        assert max(waits.values()) - min(waits.values()) <= 1
        night.play(drawn, by_lot(rng))


@pytest.mark.long
@pytest.mark.sampled(20)
@pytest.mark.parametrize("mode", ["split", "no_repeat", "cards"])
@pytest.mark.parametrize("count", range(4, 30))
def test_partners_change_at_every_table(mode, count):
    night = night_of(SINGLES, count, partners=mode, seed=count)
    rng = Random(count)
    before: set[frozenset[str]] = set()
    for _ in range(4):
        drawn = night.drawn()
        sides = {frozenset(side) for table in drawn["tables"] for side in table["sides"]}
        assert not sides & before
        assert all(
            table["seats"][::2] == table["sides"][0] and table["seats"][1::2] == table["sides"][1]
            for table in drawn["tables"]
        )
        before = sides
        night.play(drawn, by_lot(rng))


@pytest.mark.parametrize("count", range(8, 34))
def test_losers_stay_and_nobody_has_a_partner_twice(count):
    """As many rounds as the silver games play with 16, and as many as half of all partners."""
    night = night_of(SINGLES, count, partners="no_repeat")
    rng = Random(count)
    for _ in range(max(4, count // 4)):
        answer = draw(night.request)
        assert answer["quality"]["repeat_partners"] == 0
        assert check_draw(night.request, answer["rounds"]) == []
        night.play(answer["rounds"][0], by_lot(rng))


@pytest.mark.parametrize("tables", range(2, 9))
def test_winners_of_the_head_can_stay_together(tables):
    night = night_of(SINGLES, 4 * tables, head_stays_together=True)
    rng = Random(tables)
    drawn = night.drawn()
    for _ in range(4):
        night.play(drawn, by_lot(rng))
        head = next(m for m in night.history if m["round"] == drawn["round"] and m["table"] == 1)
        champions = set(max(head["sides"], key=lambda side: side["points"])["entries"])
        before = {frozenset(side) for table in drawn["tables"] for side in table["sides"]}
        drawn = night.drawn()
        assert champions in [set(side) for side in drawn["tables"][0]["sides"]]
        for table in drawn["tables"][1:]:
            assert not {frozenset(side) for side in table["sides"]} & before


def test_cards_are_drawn_with_the_seed_and_shown():
    night = night_of(SINGLES, 8, partners="cards", seed=3)

    first, again = night.drawn(), night.drawn()
    other = night_of(SINGLES, 8, partners="cards", seed=4).drawn()

    assert first == again
    assert first["tables"] != other["tables"]
    reason = first["tables"][0]["why"][1]
    assert reason["code"] == "cards"
    drawn = reason["text"].split("drew ")[1].split(";")[0].split()
    order = ["23456789TJQKA".index(card[0]) * 4 + "CDHS".index(card[1]) for card in drawn]
    assert order == sorted(order, reverse=True)
    names = reason["text"].split(": ")[1].split(" drew")[0].split(", ")
    assert {names[0], names[1]} in [set(side) for side in first["tables"][0]["sides"]]
    assert draw(night.request)["quality"]["seed"] == 3


def test_level_table_is_decided_by_lot_and_says_so():
    night = night_of(LADDER, 4, seed=5)
    night.play(night.drawn(), lambda _: [7, 7])

    first, again = night.drawn(), night.drawn()

    assert first == again
    assert [reason["code"] for reason in first["why"]] == ["lot", "lot"]
    assert first["why"][0]["text"].startswith("table 1 was level: the lot (seed 5) lets e")


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_level_table_can_be_refused_until_somebody_has_won(movement):
    night = night_of(movement, 8, ties="play_off")
    night.play(night.drawn(), lambda _: [7, 7])

    fault = refusal(night.request)
    for match in night.history:
        match["winner"] = 1

    assert fault.code == "level_table"
    assert "let them play one more deal or cut for it" in str(fault)
    assert seats_of(night.drawn())


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_table_without_result_is_named(movement):
    night = night_of(movement, 8)
    night.play(night.drawn(), lambda _: [1, 0])
    for side in night.history[1]["sides"]:
        del side["points"]

    assert str(refusal(night.request)).startswith("table 2 of round 1 (")


def test_who_comes_in_takes_the_place_of_who_left():
    night = night_of(LADDER, 8)
    night.play(night.drawn(), lambda table: [int("e1" in str(table["sides"][0])), 1])
    whole = seats_of(night.drawn())
    night.out, night.count = {3}, 9

    drawn = seats_of(night.drawn())

    assert drawn["e9"] == whole["e3"]
    assert {entry: drawn[entry] for entry in drawn if entry != "e9"} == {
        entry: whole[entry] for entry in whole if entry != "e3"
    }


def test_ladder_begins_in_the_order_of_the_seeds():
    listed = [{"id": f"s{n}", "seed": n} for n in (4, 2, 1, 3)]

    tables = draw({"format": "ladder", "entries": listed})["rounds"][0]["tables"]

    assert [table["sides"] for table in tables] == [[["s1"], ["s2"]], [["s3"], ["s4"]]]


def test_repeat_partner_is_a_breach_where_the_format_forbids_it():
    night = night_of(SINGLES, 8, partners="no_repeat")
    first = night.drawn()
    night.play(first, by_lot(Random(1)))
    again = dict(first, round=2)

    assert {b.code for b in check_draw(night.request, [again])} == {"repeat_partner"}
    night.options = {}
    assert check_draw(night.request, [again]) == []


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (request("winners_move", 3), "too_few_entries"),
        (request("winners_move", 1, options={"pairs": True}), "too_few_entries"),
        (request("ladder", 1), "too_few_entries"),
        (request("winners_move", 8, entries=entries(8, out=(1, 2, 3, 4, 5))), "too_few_entries"),
        (request("winners_move", 10_000), "too_many_entries"),
        (request("ladder", 10_000), "too_many_entries"),
        (request("winners_move", 8, round=3), "not_the_next_round"),
        (request("winners_move", 8, options={"partner": "cards"}), "unknown_key"),
        (request("winners_move", 8, options={"partners": "lot"}), "unknown_choice"),
        (request("winners_move", 8, options={"pairs": 1}), "wrong_type"),
        (
            request("winners_move", 8, options={"pairs": True, "partners": "cards"}),
            "useless_option",
        ),
        (request("ladder", 8, options={"ties": "rerun"}), "unknown_choice"),
        (
            request(
                "winners_move",
                8,
                history=[{"round": 1, "sides": [{"entries": [f"e{n}"]} for n in (1, 2, 3)]}],
            ),
            "not_two_sides",
        ),
        (
            request(
                "ladder",
                8,
                history=[
                    {"round": 1, "sides": [{"entries": ["e1", "e2"]}, {"entries": ["e3", "e4"]}]}
                ],
            ),
            "not_two_entries",
        ),
        (
            request(
                "winners_move",
                8,
                options={"pairs": True},
                history=[
                    {"round": 1, "sides": [{"entries": ["e1", "e2"]}, {"entries": ["e3", "e4"]}]}
                ],
            ),
            "wrong_sides",
        ),
    ],
)
def test_impossible_movement_is_refused(data, code):
    assert refusal(data).code == code

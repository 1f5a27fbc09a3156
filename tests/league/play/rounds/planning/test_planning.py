"""Plans for a night: for every number of players, every game, whatever formats there are."""

from dataclasses import replace
from random import Random
from unittest.mock import patch

import pytest

from games.services import rulesets_by_players, variants
from league.play.rounds.drawing import FORMATS, Draw, DrawnRound, DrawnTable
from league.play.rounds.drawing.candidate import Candidate, deals_that_fit, lengths
from league.play.rounds.planning import Night, TableSize, form_sides, measure, propose
from league.play.rounds.planning.proposing import (
    A_SCHEDULED_PLACE,
    MOST_WORK,
    play_through,
    work_of,
)

ALL = range(4, 41)
EVENING = 110
GAMES = {
    info.id: tuple(
        TableSize(seats=seats, sides=one.sides)
        for seats, one in rulesets_by_players(info.id, info.default_preset, {}).items()
    )
    for info in variants()
}
PARTNERS = (TableSize(seats=4, sides=2),)
ALONE = tuple(TableSize(seats=seats, sides=seats) for seats in range(2, 8))


def night(players, sizes=PARTNERS, minutes=180, minutes_a_deal=6, **more):
    return Night(
        players=players, sizes=sizes, minutes=minutes, minutes_a_deal=minutes_a_deal, **more
    )


# ------------------------------------------------------------------------ every number and game


@pytest.mark.long
@pytest.mark.sampled(40)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", ALL)
def test_plans_can_be_drawn_keep_the_time_and_are_what_they_say(game, players):
    asked = night(players, GAMES[game], minutes=EVENING)

    proposal = propose(asked)

    if not proposal.plans:
        assert proposal.why_none is not None
        # only where every size is fixed, and nobody may sit out, is there no plan for a number
        assert all(players % size.seats for size in asked.sizes)
        return
    assert len(proposal.plans) <= 3
    assert len({plan.key for plan in proposal.plans}) == len(proposal.plans)
    for plan in proposal.plans:
        _check_plan(plan, asked)


_played = {}


def played_through(plan):
    """Draw a plan to its end, once for all games that have the same one."""
    key = (plan.candidate.key, plan.entries)
    if key not in _played:
        _played[key] = play_through(plan.candidate, plan.entries)
    return _played[key]


def _check_plan(plan, asked):
    rounds = played_through(plan)
    quality = plan.quality
    assert plan.minutes <= asked.minutes
    assert len(rounds) == plan.rounds
    assert plan.entries * plan.side_size + plan.left_over == asked.players
    assert quality == measure(rounds, plan.entries, plan.side_size)
    possible = {size.seats for size in asked.sizes}
    assert set(quality.table_sizes) <= possible
    everybody = {str(number) for number in range(1, plan.entries + 1)}
    for drawn in rounds:
        seated = [entry for table in drawn.tables for entry in table.entries]
        assert len(seated) == len(set(seated))
        assert set(seated) | set(drawn.byes) | set(drawn.sit_outs) == everybody
    # nobody sits out twice before all did once
    assert quality.sit_outs[1] - quality.sit_outs[0] <= 1


@pytest.mark.long
@pytest.mark.sampled(12)
@pytest.mark.parametrize("players", ALL)
def test_a_game_for_any_number_has_two_plans_or_three_and_no_tables_of_two(players):
    plans = propose(night(players, ALONE, minutes=EVENING)).plans

    assert 2 <= len(plans) <= 3
    assert min(size for plan in plans for size in plan.quality.table_sizes) >= 3


@pytest.mark.long
@pytest.mark.sampled(10)
@pytest.mark.parametrize("players", range(4, 41))
def test_partners_always_find_a_plan_and_at_most_one_waits(players):
    plans = propose(night(players)).plans

    assert len(plans) >= 2
    assert min(plan.left_over for plan in plans) <= players % 2


@pytest.mark.long
@pytest.mark.parametrize("deals", [1, 3, 8, 12])
@pytest.mark.parametrize("sizes", [PARTNERS, ALONE])
def test_a_fixed_number_of_deals_is_kept(deals, sizes):
    plans = propose(night(16, sizes, deals_a_round=deals)).plans

    assert plans
    assert {plan.deals for plan in plans} == {deals}


@pytest.mark.long
def test_a_game_with_several_sizes_of_table_shows_more_than_one():
    sizes = tuple(TableSize(seats=seats, sides=2) for seats in (4, 6, 8))

    plans = propose(night(24, sizes)).plans

    assert len({plan.largest_table for plan in plans}) >= 2


@pytest.mark.long
def test_the_same_night_gets_the_same_plans():
    propose.cache_clear()
    one = propose(night(13, ALONE)).plans
    propose.cache_clear()
    other = propose(night(13, ALONE)).plans

    assert [(p.key, p.quality) for p in one] == [(p.key, p.quality) for p in other]


@pytest.mark.parametrize(
    ("players", "sizes", "says"),
    [
        (9, PARTNERS, "own average in the rounds played"),
        (10, PARTNERS, "as much as a match won"),
        (8, PARTNERS, None),
    ],
)
def test_a_plan_says_what_a_round_sat_out_is_worth(players, sizes, says):
    plans = propose(night(players, sizes)).plans
    waiting = [plan for plan in plans if plan.quality.sit_outs[1]]
    said = {plan.key: " | ".join(map(str, plan.reasons())) for plan in plans}

    assert bool(waiting) == bool(says), said
    for plan in plans:
        worth = "as much as a match won" if plan.who == "sides" else "own average"
        expected = worth if plan in waiting else "nobody sits out"
        assert expected in said[plan.key]
        assert ("a round sat out counts" in said[plan.key]) == (plan in waiting)
    assert says is None or any(says in text for text in said.values())


# ------------------------------------------------------------------------- what is impossible


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (night(1), "2 to 400 players; 1 are present"),
        (night(401), "2 to 400 players; 401 are present"),
        (night(3), "at least 4 players, and 3 are present"),
        (night(8, minutes=20, deals_a_round=4), "4 × 6 minutes does not fit into 20 minutes"),
        (night(8, minutes=0), "1 to 1440 minutes"),
        (night(8, minutes_a_deal=0), "a deal takes at least one"),
        (night(8, ()), "no number of players can play"),
    ],
)
def test_a_night_that_cannot_be_says_what_can(asked, words):
    proposal = propose(asked)

    assert proposal.plans == ()
    assert words in str(proposal.why_none)


# ------------------------------------------------------------------------------- large nights

THREE_OR_FOUR = (TableSize(seats=3, sides=3), TableSize(seats=4, sides=4))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("players", [61, 127, 200, 399, 400])
@pytest.mark.parametrize("sizes", [PARTNERS, THREE_OR_FOUR])
def test_a_large_night_is_planned_with_bounded_work(players, sizes, monkeypatch):
    drawn = []

    def counted(candidate, entries):
        drawn.append(work_of(candidate, asked))
        return play_through(candidate, entries)

    monkeypatch.setattr("league.play.rounds.planning.proposing.play_through", counted)
    asked = night(players, sizes, minutes=480, minutes_a_deal=2)

    proposal = propose.__wrapped__(asked)

    assert proposal.plans or proposal.why_none
    assert sum(drawn) <= MOST_WORK


@pytest.mark.long
def test_a_few_rounds_of_a_large_round_robin_count_its_whole_schedule():
    duels = night(400, (TableSize(seats=2, sides=2),), minutes=180)
    few = next(plan.candidate for plan in propose(duels).plans if plan.format == "round_robin")

    assert work_of(few, duels) > A_SCHEDULED_PLACE * 400 * 399


def test_ways_that_are_too_large_are_named_and_not_called_impossible(monkeypatch):
    asked = night(40, THREE_OR_FOUR)
    monkeypatch.setattr("league.play.rounds.planning.proposing.MOST_WORK", 1_000)

    proposal = propose.__wrapped__(asked)

    assert proposal.plans == ()
    assert "for 40 players and so many rounds" in str(proposal.why_none)
    assert str(FORMATS["individual_tables"].label) in str(proposal.why_none)
    assert "cannot be seated" not in str(proposal.why_none)


@pytest.mark.long
def test_plans_that_are_there_come_with_the_names_of_those_not_tried(monkeypatch):
    asked = night(40)
    largest_robin = max(
        work_of(plan.candidate, asked)
        for plan in propose(asked).plans
        if plan.format != "individual"
    )
    monkeypatch.setattr("league.play.rounds.planning.proposing.MOST_WORK", largest_robin)

    proposal = propose.__wrapped__(asked)

    assert proposal.plans
    assert str(FORMATS["individual"].label) in str(proposal.not_tried)
    assert propose(asked).not_tried is None


# --------------------------------------------------------------------- formats by their names


def test_a_format_is_proposed_as_soon_as_it_is_listed(monkeypatch):
    """The ways of the listed formats are tried, and no others."""
    asked_of = []

    def draw(request):
        asked_of.append(request.format)
        people = [entry.id for entry in request.entries]
        number = request.round or 1
        tables = tuple(
            DrawnTable(
                table=place // 4 + 1,
                sides=(tuple(people[place : place + 2]), tuple(people[place + 2 : place + 4])),
            )
            for place in range(0, len(people) - 3, 4)
        )
        rest = tuple(people[len(people) // 4 * 4 :])
        return Draw(rounds=(DrawnRound(round=number, tables=tables, sit_outs=rest),))

    tables = FORMATS["individual_tables"]
    known = {
        name: replace(tables, id=name, draw=draw, who="partners", ways=FORMATS[name].ways)
        for name in ("individual", "winners_move")
    }
    with patch.dict(FORMATS, known, clear=True):
        propose.cache_clear()
        plans = propose(night(13)).plans
    propose.cache_clear()
    assert {plan.format for plan in plans} == {"individual", "winners_move"}
    assert set(asked_of) == {"individual", "winners_move"}
    assert all(plan.who == "partners" and plan.left_over == 0 for plan in plans)
    # this format lets the same one sit out in every round, and the plan does not hide it
    assert all(plan.quality.sit_outs == (0, plan.rounds) for plan in plans)


@pytest.mark.parametrize("format", FORMATS.values(), ids=FORMATS)
def test_the_ways_of_a_format_are_drawn_by_it(format):
    for sizes in GAMES.values():
        for way in format.ways:
            for candidate in way.candidates(night(12, sizes)):
                assert candidate.format == format.id
                assert candidate.like is None or candidate.like in FORMATS


def test_no_two_ways_have_the_same_turn():
    turns = [way.turn for format in FORMATS.values() for way in format.ways]

    assert len(set(turns)) == len(turns)


# ------------------------------------------------------------------------------------- numbers


def test_a_short_round_lets_everybody_deal_once_and_no_time_is_lost_at_a_limit():
    assert lengths(night(8), 4, most_rounds=99) == [(6, 4), (3, 8), (2, 12)]
    # three rounds are all there are: each takes what there is
    assert lengths(night(8), 4, most_rounds=3) == [(3, 8), (2, 12)]
    assert lengths(night(8, minutes=12), 4, most_rounds=9) == [(1, 2)]
    assert lengths(night(8, minutes=5), 4, most_rounds=9) == []


@pytest.mark.parametrize(
    ("minutes", "deals"), [(180, 8), (150, 6), (120, 6), (100, 4), (60, 2), (40, 1), (20, 0)]
)
def test_a_round_has_whole_or_half_turns_of_the_deal_where_the_time_is_used(minutes, deals):
    assert deals_that_fit(night(8, minutes=minutes), 3, 4) == deals


def test_time_is_counted_with_the_changes_between_rounds():
    asked = night(8, minutes=154)

    assert asked.needed(3, 8) == 154
    assert asked.most_rounds(8) == 3
    assert asked.most_deals(3) == 8
    assert night(8, minutes=153).most_rounds(8) == 2


def test_quality_is_counted_from_the_rounds():
    def table(number, *sides):
        return DrawnTable(table=number, sides=sides)

    rounds = [
        DrawnRound(round=1, tables=(table(1, ("1", "2"), ("3", "4")),), sit_outs=("5",)),
        DrawnRound(round=2, tables=(table(1, ("1", "2"), ("3", "5")),), sit_outs=("4",)),
    ]

    quality = measure(rounds, 5, 1)

    assert (quality.tables, quality.table_sizes, quality.others) == (1, (4,), 4)
    assert quality.partners_again == 1  # 1 and 2
    assert quality.opponents_again == 2  # 3 against 1 and 2
    assert quality.met == (3, 4)
    assert quality.sit_outs == (0, 1)
    assert (quality.first_deals, quality.balance) == ((0, 2), 2)


def test_keys_tell_candidates_apart():
    def candidate(**more):
        plain = {"least_seats": 4, "most_seats": 4, "side_size": 2, "rounds": 3, "deals": 8}
        return Candidate(format="round_robin", **(plain | more))

    keys = {
        candidate(**more).key
        for more in ({}, {"rounds": 2}, {"deals": 4}, {"side_size": 1}, {"stage_options": {"a": 1}})
    }

    assert len(keys) == 5
    assert candidate().key == "round_robin_4-4_2_3x8"


# --------------------------------------------------------------------------------------- sides


@pytest.mark.sampled(30)
@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("players", range(2, 25))
@pytest.mark.parametrize("groups", [0, 1, 3])
def test_everybody_is_on_one_side_or_left_over(size, players, groups):
    people = list(range(1, players + 1))
    wanted = [(2 * n + 1, 2 * n + 2) for n in range(groups) if 2 * n + 2 <= players]
    for seed in range(5):
        sides = form_sides(people, wanted, size, Random(seed))

        assert {len(side) for side in sides.complete} <= {size}
        assert len(sides.complete) == players // size
        assert (
            sorted([one for side in sides.complete for one in side] + list(sides.left_over))
            == people
        )
        if size == 2:
            formed = {frozenset(side) for side in sides.complete}
            assert {frozenset(pair) for pair in wanted} <= formed


def test_groups_stay_together_as_far_as_there_are_others_to_fill_up():
    sides = form_sides(range(1, 7), [(1, 2), (3, 4)], 3, Random(1)).complete

    assert {frozenset(side) - {5, 6} for side in sides} == {frozenset({1, 2}), frozenset({3, 4})}


def test_who_is_not_there_and_groups_too_large_are_passed_over():
    sides = form_sides([1, 2, 3, 4], [(1, 9), (1, 2, 3)], 2, Random(1))

    assert len(sides.complete) == 2
    assert sides.left_over == ()

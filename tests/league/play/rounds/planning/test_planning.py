"""Plans for a night: for every number of players, every game, whatever formats there are."""

from dataclasses import replace
from random import Random

import pytest

from games.services import rulesets_by_players, variants
from league.play.rounds.drawing import FORMATS, DrawnRound, DrawnTable
from league.play.rounds.drawing.candidate import deals_that_fit, lengths
from league.play.rounds.drawing.night import Night, TableSize
from league.play.rounds.planning import (
    MOST_WORK,
    form_sides,
    measure,
    play_through,
    propose,
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

    monkeypatch.setattr("league.play.rounds.planning.play_through", counted)
    asked = night(players, sizes, minutes=480, minutes_a_deal=2)

    proposal = propose.__wrapped__(asked)

    assert proposal.plans or proposal.why_none
    assert sum(drawn) <= MOST_WORK


# --------------------------------------------------------------------- formats by their names


@pytest.mark.parametrize("format", FORMATS.values(), ids=FORMATS)
def test_the_ways_of_a_format_are_drawn_by_it(format):
    for sizes in GAMES.values():
        for way in format.ways:
            for candidate in way.candidates(night(12, sizes)):
                assert candidate.format == format.id
                assert candidate.like is None or candidate.like in FORMATS


@pytest.mark.parametrize(("players", "rounds"), [(8, 7), (9, 9)])
def test_everybody_has_everybody_else_as_partner_in_one_round_less_if_nobody_sits_out(
    players, rounds
):
    (way, *_) = FORMATS["individual"].ways

    assert next(iter(way.candidates(night(players)))).rounds == rounds


# ------------------------------------------------------------------------------------- numbers


def test_a_plan_says_what_speaks_for_it_and_is_the_better_the_more_meet():
    proposal = propose(night(8))
    plan = next(one for one in proposal.plans if one.deals % 4 == 0 and one.quality.met[0])
    fewer = replace(plan, quality=replace(plan.quality, met=(0, plan.quality.met[1])))

    assert proposal.not_tried is None
    assert "in every round everybody deals equally often" in map(str, plan.reasons())
    assert plan.cost < fewer.cost


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

"""What holds for every event: random ones, against a plain reading of the definitions."""

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.tables.standings.methods import (
    TIEBREAKS,
    Duels,
    RankRequest,
    rank_entries,
    read_request,
)
from league.tables.standings.methods.tiebreaks import Sum
from tests.league.tables.standings.methods.plain_reading import PlainReading
from tests.league.tables.standings.methods.strategies import METHODS, PATIENT, events

INDEPENDENT = [name for name, one in TIEBREAKS.items() if isinstance(one, Sum)]
WITHOUT_DEALS = [name for name, one in TIEBREAKS.items() if not one.needs_deals]
FIRST_SIDE_MATTERS = ("wins_with_first_deal",)


def ranked(event):
    return rank_entries(read_request(event))


@pytest.mark.long
@PATIENT
@given(events(), st.randoms(use_true_random=False))
def test_order_of_entries_and_results_changes_nothing(event, rng):
    shuffled = dict(event)
    for key in ("entries", "matches", "adjustments"):
        shuffled[key] = rng.sample(event[key], len(event[key]))

    before = {row.entry: row._replace(adjustments=()) for row in ranked(event)}
    after = {row.entry: row._replace(adjustments=()) for row in ranked(shuffled)}

    assert before == after


@pytest.mark.long
@PATIENT
@given(
    events(tiebreaks=[name for name in TIEBREAKS if name not in FIRST_SIDE_MATTERS]),
    st.randoms(use_true_random=False),
)
def test_side_that_is_named_first_changes_nothing(event, rng):
    turned = event | {
        "matches": [
            {**match, "sides": rng.sample(match["sides"], len(match["sides"]))}
            if "sides" in match and "forfeit" not in match
            else match
            for match in event["matches"]
        ]
    }

    assert ranked(event) == ranked(turned)


@pytest.mark.long
@PATIENT
@given(events())
def test_tiebreak_separates_only_what_was_level(event):
    names = event["tiebreaks"]
    ranks = [
        {row.entry: row.rank for row in ranked(event | {"tiebreaks": names[:applied]})}
        for applied in range(len(names) + 1)
    ]

    for coarse, fine in pairwise(ranks):
        for one, other in permutations(coarse, 2):
            if coarse[one] < coarse[other]:
                assert fine[one] < fine[other]


@pytest.mark.long
@PATIENT
@given(events())
def test_rank_is_one_more_than_those_ahead_and_shared_ones_say_so(event):
    rows = ranked(event)
    ranks = [row.rank for row in rows]

    assert ranks == sorted(ranks)
    for row in rows:
        assert row.rank == 1 + sum(rank < row.rank for rank in ranks)
        assert row.tied == (ranks.count(row.rank) > 1)
        assert row.level_count == ranks.count(row.rank) - 1


@pytest.mark.long
@PATIENT
@given(events(tiebreaks=INDEPENDENT))
def test_order_is_that_of_points_and_tiebreaks_and_why_names_the_first_difference(event):
    rows = ranked(event)

    turned = {name: -1 if one.lower_is_ahead else 1 for name, one in TIEBREAKS.items()}
    keys = [
        (row.points, *(turned[name] * value for name, value in row.tiebreaks.items()))
        for row in rows
    ]
    assert keys == sorted(keys, reverse=True)
    names = ["points", *event["tiebreaks"]]
    for row, key, next_row, next_key in zip(rows, keys, rows[1:], keys[1:], strict=False):
        if key == next_key:
            assert row.rank == next_row.rank
            continue
        first = next(
            place
            for place, pair in enumerate(zip(key, next_key, strict=True))
            if pair[0] != pair[1]
        )
        sign = turned.get(names[first], 1)
        own, other = sign * key[first], sign * next_key[first]
        assert row.below[1:] == (names[first], own, other, True)
        assert next_row.above[1:] == (names[first], other, own, True)


@PATIENT
@given(events(tiebreaks=INDEPENDENT))
def test_numbers_are_those_of_the_definitions(event):
    expected = PlainReading(event)

    for row in ranked(event):
        assert row.points == expected.points(row.entry)
        assert row.played == len(expected.tables_of(row.entry) + expected.forfeits_of(row.entry))
        assert row.won + row.drawn + row.lost == row.played
        for name, value in row.tiebreaks.items():
            assert value == getattr(expected, name)(row.entry)


@pytest.mark.long
@PATIENT
@given(events(methods=METHODS[:3], tiebreaks=WITHOUT_DEALS, unplayed=False))
def test_columns_of_duels_come_to_the_same_as_matches(event):
    request = read_request(event)
    place = {entry.id: index for index, entry in enumerate(request.entries)}
    columns = Duels()
    for match in request.matches:
        columns.rounds.append(match.round)
        columns.homes.append(place[match.sides[0].entries[0]])
        columns.aways.append(place[match.sides[1].entries[0]])
        columns.home_points.append(match.sides[0].points or 0)
        columns.away_points.append(match.sides[1].points or 0)

    by_columns = RankRequest(
        method=request.method,
        tiebreaks=request.tiebreaks,
        entries=request.entries,
        duels=columns,
        byes=request.byes,
        adjustments=request.adjustments,
        play_offs=request.play_offs,
        seed=request.seed,
    )

    assert rank_entries(by_columns) == rank_entries(request)


@pytest.mark.long
@PATIENT
@given(events(methods=METHODS[:2], tiebreaks=("head_to_head",), unplayed=False))
def test_head_to_head_never_contradicts_a_complete_league(event):
    event |= {"tiebreaks": ["head_to_head"]}
    plain = PlainReading(event)
    rows = ranked(event)

    for row in rows:
        level = [other.entry for other in rows if other.points == row.points]
        if len(level) == 1:
            assert row.tiebreaks["head_to_head"] is None
        for other in rows:
            met = plain.results_between(row.entry, other.entry)
            if other.entry in level and len(level) == 2 and met:
                assert (row.rank < other.rank) == (
                    sum(met) > sum(plain.results_between(other.entry, row.entry))
                )

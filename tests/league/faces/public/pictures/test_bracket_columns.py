"""A bracket as columns: every match once, and its winners where the lines lead."""

from itertools import pairwise

import pytest

from league.faces.public.pictures.bracket import bracket_parts
from league.play.rounds.drawing import Bye, DrawRequest, Entry, Match, Played, Side, draw_rounds
from league.play.rounds.drawing.bracket.won_without import WonWithout

NOTHING = Played()


def request_of(format: str, count: int, history: Played = NOTHING, **options) -> DrawRequest:
    entries = tuple(Entry(id=str(n), name=f"Entry {n}", seed=n) for n in range(1, count + 1))
    return DrawRequest(format=format, entries=entries, history=history, options=options)


def played(format: str, count: int, rounds: int, **options) -> DrawRequest:
    """Play so many rounds; the better seed wins, and has 100 points to the round's number."""
    request = request_of(format, count, **options)
    for _round in range(rounds):
        found = draw_rounds(request).rounds[0]
        matches = []
        for table in found.tables:
            one, other = table.entries
            sides = [
                Side((entry,), 100 if int(entry) == min(int(one), int(other)) else found.round)
                for entry in (one, other)
            ]
            matches.append(Match(round=found.round, table=table.table, sides=tuple(sides)))
        history = Played(matches=request.history.matches + tuple(matches))
        request = request_of(format, count, history, **options)
    return request


def test_before_the_first_round_the_byes_and_the_seeds_stand():
    parts, winner = bracket_parts(request_of("knockout", 6))
    (main,) = parts
    first = [[side.entry for side in match.sides] for match in main.columns[0].matches]
    assert first == [[1, None], [4, 5], [2, None], [3, 6]]
    assert main.columns[0].matches[0].sides[1].is_bye
    assert [len(column.matches) for column in main.columns] == [4, 2, 1]
    assert [column.goes_on for column in main.columns] == ["joins", "joins", ""]
    assert winner is None


def test_a_final_is_won_and_shows_its_points_and_table():
    parts, winner = bracket_parts(played("knockout", 4, 2, third_place=True))
    final = parts[0].columns[-1].matches[0]
    assert winner == 1
    assert [(one.entry, one.points, one.has_won, one.has_lost) for one in final.sides] == [
        (1, 100, True, False),
        (2, 2, False, True),
    ]
    assert final.round == 2
    assert final.table is not None
    assert [part.name for part in parts] == ["main", "third"]


@pytest.mark.parametrize("format", ["knockout", "double_elimination"])
@pytest.mark.parametrize("count", [2, 3, 5, 8, 13, 16])
def test_every_match_played_is_in_the_bracket_once_and_lines_meet(format, count):
    rounds = 1
    request = request_of(format, count)
    while bracket_parts(request)[1] is None:
        request = played(format, count, rounds)
        rounds += 1
    parts, winner = bracket_parts(request)
    matches = [m for part in parts for column in part.columns for m in column.matches]
    shown = sorted((match.round, match.table) for match in matches if match.round)
    assert shown == sorted((match.round, match.table) for match in request.history.matches)
    assert winner == 1
    for part in parts:
        for column, after in pairwise(part.columns):
            sizes = len(column.matches), len(after.matches)
            assert sizes[0] == sizes[1] * (2 if column.goes_on == "joins" else 1)


def final_of_two(history: Played, *, left: str = "", lots=frozenset()):
    entries = tuple(
        Entry(id=str(n), name=f"Entry {n}", seed=n, active=str(n) != left) for n in (1, 2)
    )
    request = DrawRequest(format="knockout", entries=entries, history=history)
    parts, _winner = bracket_parts(request, lots)
    return parts[0].columns[0].matches[0]


def match_of_two(one, other, **more) -> Played:
    sides = (Side(("1",), one), Side(("2",), other))
    return Played(matches=(Match(round=1, table=1, sides=sides, **more),))


@pytest.mark.parametrize(
    ("history", "why"),
    [
        (match_of_two(20, 10), None),
        (match_of_two(10, 20), None),
        (match_of_two(10, 10, winner=1), WonWithout.DECIDED),
        (match_of_two(10, 20, winner=0), WonWithout.GAME),
        (match_of_two(None, None, winner=0, forfeits=(1,)), WonWithout.FORFEIT),
        (match_of_two(0, 0, winner=0, forfeits=(1,)), WonWithout.FORFEIT),
    ],
)
def test_a_match_says_how_it_was_won_without_more_points(history, why):
    assert final_of_two(history).why == why


def test_whoever_has_left_is_marked_and_the_other_moves_on_without_a_match():
    entries = tuple(Entry(id=str(n), seed=n, active=n != 4) for n in (1, 2, 3, 4))
    matches = [
        Match(round=1, table=1, sides=(Side(("1",), 1), Side(("4",), 5))),
        Match(round=1, table=2, sides=(Side(("2",), 5), Side(("3",), 1))),
    ]
    history = Played(matches=tuple(matches), byes=(Bye(2, "2"),))
    parts, winner = bracket_parts(DrawRequest(format="knockout", entries=entries, history=history))
    semi, final = parts[0].columns[0].matches[0], parts[0].columns[1].matches[0]

    assert winner == 2
    assert (semi.why, final.why) == (None, WonWithout.WITHDRAWN)
    assert [side.has_left for side in final.sides] == [True, False]

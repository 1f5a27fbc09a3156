from league.faces.public.pictures.grids import Against, cross, matrix_of, meetings_of
from league.play.rounds.drawing import Bye, Match, Played, Side

PLAYED = Played(
    matches=(
        Match(round=1, table=1, sides=(Side(("1",), 300), Side(("2",), 100))),
        Match(round=2, table=1, sides=(Side(("2",), 90), Side(("1",), 90))),
        Match(round=2, table=2, sides=(Side(("3",)), Side(("4",)))),
        Match(round=3, table=1, sides=(Side(("1",), 10), Side(("3",), 20)), winner=0),
    ),
    byes=(Bye(1, "3"),),
)


def test_a_meeting_says_against_whom_and_what_came_out():
    found = meetings_of(PLAYED)
    assert (found[1][1].outcome, found[1][1].points, found[1][1].others) == ("won", 300, 100)
    assert (found[2][1].outcome, found[2][2].outcome) == ("lost", "drawn")
    assert (found[3][2].outcome, found[3][2].points) == ("", None)
    assert found[3][1].opponents == ()


def test_who_won_the_table_counts_and_not_the_points():
    found = meetings_of(PLAYED)
    assert (found[1][3].outcome, found[3][3].outcome) == ("won", "lost")


def test_two_who_meet_twice_have_both_in_order():
    met = cross(meetings_of(PLAYED), [1, 2, 3, 4])
    assert [(one.round, one.outcome) for one in met[1, 2]] == [(1, "won"), (2, "drawn")]
    assert (1, 4) not in met


def test_partners_are_with_and_not_against():
    sides = (Side(("1", "2"), 50), Side(("3", "4"), 40))
    found = meetings_of(Played(matches=(Match(round=1, table=1, sides=sides),)))
    assert (found[1][1].partners, found[1][1].opponents) == ((2,), (3, 4))


def test_the_matrix_has_the_best_share_first():
    met = {
        (1, 2): Against(1, 0, 2),
        (2, 1): Against(2, 0, 1),
        (2, 3): Against(0, 1, 0),
        (3, 2): Against(0, 1, 0),
    }
    rows = matrix_of(met, {1: "Ann", 2: "Bob", 3: "Cy"})
    assert [row["name"] for row in rows] == ["Bob", "Cy", "Ann"]
    assert rows[0]["all"] == Against(2, 1, 1)
    assert [cell["against"] for cell in rows[2]["cells"]] == [Against(1, 0, 2), None, None]
    assert [met[1, 2].tone, met[2, 1].tone, met[2, 3].tone] == ["lost", "won", "drawn"]

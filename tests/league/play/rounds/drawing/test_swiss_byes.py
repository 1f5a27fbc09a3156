"""Who sits out where the field is odd: who, how often, and what when everybody has had a bye."""

import pytest

from league.play.rounds.drawing import draw
from tests.league.play.rounds.drawing.requests import request
from tests.league.play.rounds.drawing.swiss import match
from tests.league.play.rounds.drawing.tournaments import Tournament

FORMATS = ["swiss", "monrad", "danish"]


def seventeen_after_three_rounds():
    """All tables are drawn, but e17 loses to e2; the byes go to e1, e2 and e3.

    So e17 is last with 2 and had no bye; e1 and e3, with 4, had theirs.
    """
    history = []
    for number in (1, 2, 3):
        history.append({"round": number, "bye": f"e{number}"})
        for step in range(1, 9):
            home, away = ((number + way * step - 1) % 17 + 1 for way in (1, -1))
            points = {home: 1, away: 1} | ({17: 0, 2: 2} if {home, away} == {2, 17} else {})
            history.append(match(number, f"e{home}", f"e{away}", (points[home], points[away])))
    return history


@pytest.mark.parametrize("format_", FORMATS)
def test_the_last_one_without_a_bye_sits_out_and_it_is_said_why(format_):
    (drawn,) = draw(request(format_, 17, history=seventeen_after_three_rounds()))["rounds"]

    assert drawn["byes"] == ["e17"]
    assert drawn["why"][0]["text"] == (
        "the bye goes to e17 with 2: nobody lower has had so few byes and wins by forfeit (0)"
    )


@pytest.mark.parametrize("format_", FORMATS)
def test_a_bye_of_half_a_point_uses_up_the_right_to_one(format_):
    score = {"win": 1, "draw": 0.5, "loss": 0, "bye": 0.5}
    tournament = Tournament(format_, 7, seed=1, options={"score": score})
    byes = []
    for _round in range(4):
        tournament.draw()
        byes += tournament.drawn["byes"]
        tournament.play()

    assert len(set(byes)) == 4


# FIDE C.04.1: who had a bye of the draw, or as many points as for a win without playing, has no
# (further) bye of the draw. Whoever was away without points, or with half of one, may have it.
@pytest.mark.parametrize(
    ("bye", "blocks"),
    [
        ({}, True),
        ({"kind": "drawn", "points": 0}, True),
        ({"kind": "absent"}, False),
        ({"kind": "absent", "points": 2}, True),
        ({"kind": "requested"}, False),
        ({"kind": "requested", "points": 2}, True),
    ],
)
@pytest.mark.parametrize("format_", FORMATS)
def test_what_uses_up_the_right_to_a_bye_of_the_draw(format_, bye, blocks):
    """e3 did not play in the first round and lost the second one."""
    history = [
        *(match(1, "e1", "e2"), match(1, "e4", "e5"), {"round": 1, "bye": "e3", **bye}),
        *(match(2, "e1", "e3", (2, 0)), match(2, "e2", "e4"), {"round": 2, "bye": "e5"}),
    ]

    (drawn,) = draw(request(format_, 5, history=history))["rounds"]

    assert (drawn["byes"] != ["e3"]) == blocks


@pytest.mark.parametrize("format_", FORMATS)
def test_being_absent_is_worth_nothing_in_the_draw(format_):
    history = [match(1, "e1", "e2"), {"round": 1, "bye": "e3", "kind": "absent"}]

    (drawn,) = draw(request(format_, 3, history=history))["rounds"]

    assert "with 0" in drawn["why"][0]["text"]

import pytest

from league.rounds.drawing.bracket.rounds_ahead import played_through, rounds_of_bracket


@pytest.mark.parametrize("format", ["knockout", "double_elimination"])
def test_a_bracket_has_the_rounds_in_which_it_is_played_through(format):
    for entries in range(2, 35):
        assert rounds_of_bracket(format, entries, {}) == played_through(format, entries)


@pytest.mark.parametrize(
    ("entries", "options", "rounds"),
    [
        (8, {}, 3),
        (8, {"third_place": True}, 3),
        (8, {"consolation": 0}, 3),
        (8, {"consolation": 1}, 3),
        (16, {"consolation": 2}, played_through("knockout", 16, 2)),
        (1, {}, 0),
        (0, {}, 0),
        (200, {"consolation": 1}, 0),
    ],
)
def test_a_knock_out_counts_its_consolation(entries, options, rounds):
    assert rounds_of_bracket("knockout", entries, options) == rounds

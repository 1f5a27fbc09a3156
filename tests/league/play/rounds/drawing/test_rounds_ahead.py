import pytest

from league.play.rounds.drawing.formats import FORMATS
from league.play.rounds.drawing.formats.knockout import knockout_progress, played_through


@pytest.mark.long
@pytest.mark.parametrize("format", ["knockout", "double_elimination"])
def test_a_bracket_needs_as_many_rounds_as_playing_it_through_takes(format):
    bracket_format = FORMATS[format]
    for entries in range(2, 35):
        assert bracket_format.rounds_of(entries, {}) == played_through(
            bracket_format.bracket, entries
        )


@pytest.mark.parametrize(
    ("entries", "options", "rounds"),
    [
        (8, {}, 3),
        (8, {"third_place": True}, 3),
        (8, {"consolation": 0}, 3),
        (8, {"consolation": 1}, 3),
        (16, {"consolation": 2}, played_through(knockout_progress, 16, 2)),
        (1, {}, 0),
        (0, {}, 0),
        (200, {"consolation": 1}, 0),
    ],
)
def test_the_rounds_of_a_knock_out_include_those_of_its_consolation(entries, options, rounds):
    assert FORMATS["knockout"].rounds_of(entries, options) == rounds


@pytest.mark.parametrize("format", FORMATS.values(), ids=FORMATS)
def test_fewer_than_two_entries_need_no_round(format):
    """Without two entries there is no round, in any format that knows its number."""
    assert format.rounds_of is None or format.rounds_of(1, {}) == format.rounds_of(0, {}) == 0

"""Names in the scripts of the world: every letter has a form, in its order and its font."""

import pytest
import uharfbuzz

from league.office.paper.fonts import static_part
from league.office.paper.runs import runs_of, without_last
from tests.league.office.paper.names_of_scripts import NAMES


def glyphs_of(run):
    face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(static_part(run.part, 400)))
    buffer = uharfbuzz.Buffer()
    buffer.add_str(run.text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if run.to_left else "ltr"
    uharfbuzz.shape(uharfbuzz.Font(face), buffer)
    return [glyph.codepoint for glyph in buffer.glyph_infos]


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_no_letter_of_a_name_is_a_box(name):
    runs = runs_of(name)

    assert sorted("".join(run.text for run in runs)) == sorted(name)
    for run in runs:
        assert run.part is not None
        assert 0 not in glyphs_of(run)


@pytest.mark.long
def test_letters_that_grow_together_are_shaped_in_one_run():
    (run,) = runs_of("ശ്രീകുമാർ")

    assert run.is_shaped
    assert len(glyphs_of(run)) < len(run.text)


@pytest.mark.long
def test_what_is_read_from_the_right_stands_so_and_its_figures_do_not():
    runs = runs_of("Cup 7: רחל (12) בן-דוד")

    assert [run.text for run in runs] == ["Cup 7: ", "דוד", "-", "בן", ") ", "12", "(", "רחל "]
    assert [run.to_left for run in runs] == [False, True, True, True, True, False, True, True]


def test_what_no_font_has_is_told_apart_from_what_is_beside_it():
    assert [(run.text, run.part is None) for run in runs_of("Ann 👨\u200d👩 Lee")] == [
        ("Ann ", False),
        ("👨\u200d👩", True),
        (" Lee", False),
    ]


def test_signs_that_only_turn_the_direction_are_not_seen():
    assert "".join(run.text for run in runs_of("\u202eAnn\u202c \u2067Lee\u2069")) == "Ann Lee"


@pytest.mark.parametrize(
    ("text", "shorter"),
    [("Ann", "An"), ("A", ""), ("", ""), ("ശ്രീ", "ശ്"), ("कि", ""), ("ക്\u200dഅ", "ക്")],
)
def test_a_letter_goes_with_what_is_written_on_it(text, shorter):
    assert without_last(text) == shorter

"""Names in the scripts of the world: every letter has a form, in its order and its font."""

import pytest
import uharfbuzz

from league.office.paper.lettering import runs_of, static_part
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
def test_what_is_read_from_the_right_stands_so_and_its_figures_do_not():
    runs = runs_of("Cup 7: רחל (12) בן-דוד")

    assert [run.text for run in runs] == ["Cup 7: ", "דוד", "-", "בן", ") ", "12", "(", "רחל "]
    assert [run.to_left for run in runs] == [False, True, True, True, True, False, True, True]

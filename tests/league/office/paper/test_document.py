"""The pen: fonts that have the characters, names that fit, pages that say which they are."""

from datetime import UTC, datetime

import pytest

from league.office.paper.document import About, Document
from league.office.paper.fonts import part_with
from league.office.paper.lettering import BOLD, REGULAR
from league.office.paper.listing import Listing, listing
from league.office.paper.rows import Column, Row
from tests.league.office.paper.names_of_scripts import NAMES
from tests.league.office.paper.reading import joined, pages_of, text_of, widths_of

AT = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)


def about(**fields):
    return About(**({"title": "Standings", "club": "Harbour", "language": "en", "at": AT} | fields))


def written(*lines, **fields):
    document = Document(about(**fields))
    document.new_page()
    for place, line in enumerate(lines):
        document.text(20, 20 + 10 * place, line)
    return document.to_bytes()


@pytest.mark.long
def test_names_of_many_scripts_and_suits_come_out_as_they_are():
    names = ["Zoë Ångström", "山田 太郎", "髙橋 ひろし", "Ng Mỹ Linh", "Олег Ω", "A♠ K♥ 10♦ 9♣ ×2"]

    text = text_of(written(*names))

    for name in names:
        assert joined(name) in text


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_of_any_script_is_written_within_its_length_and_without_question_marks(name):
    document = Document(about())
    document.new_page(foot=False)
    length = document.text(20, 20, name)
    text = text_of(document.to_bytes())

    assert 0 < length < 100
    assert "?" not in text
    assert set(joined(name)) <= set(text)


def test_a_character_that_no_font_has_becomes_a_question_mark():
    text = text_of(written("Ann 😀 Lee"))

    assert "Ann?Lee" in text
    assert "Ann?Lee" in text_of(written("Ann 👨\u200d👩\u200d👧 Lee"))


def test_accents_of_two_characters_are_one_letter():
    assert "Zoë" in text_of(written("Zoe\N{COMBINING DIAERESIS}"))


@pytest.mark.long
def test_the_same_content_is_the_same_file_and_says_title_language_and_time():
    one, other = written("順位表", language="ja"), written("順位表", language="ja")

    assert one == other
    assert written("順位表", language="en") != one
    for fact in (b"/Lang (ja)", b"/Title (Standings)", b"D:20260102030400Z"):
        assert fact in one
    assert len(one) < 30_000


@pytest.fixture(scope="module")
def letters():
    letters = Document(about()).letters
    yield letters
    letters.close()


@pytest.mark.long
@pytest.mark.sampled(10)
@pytest.mark.parametrize("weight", [REGULAR, BOLD])
@pytest.mark.parametrize("width", [8, 20, 34, 60])
@pytest.mark.parametrize("name", ["Wilhelmina Featherstonehaugh", "勅使河原美奈子", "Ann", "", "W"])
def test_what_is_too_long_becomes_smaller_and_then_says_that_it_was_shortened(
    letters, weight, width, name
):
    text, size = letters.fitted(name, width, 10, weight)

    assert letters.length(text, size, weight) <= width
    assert 7 <= size <= 10
    assert text == name or text.endswith("…") or text == ""
    if letters.length(name, 7.2, weight) <= width:
        assert text == name


def test_lines_are_cut_between_words_and_japanese_anywhere_and_lose_nothing(letters):
    text = "Anna Berg and 山田太郎 が、となりの卓に座ります。 Then on"

    lines = letters.lines(text, 30, 10)

    assert len(lines) > 2
    assert joined("".join(lines)) == joined(text)
    assert all(letters.length(line, 10) <= 30 for line in lines)
    assert not any(line.startswith(("、", "。")) for line in lines)


def test_a_long_list_repeats_its_head_and_counts_its_pages():
    rows = [Row(cells=[f"Player {n}", str(n)]) for n in range(90)]
    columns = [Column(head="Name"), Column(head="Points", width=20, align="end")]

    pages = pages_of(listing(about(), Listing(over="Cup", columns=columns, rows=rows)).to_bytes())

    assert len(pages) == 3
    for number, page in enumerate(pages, start=1):
        assert "NamePoints" in page
        assert f"Page{number}of3" in page
    assert sum(page.count("Player") for page in pages) == 90


def test_a_group_is_named_again_where_a_page_begins_inside_it():
    rows = [Row(cells=[f"Player {n}"], group="A" if n < 5 else "Division B") for n in range(60)]

    columns = [Column(head="Name")]
    pages = pages_of(listing(about(), Listing(over="", columns=columns, rows=rows)).to_bytes())

    assert [page.count("DivisionB") for page in pages] == [1, 1]


def test_a_table_of_many_columns_is_printed_across_and_letter_paper_keeps_its_size():
    def size(columns, **fields):
        shown = Listing(over="", columns=[Column(head="#", width=20)] * columns, rows=[])
        return widths_of(listing(about(**fields), shown).to_bytes())

    assert size(3) == (595.28, 841.89)
    assert size(12) == (841.89, 595.28)
    assert size(3, paper="letter") == (612, 792)


def test_progress_goes_step_by_step_and_ends_with_the_file():
    rows = [Row(cells=[str(n)]) for n in range(7)]
    printing = listing(about(), Listing(over="", columns=[Column(head="#")], rows=rows))

    *steps, file = printing.pieces()

    assert steps == [b""] * printing.steps
    assert file.startswith(b"%PDF-")


def test_letters_of_our_languages_have_a_font():
    for character in "Aé あ漢♠♥♦♣×–−…":
        assert part_with(character) is not None

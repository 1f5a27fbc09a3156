"""The pen: fonts that have the characters, names that fit, pages that say which they are."""

from datetime import UTC, datetime

import pytest

from league.office.paper.document import About, Document
from league.office.paper.lettering import BOLD, REGULAR
from league.office.paper.lists import Column, Listing, Row, listing
from tests.league.office.paper.names_of_scripts import NAMES
from tests.league.office.paper.reading import joined, pages_of, text_of

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
    rows = [Row(cells=[f"Player {n}", str(n)], below="Jo" if n == 7 else "") for n in range(90)]
    columns = [Column(head="Name"), Column(head="Points", width=20, align="end")]

    pages = pages_of(listing(about(), Listing(over="Cup", columns=columns, rows=rows)).to_bytes())

    assert len(pages) == 3
    for number, page in enumerate(pages, start=1):
        assert "NamePoints" in page
        assert f"Page{number}of3" in page
    assert sum(page.count("Player") for page in pages) == 90
    assert "Player7Jo7" in pages[0]


def test_a_line_in_the_middle_has_as_much_room_on_its_left_as_on_its_right(monkeypatch):
    document = Document(about())
    document.new_page(foot=False)
    lefts = []
    monkeypatch.setattr(document.pdf, "text", lambda x, _y, _text: lefts.append(x))
    length = document.text(20, 20, "Ann", width=100, align="middle")
    document.letters.close()

    assert lefts == [pytest.approx(20 + 50 - length / 2)]


def test_progress_goes_step_by_step_and_ends_with_the_file():
    rows = [Row(cells=[str(n)]) for n in range(7)]
    printing = listing(about(), Listing(over="", columns=[Column(head="#")], rows=rows))

    *steps, file = printing.pieces()

    assert steps == [b""] * printing.steps
    assert file.startswith(b"%PDF-")

"""Lists of players as people have them: what is understood, and what is wrong with which line."""

import pytest

from league.clubs.services.player_list import (
    ListUnreadable,
    PlayerLine,
    read_players_csv,
)


def read(text):
    return read_players_csv(text)


def names(text):
    return [line.name for line in read(text)]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_columns_may_be_separated_by_any_of_three_marks(mark):
    text = "Name,Member number,E-mail\nAnn Lee,12,Ann@Example.org\n".replace(",", mark)

    assert read(text) == [
        PlayerLine(line=2, name="Ann Lee", member_number="12", email="ann@example.org")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "name\r\nAnn\r\n\r\nBob\r\n",  # a Windows file with an empty line
        "name\rAnn\rBob",  # an old Macintosh one
        "\ufeffname\nAnn\nBob\n",  # a mark of the encoding in front
        "sep=;\nname;no\nAnn;\nBob;\n",  # what spreadsheets write for themselves
        "NAME \n  Ann \n Bob\n",
        'name\n"Ann"\n"Bob"\n',
        "Ann\nBob\n",  # no heading: a list of names
        "名前\nAnn\nBob\n",
    ],
)
def test_same_two_names_are_read_from_every_form(text):
    assert names(text) == ["Ann", "Bob"]


def test_columns_may_come_in_any_order_and_unknown_ones_are_left_out():
    line = read("No.,Shoes,Public,Kana,Name\n7,39,initials,アン,Ann Lee\n")[0]

    assert line == PlayerLine(
        line=2, name="Ann Lee", sort_name="アン", member_number="7", public_name="initials"
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("first name,last name\nAnn,Lee\n", "Ann Lee"),
        ("Surname;Forename\nLee;Ann\n", "Ann Lee"),
        ("姓,名\n山田,太郎\n", "山田 太郎"),
        ("氏名\n山田　太郎\n", "山田 太郎"),  # a wide space
    ],
)
def test_name_is_put_together_as_people_say_it(text, name):
    assert names(text) == [name]


def test_line_is_counted_as_an_editor_counts():
    text = 'name,no\n\n"Ann\nLee",1\n\nBob,2\n'

    assert [(line.line, line.name) for line in read(text)] == [(3, "Ann Lee"), (6, "Bob")]


def test_cell_in_quotes_may_hold_the_separator():
    assert names('name,no\n"Lee, Ann",1\n') == ["Lee, Ann"]


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        (",12,,", "The name is missing"),
        ("???,12,,", "“???” is not a name: it has no letters"),
        ("Ann,12,ann@@example,", "“ann@@example” is not an e-mail address"),
        (f"{'A' * 121},,,", "A name can have 120 characters at most"),
        (f"Ann,{'1' * 21},,", "A member number can have 20 characters at most"),
        ("Ann,,,nickname", "“nickname” is not something the public can see"),
        ("Ann,,,,extra", "There are 5 cells where the first line names 4 columns"),
        ("A\x07nn,,,", "a character that cannot be shown"),
        ("A\ufffdn,,,", "a garbled character"),
    ],
)
def test_bad_line_says_what_is_wrong_and_the_others_stay_good(cells, problem):
    lines = read(f"name,number,email,public\nGood One,,,\n{cells}\nGood Two,,,full\n")

    assert [(line.line, bool(line.problem)) for line in lines] == [
        (2, False),
        (3, True),
        (4, False),
    ]
    assert problem in lines[1].problem


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The list is empty; paste it or choose a file."),
        (" \n\t\n", "The list is empty; paste it or choose a file."),
        ("name,no\n", "There are no players below the line that names the columns"),
        ("Ann Lee,12\nBob Ray,13\n", "The first line must name the columns"),
        ("no,email\n1,a@example.org\n", "No column is called “name”"),
        ("name,player\nAnn,Ann\n", "Two columns are the same"),
        ("name\n" + "Ann\n" * 50_002, "The list has 50003 lines; import 50000 at a time"),
        ('name\n"' + "A" * 200_000, "Line 2 cannot be read"),
    ],
)
def test_list_that_makes_no_sense_is_refused_as_a_whole(text, sentence):
    with pytest.raises(ListUnreadable, match=sentence):
        read(text)

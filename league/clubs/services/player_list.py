"""A list of players as text: from a spreadsheet, a mail or a membership program.

Reading it stores nothing: each line is understood, or says what is wrong with it.
"""

import csv
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from typing import TypeAlias

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from league.clubs.models import LONGEST_TOLD_APART, PublicName
from league.clubs.services.players import (
    LONGEST_NAME,
    LONGEST_NUMBER,
    called,
    problem_of_phone,
    tidy_word,
)
from league.foundation.names import clean_name, has_control
from league.foundation.refusal import Refused
from league.foundation.spreadsheets import as_written

Rows: TypeAlias = Sequence[tuple[int, list[str]]]

MOST_LINES = 50_000
DELIMITERS = "\t;,"
# what people call the columns, in lower case without spaces, dots and hyphens
HEADERS = {
    "name": "name fullname player playername spieler spielername 名前 氏名 お名前 選手名",
    "first": "firstname givenname forename vorname 名",
    "last": "lastname surname familyname nachname familienname zuname 姓",
    "sort_name": "sortname sortedas sortierung sortiername reading kana furigana "
    "ふりがな フリガナ よみ よみがな",
    "told_apart_by": "toldapartby knownas nickname zusatz rufname spitzname 区別 通称",
    "member_number": "membernumber memberno mitgliedsnummer mitgliedsnr mitgliednr 会員番号 "
    "member number no nr nummer 番号",
    "email": "email mail emailaddress emailadresse mailadresse メール メールアドレス",
    "phone": "phone telephone tel mobile cell telefon telefonnummer handy mobil rufnummer 電話 "
    "電話番号 携帯",
    "public_name": "publicname public thepublicsees öffentlich anzeigename 公開 公開名",
}
# where no other column is called the member number, these are it
ANY_NUMBER = ["number", "no", "nr", "nummer", "番号"]
COLUMN_OF = {header: column for column, headers in HEADERS.items() for header in headers.split()}
# what a spreadsheet makes of dates and truths, in a column of numbers
NO_NUMBER = re.compile(
    r"\d{4}-\d\d-\d\d( \d\d:\d\d)?|\d\d:\d\d:\d\d|yes|no|true|false|wahr|falsch", re.IGNORECASE
)
SCIENTIFIC = re.compile(r"\d[.,]\d+E\+?\d+", re.IGNORECASE)
INITIALS = (
    "initials",
    "initialsonly",
    "initialen",
    "nurinitialen",
    "nurdieanfangsbuchstaben",
    "イニシャル",
    "イニシャルのみ",
)
FULL = (
    "",
    "full",
    "fullname",
    "thefullname",
    "ganz",
    "ganzername",
    "dervollename",
    "vollername",
    "フルネーム",
    "氏名",
)


class ListUnreadable(Refused):
    """The text as a whole is not a list of players."""

    code = "list_unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """One line as it was read; `line` counts from 1 as an editor does. Empty means not given."""

    line: int
    name: str = ""
    sort_name: str = ""
    family_name: str = ""
    told_apart_by: str = ""
    member_number: str = ""
    email: str = ""
    phone: str = ""
    public_name: str = ""
    problem: str = ""


def read_players_csv(text: str) -> list[PlayerLine]:
    """Return the lines that are not empty. Raises ListUnreadable.

    The first line names the columns, in any order; a list of names alone needs none. Columns we
    do not know are left out.
    """
    rows: Rows = [(number, cells) for number, cells in _rows(text) if any(cells)]
    if not rows:
        raise ListUnreadable(_("The list is empty; paste it or choose a file."))
    if len(rows) > MOST_LINES + 1:
        raise ListUnreadable(
            _("The list has %(lines)d lines; import %(most)d at a time.")
            % {"lines": len(rows), "most": MOST_LINES}
        )
    columns, rows = _columns(rows)
    return [player_line(number, columns, cells) for number, cells in rows]


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    delimiter = _delimiter(text)
    skipped = 0
    if text[:4].lower() == "sep=":  # spreadsheets write `sep=;` for themselves, before the heading
        text, skipped = text.partition("\n")[2], 1
    reader = csv.reader(StringIO(text), delimiter=delimiter, skipinitialspace=True)
    before = 0
    try:
        for cells in reader:
            # a cell in quotes may go over several lines: the first one names it
            yield skipped + before + 1, [as_written(" ".join(cell.split())) for cell in cells]
            before = reader.line_num
    except csv.Error:
        raise ListUnreadable(
            _(
                "Line %(line)d cannot be read: a cell there is too long or a quotation mark "
                "is missing."
            )
            % {"line": skipped + before + 1}
        ) from None


def _delimiter(text: str) -> str:
    """Return what stands between the columns, judged by the first line that is not empty."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    if first[:4].lower() == "sep=" and first[4:5] in DELIMITERS:
        return first[4:5]
    return max(DELIMITERS, key=lambda mark: len(first.split(mark)))


def _columns(
    rows: Rows,
) -> tuple[list[str | None], Rows]:
    """Return what each column holds, and the rows below the heading."""
    columns = named_columns(rows[0][1])
    named = [column for column in columns if column]
    if not named:
        if all(len([cell for cell in cells if cell]) <= 1 for _line, cells in rows):
            return ["name"], [(number, [c for c in cells if c]) for number, cells in rows]
        raise ListUnreadable(
            _(
                "The first line must name the columns: name, sort name, member number, e-mail, "
                "public name. Only the name is needed."
            )
        )
    if not {"name", "first", "last"} & set(named):
        raise ListUnreadable(_("No column is called “name”; name the columns in the first line."))
    if twice := sorted({column for column in named if named.count(column) > 1}):
        raise ListUnreadable(
            _("Two columns are the same (%(column)s); remove one of them.") % {"column": twice[0]}
        )
    if len(rows) == 1:
        raise ListUnreadable(_("There are no players below the line that names the columns."))
    return columns, rows[1:]


def named_columns(headings: Sequence[str]) -> list[str | None]:
    """Return what each column holds; two with the same heading hold the same.

    Of a “number” beside a “member number” it is not said that it is one, too.
    """
    plain = [_plain(heading) for heading in headings]
    columns = [COLUMN_OF.get(word) for word in plain]
    sure = {column for word, column in zip(plain, columns, strict=True) if word not in ANY_NUMBER}
    return [
        None if word in ANY_NUMBER and column in sure else column
        for word, column in zip(plain, columns, strict=True)
    ]


def _plain(cell: str) -> str:
    letters = unicodedata.normalize("NFKC", cell).casefold()
    return "".join(letter for letter in letters if letter not in " .-_:#*()")


def player_line(number: int, columns: Sequence[str | None], cells: Sequence[str]) -> PlayerLine:
    """Return what a line says by the columns, which are names in HEADERS or None for none."""
    if len(cells) > len(columns) and any(cells[len(columns) :]):
        problem = _(
            "There are %(cells)d cells where the first line names %(columns)d columns; "
            "put a cell that holds a separator into quotation marks."
        ) % {"cells": len(cells), "columns": len(columns)}
        return PlayerLine(line=number, name=" ".join(cells)[:LONGEST_NAME], problem=problem)
    cells_by_column = {column: cell for column, cell in zip(columns, cells, strict=False) if column}
    if any(map(has_control, cells_by_column.values())):
        problem = _("The line contains a character that cannot be shown; type it again.")
        return PlayerLine(
            line=number, name=clean_name(" ".join(cells))[:LONGEST_NAME], problem=problem
        )
    cells_by_column = {column: clean_name(cell) for column, cell in cells_by_column.items()}
    name = cells_by_column.get("name") or _joined(cells_by_column)
    public_name, known = _public_name(cells_by_column.get("public_name", ""))
    line = PlayerLine(
        line=number,
        name=name[: LONGEST_NAME + 1],
        sort_name=cells_by_column.get("sort_name", "")[: LONGEST_NAME + 1],
        family_name=cells_by_column.get("last", "")[: LONGEST_NAME + 1],
        told_apart_by=tidy_word(cells_by_column.get("told_apart_by", "")),
        member_number=cells_by_column.get("member_number", "")[: LONGEST_NUMBER + 1],
        email=cells_by_column.get("email", "").lower(),
        phone=cells_by_column.get("phone", ""),
        public_name=public_name,
        problem="" if known else _unknown_public_name(cells_by_column["public_name"]),
    )
    return line if line.problem else _checked(line)


def _joined(cells_by_column: dict[str, str]) -> str:
    """Return first and last name as people of the language say them: Japanese the other way."""
    first, last = cells_by_column.get("first", ""), cells_by_column.get("last", "")
    if last and not last.isascii() and any(ord(letter) >= 0x3040 for letter in last):
        return f"{last} {first}".strip()
    return f"{first} {last}".strip()


def _public_name(cell: str) -> tuple[str, bool]:
    """Return what the public sees, and whether the cell was understood. Empty: not said."""
    if _plain(cell) in INITIALS:
        return PublicName.INITIALS, True
    if _plain(cell) in FULL:
        return PublicName.FULL if cell else "", True
    return "", False


def _unknown_public_name(cell: str) -> str:
    return _("“%(cell)s” is not something the public can see; write full or initials.") % {
        "cell": cell
    }


def _checked(line: PlayerLine) -> PlayerLine:
    problem = _problem(line)
    if not problem:
        return line
    return replace(line, problem=problem)


def _problem(line: PlayerLine) -> str:
    return _problem_of_names(line) or _problem_of_the_rest(line)


def _problem_of_names(line: PlayerLine) -> str:
    if not line.name:
        return _("The name is missing; write one or remove the line.")
    written = line.name + line.sort_name + line.family_name + line.told_apart_by
    if not written.isprintable():
        return _("The name contains a character that cannot be shown; type the name again.")
    if "\ufffd" in written:
        return _("The name contains a garbled character; choose another encoding above.")
    if not any(letter.isalpha() for letter in line.name):
        return _("“%(name)s” is not a name: it has no letters.") % {"name": line.name}
    if len(line.told_apart_by) > LONGEST_TOLD_APART:
        return _("What tells two players apart can have %(most)d characters at most.") % {
            "most": LONGEST_TOLD_APART
        }
    longest = max(line.name, line.sort_name, line.family_name, key=len)
    if len(called(longest, line.told_apart_by)) > LONGEST_NAME:
        return _("A name can have %(most)d characters at most.") % {"most": LONGEST_NAME}
    return ""


def _problem_of_number(number: str) -> str:
    if "\ufffd" in number or SCIENTIFIC.fullmatch(number):
        return _(
            "The member number %(number)s is damaged: a spreadsheet keeps 15 digits of a number. "
            "Format the column as text and write the number again."
        ) % {"number": number}
    if NO_NUMBER.fullmatch(number):
        return _(
            "“%(number)s” is no member number: the spreadsheet has a date there, or true or false. "
            "Format the column as text and write the number again."
        ) % {"number": number}
    if len(number) > LONGEST_NUMBER:
        return _("A member number can have %(most)d characters at most.") % {"most": LONGEST_NUMBER}
    return ""


def _problem_of_the_rest(line: PlayerLine) -> str:
    if line.member_number and (problem := _problem_of_number(line.member_number)):
        return problem
    if line.email:
        try:
            validate_email(line.email)
        except ValidationError:
            return _("“%(email)s” is not an e-mail address; correct it or leave it empty.") % {
                "email": line.email
            }
    return problem_of_phone(line.phone)

"""What can be imported, as a value: the columns it knows, what is asked besides, what it does."""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from django.utils.functional import Promise

from league.clubs.models import Club
from league.clubs.services import Fate
from league.clubs.services.player_list import ANY_NUMBER
from league.foundation.jobs.apart import Progress
from league.foundation.journal.actor import Act
from league.office.imports.choices import Choices
from league.office.imports.reading.delimited import Grid, Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """What a column can hold. `headings` are what people call it, without spaces and signs.

    The field that is `needed` must be among the columns; `instead` are others that will do.
    """

    name: str
    label: "str | Promise"
    headings: str = ""
    needed: bool = False
    instead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """What is asked besides the columns. `input` is the kind of its input at the desk."""

    name: str
    label: "str | Promise"
    input: str  # text, day, season, family, game, entry_kind, numbers, check
    help: "str | Promise" = ""
    default: str = ""
    needed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line by the fields of its columns."""

    line: int
    cells: Mapping[str, str]

    def get(self, name: str) -> str:
        return self.cells.get(name, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What a kind plans from: the rows by fields, the options, and whom names mean."""

    club: Club
    rows: Sequence[Row]
    options: Mapping[str, str] = field(default_factory=dict)
    people: Mapping[str, int] = field(default_factory=dict)
    source: str = ""
    language: str = ""
    is_workbook: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRow:
    """What becomes of a line: its `title`, the rest of what it says, and what happens, in words."""

    line: int
    title: str
    detail: str = ""
    fate: Fate
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A name that several players of the club have; `candidates` are (id, how to tell them)."""

    key: str
    name: str
    candidates: Sequence[tuple[int, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What an import would do, line by line; `also` are sentences on what else it does.

    `counts` are the lines by what happens to them where `rows` are not all of them.
    """

    rows: Sequence[PlannedRow]
    questions: Sequence[Question] = ()
    also: Sequence[str] = ()
    counts: Mapping[str, int] = field(default_factory=dict)

    def count(self, fate: Fate) -> int:
        if self.counts:
            return self.counts.get(fate.value, 0)
        return sum(row.fate == fate for row in self.rows)

    @property
    def total(self) -> int:
        return sum(self.counts.values()) if self.counts else len(self.rows)

    @property
    def is_possible(self) -> bool:
        return bool(self.count(Fate.ADD) or self.count(Fate.CHANGE))


Read: TypeAlias = Callable[[bytes, Choices], Grid]
# nothing is stored; raises Refused where no plan can be made
MakePlan: TypeAlias = Callable[[Material], Plan]
# in one transaction of the caller; returns a sentence on what was done
CarryOut: TypeAlias = Callable[[Material, Progress, Act], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of import. `counts_itself` says that `carry_out` counts the club's limit.

    `permission` is what one needs in the club to see and to carry out an import of this kind.
    """

    name: str
    label: "str | Promise"
    help: "str | Promise"
    fields: tuple[Field, ...]
    read: Read
    plan: MakePlan
    carry_out: CarryOut
    options: tuple[Option, ...] = ()
    counts_itself: bool = False
    permission: str = "clubs.change_people"

    def field_of(self, heading: str) -> str:
        """Return the field that a heading names, or ""."""
        known = {
            word: one.name
            for one in reversed(self.fields)
            for word in (plain(one.name), plain(str(one.label)), *one.headings.split())
        }
        return known.get(plain(heading), "")

    def guessed_columns(self, headings: Sequence[str]) -> dict[int, str]:
        """Return the field of each column by its heading; of two with one heading the first.

        Of a “number” beside a “member number” it is not said that it is one, too.
        """
        names = [self.field_of(heading) for heading in headings]
        sure = {
            name
            for name, heading in zip(names, headings, strict=True)
            if plain(heading) not in ANY_NUMBER
        }
        found: dict[int, str] = {}
        for number, (name, heading) in enumerate(zip(names, headings, strict=True)):
            is_known = name in found.values() or (plain(heading) in ANY_NUMBER and name in sure)
            found[number] = "" if is_known else name
        return found


def plain(text: str) -> str:
    """Return a heading without what people write differently: case, spaces and signs."""
    letters = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in letters if letter not in " .-_:#*()/&+’'")


def rows_by_field(lines: Sequence[Line], columns: Mapping[int, str]) -> list[Row]:
    """Return the lines with their cells by field; columns that are left out are not in them."""
    named = [(number, name) for number, name in columns.items() if name]
    return [
        Row(
            line=line,
            cells={name: cells[number] for number, name in named if number < len(cells)},
        )
        for line, cells in lines
    ]

"""How much of a file is read: what a request reads at once, and the most that a worker reads.

Everything here is counted in one pass over the file, before a reader sees it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from xml.parsers import expat
from zipfile import ZipFile

from django.utils.translation import gettext as _

from league.office.imports.reading.unreadable import FileUnreadable

MB = 1_000_000
IN_A_ROW = 16_384  # columns that a sheet can have
AT_ONCE = 65_536  # bytes


class BoundMet(FileUnreadable):
    """A file has more of something than is read; the sentence says of what, and what to do."""

    code = "file_too_large"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The most of a file that is read. Bytes are those of the file, `letters` those of a line.

    Of a workbook `unpacked` are its bytes, `elements` all of its marks, and `settings` those that
    are no cell, row or text: each of them costs as much as ten of the others.
    """

    bytes: int
    lines: int
    letters: int
    unpacked: int
    elements: int
    settings: int

    def check_text(self, text: str) -> None:
        """Raises BoundMet for a text with too many lines, or with one that is too long."""
        lines = text.splitlines()
        if len(lines) > self.lines + 1:  # the first one has the headings
            raise BoundMet(
                _(
                    "The file has more than %(most)d lines; divide it, and import one part after "
                    "the other."
                )
                % {"most": self.lines}
            )
        if max(map(len, lines), default=0) > self.letters:
            raise BoundMet(
                _(
                    "A line of the file has more than %(most)d letters: it is no list. Save it "
                    "from your spreadsheet as CSV."
                )
                % {"most": self.letters}
            )

    def check_workbook(self, archive: ZipFile) -> None:
        """Raises BoundMet for a workbook that unpacks to too much, before it is unpacked."""
        parts = archive.infolist()
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > self.unpacked:
            raise BoundMet(
                _(
                    "This workbook unpacks to more than %(most)d MB. Save the sheet that you need "
                    "as CSV and upload that."
                )
                % {"most": self.unpacked // MB}
            )
        count = _Count(self)
        for part in parts:
            with archive.open(part) as inside:
                count.add(iter(lambda inside=inside: inside.read(AT_ONCE), b""))  # type: ignore[misc]


MOST_PARTS = 500
READ_AT_ONCE = Bounds(
    bytes=64_000, lines=2_000, letters=1_000, unpacked=1 * MB, elements=20_000, settings=1_500
)
READ_BY_WORKER = Bounds(
    bytes=8 * MB,
    lines=50_000,
    letters=100_000,
    unpacked=30 * MB,
    elements=4_000_000,
    settings=60_000,
)
OF_CELLS = frozenset(("row", "c", "v", "f", "is", "t", "si", "r", "rPh", "phoneticPr"))


class _Count:
    """Counts the elements of all parts of a workbook that are XML; others no reader opens."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.elements = self.settings = self.in_a_row = 0

    def add(self, chunks: Iterator[bytes]) -> None:
        """Count a part. Raises BoundMet, and ValueError where it defines entities.

        What is no XML is no more than its bytes: readers end where this ends.
        """
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._begin
        parser.EntityDeclHandler = _refuse_entity
        try:
            for chunk in chunks:
                parser.Parse(chunk, False)
        except expat.ExpatError:
            return

    def _begin(self, name: str, _attributes: object) -> None:
        self.elements += 1
        name = name.rpartition(":")[2]
        if name == "row":
            self.in_a_row = 0
        elif name == "c":
            self.in_a_row += 1
        elif name not in OF_CELLS:
            self.settings += 1
        if self.in_a_row > IN_A_ROW:
            raise BoundMet(
                _(
                    "A row of this workbook has more than %(most)d cells. Save the sheet that you "
                    "need as CSV and upload that."
                )
                % {"most": IN_A_ROW}
            )
        if self.elements > self.bounds.elements or self.settings > self.bounds.settings:
            raise _too_many(self.bounds)


def _refuse_entity(*_declared: object) -> None:
    raise ValueError("a part of a workbook defines an entity")


def _too_many(bounds: Bounds) -> BoundMet:
    return BoundMet(
        _(
            "This workbook has more than %(cells)d cells or more formats than are read. Save the "
            "sheet that you need as CSV and upload that."
        )
        % {"cells": bounds.elements // 2}
    )

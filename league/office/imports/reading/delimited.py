"""Texts whose columns are parted by a comma, a semicolon, a tab or a bar."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import TypeAlias

from charset_normalizer import from_bytes
from django.utils.translation import gettext as _

from league.foundation.spreadsheets import as_written
from league.office.imports.reading.unreadable import FileUnreadable

# --- A file as rows of cells, and how it was read ---

# the number of the line as an editor or a spreadsheet counts, from 1, and its cells as texts
Line: TypeAlias = tuple[int, list[str]]

MOST_LINES = 50_000
MOST_COLUMNS = 60
LONGEST_CELL = 500
MOST_LOOKED_AT = 600  # letters of a cell, blanks among them


@dataclass(frozen=True, slots=True)
class Lost:
    """A line in which characters could not be read; they are shown as �."""

    line: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The lines of a file that are not empty. `suggested` are options that the file itself names.

    `encoding` and `delimiter` are empty for a file that has none; `sheets` are those of a workbook.
    """

    lines: Sequence[Line]
    encoding: str = ""
    delimiter: str = ""
    sheet: str = ""
    sheets: Sequence[str] = ()
    lost: Sequence[Lost] = ()
    suggested: dict[str, str] = field(default_factory=dict)

    @property
    def width(self) -> int:
        return max((len(cells) for _number, cells in self.lines), default=0)


def tidy_cells(cells: Sequence[object]) -> list[str]:
    """Return the cells as texts without what surrounds them; those behind the last are left out."""
    shown = [_tidied(str(cell)) if cell else "" for cell in cells[:MOST_COLUMNS]]
    while shown and not shown[-1]:
        shown.pop()
    return shown


def _tidied(text: str) -> str:
    # many cells may refer to one long text: it is cut first
    text = " ".join(text[:MOST_LOOKED_AT].replace("\x00", "").split())
    return as_written(text[:LONGEST_CELL])


DELIMITERS = "\t;,|"
LOOKED_AT = 20_000  # characters, to find what parts the columns
FIRST_LINES = 20
QUOTED = re.compile(r'"[^"]*"')


def delimiter_of(text: str) -> str:
    """Return what stands between the columns, judged by the first line that is not empty.

    Where nothing stands there the line may be a title: then by most of the lines below.
    """
    lines = [line for line in text[:LOOKED_AT].splitlines() if line.strip()][:FIRST_LINES]
    first = lines[0] if lines else ""
    if first[:4].lower() == "sep=" and first[4:5] in DELIMITERS:
        return first[4:5]
    if any(mark in first for mark in DELIMITERS):
        return max(DELIMITERS, key=lambda mark: len(first.split(mark)))
    return max(DELIMITERS, key=lambda mark: _parted_alike(lines[1:], mark))


def _parted_alike(lines: Sequence[str], delimiter: str) -> tuple[int, int]:
    """Return how many lines have the usual number of columns, and which; (0, 0) if few have any.

    In a name the given name stands behind a comma and a space.
    """
    plain = [QUOTED.sub("", line).replace(", ", "") for line in lines]
    widths = Counter(len(line.split(delimiter)) for line in plain)
    count, width = max(
        ((count, width) for width, count in widths.items() if width > 1), default=(0, 0)
    )
    return (count, width) if 2 * count > len(lines) else (0, 0)


def lines_of(text: str, delimiter: str) -> list[Line]:
    """Return the lines that are not empty. Raises FileUnreadable."""
    found: list[Line] = []
    for number, cells in _lines(text, delimiter):
        if cells:
            found.append((number, cells))
        if len(found) > MOST_LINES + 1:
            raise too_long()
    return found


def too_long() -> FileUnreadable:
    return FileUnreadable(
        _("The file has more than %(most)d lines; divide it, and import one part after the other.")
        % {"most": MOST_LINES}
    )


def _lines(text: str, delimiter: str) -> Iterator[Line]:
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    skipped = 0
    if text[:4].lower() == "sep=":  # spreadsheets write `sep=;` for themselves, before the heading
        text, skipped = text.partition("\n")[2], 1
    reader = csv.reader(StringIO(text), delimiter=delimiter, skipinitialspace=True)
    before = 0
    try:
        for cells in reader:
            # a cell in quotes may go over several lines: the first one names it
            yield skipped + before + 1, tidy_cells(cells)
            before = reader.line_num
    except csv.Error:
        raise FileUnreadable(
            _(
                "Line %(line)d cannot be read: a cell there is too long or a quotation mark "
                "is missing."
            )
            % {"line": skipped + before + 1}
        ) from None


# --- Which letters the bytes of a text mean: guessed, or chosen, with what is lost by it ---

# what a user can choose; the labels are names that are the same in every language, or translated
ENCODINGS = ("utf-8", "cp1252", "cp1250", "cp932", "euc_jp", "iso2022_jp", "utf-16")
# Japanese ones that differ from the others by their bytes alone
JAPANESE_BY_BYTES = ("euc_jp", "iso2022_jp")
MOST_LOST = 20
LOST = "\ufffd"
SAMPLE = 60  # characters of a line with something lost
GUESSED_FROM = 100_000  # bytes
# what cp932 makes of bytes that mean nothing there
NO_SIGNS = dict.fromkeys([0x80, 0xF8F0, 0xF8F1, 0xF8F2, 0xF8F3], LOST)
JAPANESE = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
# one such sign alone between Latin letters is more likely an accented letter of a Western file
LONELY = re.compile(r"(?<=[A-Za-z])[\u4e00-\u9fff\uff61-\uff9f](?=[A-Za-z\s,;\t]|$)", re.MULTILINE)


class NotText(ValueError):
    """The bytes are no text in the encoding asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    text: str
    encoding: str
    lost: tuple[Lost, ...] = ()


def decoded(content: bytes, encoding: str = "") -> Decoded:
    """Return the text of a file in the encoding, or in the likeliest one.

    What cannot be read becomes �, and is named. Raises NotText for what is no text.
    """
    chosen = encoding or guessed(content)
    if chosen != "utf-16" and b"\x00" in content:
        raise NotText
    name = "utf-8-sig" if chosen == "utf-8" else chosen
    text = content.decode(name, errors="replace")
    if chosen == "cp932":
        text = text.translate(NO_SIGNS)
    return Decoded(text=text, encoding=chosen, lost=_lost(text))


def guessed(content: bytes) -> str:
    """Return the likeliest encoding of a text; a few bytes may be wrong. Raises NotText."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if b"\x00" in content:
        raise NotText
    if content.startswith(b"\xef\xbb\xbf") or _is_utf8(content):
        return "iso2022_jp" if b"\x1b$" in content else "utf-8"
    likeliest = from_bytes(
        content[:GUESSED_FROM], cp_isolation=["cp932", "cp1252", *JAPANESE_BY_BYTES]
    ).best()
    if likeliest is not None and likeliest.encoding in JAPANESE_BY_BYTES:
        return likeliest.encoding
    return "cp932" if _is_japanese(content) else "cp1252"


def _is_utf8(content: bytes) -> bool:
    """Say whether most that is not ASCII is UTF-8, which hardly any other text is by chance."""
    text = content.decode("utf-8", errors="replace")
    lost = text.count(LOST)
    letters = len(text) - len(text.encode("ascii", errors="ignore")) - lost
    return letters >= 2 * lost or letters >= lost == 1


def _is_japanese(content: bytes) -> bool:
    """Decide between Japanese and Western: both give some text for most bytes."""
    text = content.decode("cp932", errors="replace").translate(NO_SIGNS)
    signs = len(JAPANESE.findall(text))
    return len(LONELY.findall(text)) * 2 < signs > 4 * text.count(LOST)


def _lost(text: str) -> tuple[Lost, ...]:
    if LOST not in text:
        return ()
    lines = [
        Lost(number, line[:SAMPLE])
        for number, line in enumerate(text.splitlines(), start=1)
        if LOST in line
    ]
    return tuple(lines[:MOST_LOST])

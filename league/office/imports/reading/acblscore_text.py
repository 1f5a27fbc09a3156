"""Reports of ACBLscore and programs like it, as text: a line a pair, with percentage and names.

A line of a pair has its number, a percentage, a score, ranks and master points in columns that
change from report to report, and the names at its end, parted by a hyphen. The places are those of
the percentages over all sections, because a report need not name an overall rank.
"""

import re
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.office.imports.choices import Choices
from league.office.imports.reading.delimited import MOST_LINES, Grid, Line
from league.office.imports.reading.spreadsheet import text_of_file
from league.office.imports.reading.unreadable import FileUnreadable

PAIR = re.compile(
    r"^\s{0,20}(?:[A-Z]{1,2}\s{0,3})?(?P<number>\d{1,4})\s+(?P<percent>\d{1,3}\.\d{1,2})%?\s+"
    r"(?P<score>\d{1,5}(?:\.\d{1,2})?)\s(?P<rest>.*)$"
)
# the names end the line; before them stand figures, ranks of sections and letters of strata
FIGURES = re.compile(r".*\d|[\W_]+")
BETWEEN_NAMES = re.compile(r"\s[-–/&]\s.")
DAY = re.compile(
    r"(?P<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s+"
    r"(?P<day>\d{1,2}),?\s+(?P<year>\d{4})",
    re.IGNORECASE,
)
HEADINGS = ["Place", "Name", "Score", "Percent"]
STRATA = re.compile(r"^(?:\(?[A-Z]\)?\s+)+(?=\S)")
LONGEST_LINE = 300


class Pair(NamedTuple):
    line: int
    percent: float
    score: str
    names: str


def read_acblscore(content: bytes, choices: Choices) -> Grid:
    """Return places, names and scores of a report. Raises FileUnreadable."""
    text = text_of_file(content, choices)
    lines = text.text.splitlines()
    pairs = [pair for number, line in enumerate(lines, start=1) if (pair := _pair(number, line))]
    if not pairs:
        raise FileUnreadable(
            _(
                "No line of this text is one of a pair with its percentage, score and names. "
                "Choose the report with the results, or import it as a spreadsheet."
            )
        )
    head: Line = (max(pairs[0].line - 1, 1), list(HEADINGS))
    return Grid(
        lines=[head, *_ranked(pairs[:MOST_LINES])],
        encoding=text.encoding,
        lost=text.lost,
        suggested=_suggested(lines),
    )


def _pair(number: int, line: str) -> Pair | None:
    found = PAIR.match(line[:LONGEST_LINE])
    names = _names(found["rest"]) if found else ""
    if found is None or not names:
        return None
    # what stands in brackets before the names says for which stratum master points were won
    called = STRATA.sub("", " ".join(names.rpartition(")")[2].split()))
    return Pair(number, float(found["percent"]), found["score"], called)


def _names(rest: str) -> str:
    """Return what stands behind the last figure from the first letter on, if it is two names."""
    while figures := FIGURES.match(rest):
        rest = rest[figures.end() :]
    return rest if BETWEEN_NAMES.search(rest, 1) else ""


def _ranked(pairs: list[Pair]) -> list[Line]:
    ordered = sorted(pairs, key=lambda pair: (-pair.percent, pair.line))
    percents = [pair.percent for pair in ordered]
    first = {percent: place for place, percent in reversed(list(enumerate(percents, start=1)))}
    return [
        (pair.line, [str(first[pair.percent]), pair.names, pair.score, f"{pair.percent:.2f}"])
        for pair in ordered
    ]


def _suggested(lines: list[str]) -> dict[str, str]:
    """Return the name and the day of the event where the first lines say them."""
    found: dict[str, str] = {}
    head = [" ".join(line[:LONGEST_LINE].split()) for line in lines[:10] if line.strip()]
    if head:
        name = DAY.split(head[0])[0].strip(" -,")
        found["event"] = (name or head[0])[:120]
    for line in head:
        if day := DAY.search(line):
            text = f"{day['month'][:3].title()} {day['day']} {day['year']}"
            try:
                found["day"] = datetime.strptime(text, "%b %d %Y").date().isoformat()  # noqa: DTZ007
            except ValueError:
                continue
            break
    return found

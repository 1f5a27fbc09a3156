"""The table of docs/performance.md with what was measured: each line has its day and its cores."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from deploy.bench.lines import HEAD, Line

HEADING = "\n## Measured\n"
COLUMNS = (*HEAD[:-1], "met", "part", "day", "cores")
MET, PART = COLUMNS.index("met"), COLUMNS.index("part")
BETWEEN_CELLS = re.compile(r"(?<!\\)\|")
MISSED_FIRST = {"MISSED": 0, "met": 2}  # between them what could not be measured

Row = tuple[str, ...]


def by_urgency(lines: Iterable[Line]) -> list[Line]:
    """Return the lines in the order in which they are shown: missed goals first."""
    return sorted(lines, key=lambda line: _urgency(line.cells()))


def with_measured(text: str, fresh: Mapping[str, Sequence[Line]], *, on: date, cores: int) -> str:
    """Return the text of the docs with the lines of the parts that were measured.

    Lines of parts that are not among them stay as they are, with the day they were measured on.
    Raises ValueError when the text has no place for them.
    """
    before, heading, measured = text.partition(HEADING)
    if not heading:
        raise ValueError(f"there is no heading {HEADING.strip()!r}")
    kept = [row for row in _rows(measured) if row[PART] not in fresh]
    new = [
        (*line.cells(), part, on.isoformat(), str(cores))
        for part, lines in fresh.items()
        for line in lines
    ]
    # by the name of the part, so that the order does not tell in which runs they were measured
    rows = sorted(sorted([*kept, *new], key=lambda row: row[PART]), key=_urgency)
    table = "\n".join(map(_markdown, [COLUMNS, ("---",) * len(COLUMNS), *rows]))
    return f"{before}{heading}\n{table}\n"


def _urgency(row: Row) -> tuple[int, int]:
    goal = row[0]
    return (MISSED_FIRST.get(row[MET], 1), int(goal[1:])) if goal else (3, 0)


def _markdown(row: Row) -> str:
    cells = [cell.replace("|", "\\|") for cell in row]
    return "| " + " | ".join(cells) + " |"


def _rows(text: str) -> Iterator[Row]:
    for line in text.splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in BETWEEN_CELLS.split(line)[1:-1]]
        if len(cells) == len(COLUMNS) and cells[PART] not in ("part", "---"):
            yield tuple(cells)

"""The table of docs/performance.md: each goal, what is wanted of it, and what was measured last."""

from collections.abc import Iterator, Mapping, Sequence

from deploy.workshop.bench.goals import GOALS
from deploy.workshop.bench.lines import MET, Line, as_markdown, in_a_sentence

HEADING = "\n## Goals, and the latest figures\n"
HEAD = ("goal", "wanted", "measured")


def with_latest(text: str, lines: Sequence[Line], circumstances: str) -> str:
    """Return the text of the docs with these lines in place of those before.

    Raises ValueError when the text has no place for them.
    """
    before, heading, _measured = text.partition(HEADING)
    if not heading:
        raise ValueError(f"there is no heading {HEADING.strip()!r}")
    said = f"Measured on {circumstances}: {in_a_sentence(lines)}."
    table = as_markdown([HEAD, *_rows({line.goal: line for line in lines})])
    return f"{before}{heading}\n{said}\n\n{table}\n"


def _rows(measured: Mapping[str, Line]) -> Iterator[tuple[str, str, str]]:
    for name, goal in GOALS.items():
        found = "not measured"
        if line := measured.get(name):
            *_goal, figures, verdict = line.cells()
            found = figures if verdict == MET else f"{figures} {verdict}".strip()
        yield f"{name}: {goal.what}", goal.wanted, found

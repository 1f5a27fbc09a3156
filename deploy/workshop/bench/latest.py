"""The latest table of docs/performance.md, which a release names in the CHANGELOG."""

from collections.abc import Sequence

from deploy.workshop.bench.lines import HEAD, Line, as_markdown, in_a_sentence, notes

HEADING = "\n## The latest table\n"


def with_latest(text: str, lines: Sequence[Line], circumstances: str) -> str:
    """Return the text of the docs with these lines in place of those before.

    Raises ValueError when the text has no place for them.
    """
    before, heading, _measured = text.partition(HEADING)
    if not heading:
        raise ValueError(f"there is no heading {HEADING.strip()!r}")
    table = as_markdown([HEAD, *(line.cells() for line in lines)])
    below = "\n".join(f"- {note}" for note in notes(lines))
    said = f"Measured on {circumstances}: {in_a_sentence(lines)}."
    return f"{before}{heading}\n{said}\n\n{table}\n\n{below}\n"

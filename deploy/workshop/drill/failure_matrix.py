"""The drill's table as text: a line a fault."""

from collections.abc import Mapping, Sequence

from deploy.workshop.drill.fault_row import FaultRow

HEADINGS = (
    "fault",
    "acknowledged",
    "lost",
    "doubled",
    "standings equal a rebuild",
    "fault lasted",
    "whole again after",
    "standings moved after, longest wait",
    "answers to readers",
    "answers past the proxy",
    "longest gap of pages",
    "streams begun, longest silence",
    "what phones met",
)


def as_table(rows: Sequence[FaultRow]) -> str:
    """Return the rows as a table in Markdown, columns padded so that it reads well as text too."""
    lines = [HEADINGS, *(cells_of(row) for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(HEADINGS))]
    drawn = [
        " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    ]
    drawn.insert(1, " | ".join("-" * width for width in widths))
    return "".join(f"| {line} |\n" for line in drawn)


def cells_of(row: FaultRow) -> tuple[str, ...]:
    report = row.report
    return (
        row.fault,
        str(report.acknowledged),
        str(len(report.lost)),
        str(report.doubled),
        "yes" if report.standings_are_equal else "NO",
        f"{row.lasted_s:.1f} s",
        seconds(row.whole_after_s),
        f"{seconds(row.moved_after_s)}, {seconds(row.longest_wait_s)}",
        counts(row.statuses),
        counts(row.past_proxy),
        f"{row.longest_gap_s:.1f} s",
        f"{row.stream_starts}, {row.stream_gap_s:.1f} s",
        counts(row.trouble) or "nothing",
    )


def seconds(known: float | None) -> str:
    return "never" if known is None else f"{known:.1f} s"


def counts(counted: Mapping[str, int]) -> str:
    """Return `200: 41, 502: 3`: what came most often first."""
    by_number = sorted(counted.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{name}: {number}" for name, number in by_number)

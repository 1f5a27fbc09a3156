"""A bar chart of bids by level, made and failed, as numbers for a template that writes the SVG."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

MOST_BARS = 12
# lengths in units of the drawing, from its top left corner
WIDTH, HEIGHT = 300, 180
TOP, BOTTOM, SIDE = 22, 24, 4
SHARE = 0.74  # of the room for a bar that the bar fills
ROUND_STEPS = (1, 2, 5)  # times a power of ten: how many levels a bar may stand for


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """Bids from `low` to `high`: `made` below, `failed` on top of it."""

    low: int
    high: int
    made: int
    failed: int
    x: float
    width: float
    made_y: float
    made_height: float
    failed_y: float
    failed_height: float

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)

    @property
    def label(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"

    @property
    def total(self) -> int:
        return self.made + self.failed


@dataclass(frozen=True, slots=True, kw_only=True)
class BidBars:
    """The chart: its bars from the lowest bid on, and how many bids were made and failed."""

    bars: Sequence[Bar]
    made: int
    failed: int
    width: int = WIDTH
    height: int = HEIGHT
    foot: int = HEIGHT - BOTTOM

    @property
    def total(self) -> int:
        return self.made + self.failed


def bid_bars(levels: Mapping[int, tuple[int, int]]) -> BidBars | None:
    """Return the bars of (made, failed) by level of the bid; None where there was no bid.

    Many levels are put together into bars of the same width, so that there are at most twelve.
    """
    played = {level: counts for level, counts in levels.items() if sum(counts)}
    if not played:
        return None
    bins = _bins(played)
    most = max(made + failed for _low, _high, made, failed in bins)
    room = (WIDTH - 2 * SIDE) / max(len(bins), 4)
    first = (WIDTH - room * len(bins)) / 2
    unit = (HEIGHT - TOP - BOTTOM) / most
    foot = HEIGHT - BOTTOM
    bars = [
        Bar(
            low=low,
            high=high,
            made=made,
            failed=failed,
            x=round(first + room * number + room * (1 - SHARE) / 2, 1),
            width=round(room * SHARE, 1),
            made_y=round(foot - made * unit, 1),
            made_height=round(made * unit, 1),
            failed_y=round(foot - (made + failed) * unit, 1),
            failed_height=round(failed * unit, 1),
        )
        for number, (low, high, made, failed) in enumerate(bins)
    ]
    return BidBars(
        bars=bars, made=sum(bar.made for bar in bars), failed=sum(bar.failed for bar in bars)
    )


def _bins(levels: Mapping[int, tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """Return (low, high, made, failed) from the lowest bid to the highest."""
    if len(levels) <= MOST_BARS:
        return [(level, level, *levels[level]) for level in sorted(levels)]
    low, high = min(levels), max(levels)
    step = _step(ceil((high - low + 1) / (MOST_BARS - 1)))
    start = low - low % step
    bins = []
    for begin in range(start, high + 1, step):
        within = [counts for level, counts in levels.items() if begin <= level < begin + step]
        made, failed = (sum(counts[part] for counts in within) for part in (0, 1))
        bins.append((begin, begin + step - 1, made, failed))
    return bins


def _step(least: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50 ... that is not below `least`."""
    scale = 1
    while True:
        for step in ROUND_STEPS:
            if step * scale >= least:
                return step * scale
        scale *= 10

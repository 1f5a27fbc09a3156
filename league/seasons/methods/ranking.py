"""Who is ahead: by the total, then by each tie-break among those it left level."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from league.doors.reading import Number
from league.seasons.methods.counting import Sheet
from league.seasons.methods.tiebreaks import TIEBREAKS, TOTAL, Values


class Gap(NamedTuple):
    """What tells a competitor from its next neighbour: the criterion and both numbers.

    `nth` counts the numbers that a criterion compares one after the other, from 1.
    """

    key: str
    criterion: str
    own: Number
    other: Number
    nth: int = 1


class Ranked(NamedTuple):
    """A place: `level_with` share it; `above` and `below` are next to them."""

    sheet: Sheet
    rank: int
    level_with: tuple[str, ...]
    above: Gap | None
    below: Gap | None


class Block(NamedTuple):
    """Those whom nothing tells apart, and what put the block before ahead of them."""

    sheets: list[Sheet]
    lead: tuple[str, Values, Values] | None


def ranked(sheets: Sequence[Sheet], tiebreaks: Sequence[str]) -> list[Ranked]:
    """Return the places, best first; within a rank by key."""
    if not sheets:
        return []
    blocks = _split([Block(list(sheets), None)], TOTAL, _totals)
    for name in tiebreaks:
        blocks = _split(blocks, name, TIEBREAKS[name].values)
    places: list[Ranked] = []
    for number, block in enumerate(blocks):
        rank = len(places) + 1
        before = blocks[number - 1].sheets[0].key if number else ""
        after = blocks[number + 1] if number + 1 < len(blocks) else None
        for sheet in block.sheets:
            others = tuple(one.key for one in block.sheets if one.key != sheet.key)
            above = _gap(before, block.lead, ahead=False) if block.lead else None
            below = _gap(after.sheets[0].key, after.lead, ahead=True) if after else None
            places.append(Ranked(sheet, rank, others, above, below))
    return places


def _totals(group: Sequence[Sheet]) -> list[Values]:
    return [(sheet.total,) for sheet in group]


def _split(
    blocks: Sequence[Block], name: str, values_of: Callable[[Sequence[Sheet]], list[Values]]
) -> list[Block]:
    """Return the blocks, those of several cut where the values differ; higher is better."""
    found: list[Block] = []
    for block in blocks:
        if len(block.sheets) == 1:
            found.append(block)
            continue
        values = values_of(block.sheets)
        by_key = dict(zip((sheet.key for sheet in block.sheets), values, strict=True))
        lead, last = block.lead, None
        for value in sorted(set(values), reverse=True):
            sheets = [sheet for sheet in block.sheets if by_key[sheet.key] == value]
            found.append(Block(sheets, lead if last is None else (name, last, value)))
            last = value
    return found


def _gap(key: str, lead: tuple[str, Values, Values] | None, *, ahead: bool) -> Gap | None:
    if lead is None:
        return None
    name, upper, lower = lead
    nth, more, less = next(
        (n, *pair)
        for n, pair in enumerate(zip(upper, lower, strict=True), start=1)
        if pair[0] != pair[1]
    )
    return Gap(key, name, *((more, less) if ahead else (less, more)), nth)

"""Play-offs of entries that are level, each looked at by those still level after the last."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from league.rounds.drawing.reading import Number

PlayOff = Mapping[int, Number]


class Block(NamedTuple):
    """Entries still level, what they made in each play-off that counted, and the lead over them."""

    entries: list[int]
    points: tuple[Number, ...]
    lead: tuple[Number, Number] | None


def split_by_play_offs(play_offs: Sequence[PlayOff], group: Sequence[int]) -> list[Block]:
    """Return the group in blocks, best first, by the play-offs that all who are level were in.

    A play-off is the points of its entries. The first that separates them decides, and those
    still level are looked at by the ones after it.
    """
    blocks = [Block(list(group), (), None)]
    for play_off in play_offs:
        finer: list[Block] = []
        for block in blocks:
            if len(block.entries) > 1 and play_off.keys() >= set(block.entries):
                finer += _split(play_off, block)
            else:
                finer.append(block)
        blocks = finer
    return blocks


def _split(play_off: PlayOff, block: Block) -> list[Block]:
    ordered = sorted(block.entries, key=play_off.__getitem__, reverse=True)
    blocks: list[Block] = []
    for points, level in groupby(ordered, key=play_off.__getitem__):
        lead = (blocks[-1].points[-1], points) if blocks else block.lead
        blocks.append(Block(list(level), (*block.points, points), lead))
    return blocks

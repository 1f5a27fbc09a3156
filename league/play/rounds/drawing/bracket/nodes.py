"""The matches of a bracket, and where their entries come from."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from games.sentences import Sentence

# the part of the bracket, its round from 1, the match in it from 0
Key: TypeAlias = tuple[str, int, int]
# a match and one of its two sides, 0 or 1
Place: TypeAlias = tuple[Key, int]

MAIN, THIRD, CONSOLATION = "main", "third", "consolation"
LOSERS, GRAND_FINAL = "losers", "grand_final"


@dataclass(frozen=True, slots=True)
class SeedOf:
    """The entry with this number in the field of a part."""

    number: int
    part: str = MAIN


@dataclass(frozen=True, slots=True)
class WinnerOf:
    key: Key


@dataclass(frozen=True, slots=True)
class LoserOf:
    key: Key


Source: TypeAlias = SeedOf | WinnerOf | LoserOf


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One match. It is drawn in round `floor` at the earliest, so that rounds stay together.

    `loser_level` says how far its loser has come, more is better; None where the loser plays on
    for a place. `winner_level` is there where the winner's place is decided too. A node that
    `repeats` another is only played when the other one's second side has won.
    """

    key: Key
    title: Sentence
    sources: tuple[Source, Source]
    floor: int = 0
    loser_level: int | None = None
    winner_level: int | None = None
    repeats: Key | None = None


Title: TypeAlias = Callable[[int, int, int], Sentence]  # round from 1, match from 0, matches in it


def knock_out_nodes(
    part: str, entering: Sequence[tuple[Source, Source]], *, floor: int, title: Title
) -> Iterator[Node]:
    """Yield the matches of a knock-out that begins with these pairs, a power of two of them.

    Losers are out: those of the same round share a level. The winner of the last one has won.
    """
    pairs = list(entering)
    number = 1
    while pairs:
        last = len(pairs) == 1
        for match, sources in enumerate(pairs):
            yield Node(
                key=(part, number, match),
                title=title(number, match, len(pairs)),
                sources=sources,
                floor=floor + number - 1,
                loser_level=10 * number,
                winner_level=10 * number + 10 if last else None,
            )
        pairs = [
            (WinnerOf((part, number, match)), WinnerOf((part, number, match + 1)))
            for match in range(0, len(pairs) - 1, 2)
        ]
        number += 1

"""The bracket of those who lost: it grows by the losers of each round of the main bracket.

Minor rounds (survivors among themselves) alternate with major rounds (survivors against those who
have just lost). Drops are turned and shifted so that two who have met meet again as late as can
be. The orders were found by trying all of them for every size; with them nobody can meet again
before the third of the losers' rounds of 8, the 4th of 16, the 5th of 32, the 7th of 64 and the
8th of 128 (a test enumerates it).
"""

from collections.abc import Iterator, Sequence

from league.rounds.drawing.bracket.nodes import LoserOf, Node, Source, Title, WinnerOf

REVERSE, HALF_SHIFT, REVERSE_HALF_SHIFT, PAIR_FLIP = range(4)
IN_TURN = (REVERSE, HALF_SHIFT, REVERSE_HALF_SHIFT, PAIR_FLIP, PAIR_FLIP)
# how many of the first drops are turned, by the number of the main bracket's rounds
TURNED = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 3, 7: 3, 8: 4, 9: 5, 10: 5}


def drop_order(rounds: int, drop: int, count: int) -> list[int]:
    """Return which loser of main round `drop` + 1 comes to each match of a major round."""
    straight = list(range(count))
    if drop > TURNED[rounds]:
        return straight
    half = count // 2
    match IN_TURN[drop - 1]:
        case 0:
            return straight[::-1]
        case 1:
            return straight[half:] + straight[:half]
        case 2:
            return straight[:half][::-1] + straight[half:][::-1]
        case _:
            return [place ^ 1 for place in straight]


def losers_nodes(
    part: str, *, main: str, rounds: int, feeding: int, title: Title
) -> Iterator[Node]:
    """Yield the matches among the losers of the first `feeding` of the main bracket's `rounds`.

    Levels rise with the round; the winner of the last match is the survivor. With fewer than two
    main rounds there is nothing to play for.
    """
    if rounds < 2:
        return
    first = [
        (LoserOf((main, 1, match)), LoserOf((main, 1, match + 1)))
        for match in range(0, 2 ** (rounds - 1), 2)
    ]
    layers: list[Sequence[tuple[Source, Source]]] = [first]
    for drop in range(1, feeding):
        order = drop_order(rounds, drop, len(layers[-1]))
        layers.append(
            [
                (WinnerOf((part, len(layers), match)), LoserOf((main, drop + 1, dropped)))
                for match, dropped in enumerate(order)
            ]
        )
        if len(layers[-1]) > 1:
            layers.append(_among_survivors(part, layers))
    while len(layers[-1]) > 1:
        layers.append(_among_survivors(part, layers))
    for number, pairs in enumerate(layers, start=1):
        for match, sources in enumerate(pairs):
            yield Node(
                key=(part, number, match),
                title=title(number, match, len(pairs)),
                sources=sources,
                loser_level=10 * number,
            )


def _among_survivors(
    part: str, layers: Sequence[Sequence[tuple[Source, Source]]]
) -> list[tuple[Source, Source]]:
    before = len(layers)
    return [
        (WinnerOf((part, before, match)), WinnerOf((part, before, match + 1)))
        for match in range(0, len(layers[-1]), 2)
    ]

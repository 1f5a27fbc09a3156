"""The brackets as lists of matches, each match after those that its entries come from."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.sentences import Sentence, say
from league.play.rounds.drawing.bracket.replay import (
    CONSOLATION,
    GRAND_FINAL,
    LOSERS,
    MAIN,
    THIRD,
    LoserOf,
    Node,
    SeedOf,
    Source,
    Title,
    WinnerOf,
    knock_out_nodes,
)
from league.play.rounds.drawing.bracket.seeding import bracket_size, seed_places

TOP_LEVEL = 10_000


def rounds_of(count: int) -> int:
    """Return how many rounds a knock-out of so many entries has."""
    return bracket_size(count).bit_length() - 1


def consolation_rounds(count: int, *, wanted: int, third_place: bool) -> int:
    """Return of how many main rounds the losers play on: never the final's, nor for third place."""
    longest = rounds_of(count) - (2 if third_place and count > 2 else 1)
    return max(0, min(wanted, longest))


def seeded_pairs(part: str, count: int) -> list[tuple[Source, Source]]:
    """Return the first meetings of so many seeds; those above the number are byes."""
    places = seed_places(bracket_size(count))
    return [
        (SeedOf(places[at], part), SeedOf(places[at + 1], part))
        for at in range(0, len(places) - 1, 2)
    ]


def knock_out(count: int, *, third_place: bool, feed_in: int) -> list[Node]:
    """Return the matches of a knock-out; the losers of the first `feed_in` rounds play on.

    A consolation with seeds of its own cannot be laid out before its entries are known.
    """
    rounds = rounds_of(count)
    nodes = list(knock_out_nodes(MAIN, seeded_pairs(MAIN, count), floor=1, title=main_title))
    if third_place and rounds >= 2:
        nodes = [
            replace(node, loser_level=None) if node.key[1] == rounds - 1 else node for node in nodes
        ]
        nodes.append(_third_place(rounds))
    if feed_in:
        *fed, last = losers_nodes(
            CONSOLATION, main=MAIN, rounds=rounds, feeding=feed_in, title=consolation_title
        )
        nodes += [*fed, replace(last, winner_level=TOP_LEVEL)]
    return nodes


def _third_place(rounds: int) -> Node:
    return Node(
        key=(THIRD, 1, 0),
        title=third_place_title(),
        sources=(LoserOf((MAIN, rounds - 1, 0)), LoserOf((MAIN, rounds - 1, 1))),
        floor=rounds,
        loser_level=10 * rounds - 8,
        winner_level=10 * rounds - 5,
    )


def consolation(count: int, *, floor: int) -> list[Node]:
    """Return the matches of a consolation with seeds of its own."""
    return list(
        knock_out_nodes(
            CONSOLATION,
            seeded_pairs(CONSOLATION, count),
            floor=floor,
            title=consolation_title,
        )
    )


def double_elimination(count: int, *, reset: bool) -> list[Node]:
    """Return the matches of a double elimination: nobody is out before a second defeat.

    `reset`: when the winner of the losers' bracket wins the grand final, it is played once more.
    """
    rounds = rounds_of(count)
    winners = [
        replace(node, loser_level=None, winner_level=None)
        for node in knock_out_nodes(MAIN, seeded_pairs(MAIN, count), floor=1, title=winners_title)
    ]
    losers = list(
        losers_nodes(LOSERS, main=MAIN, rounds=rounds, feeding=rounds, title=losers_title)
    )
    if losers:
        losers[-1] = replace(losers[-1], title=losers_final())
    survivor: Source = WinnerOf(losers[-1].key) if losers else LoserOf((MAIN, rounds, 0))
    first = Node(
        key=(GRAND_FINAL, 1, 0),
        title=grand_final_title(),
        sources=(WinnerOf((MAIN, rounds, 0)), survivor),
        loser_level=None if reset else TOP_LEVEL,
        winner_level=None if reset else TOP_LEVEL + 10,
    )
    if not reset:
        return [*winners, *losers, first]
    second = Node(
        key=(GRAND_FINAL, 2, 0),
        title=second_final_title(),
        sources=(WinnerOf(first.key), LoserOf(first.key)),
        repeats=first.key,
        loser_level=TOP_LEVEL,
        winner_level=TOP_LEVEL + 10,
    )
    return [*winners, *losers, first, second]


def main_title(number: int, match: int, matches: int) -> Sentence:
    if matches == 1:
        return say("final")
    if matches == 2:
        return say("semi-final %(match)d", match=match + 1)
    if matches == 4:
        return say("quarter-final %(match)d", match=match + 1)
    return say("match %(match)d of the last %(entries)d", match=match + 1, entries=2 * matches)


def consolation_title(number: int, match: int, matches: int) -> Sentence:
    if matches == 1:
        return say("final of the consolation")
    return say(
        "match %(match)d of round %(round)d of the consolation", match=match + 1, round=number
    )


def winners_title(number: int, match: int, matches: int) -> Sentence:
    if matches == 1:
        return say("final of the winners' bracket")
    return say(
        "match %(match)d of round %(round)d of the winners' bracket", match=match + 1, round=number
    )


def losers_title(number: int, match: int, matches: int) -> Sentence:
    return say(
        "match %(match)d of round %(round)d of the losers' bracket", match=match + 1, round=number
    )


def losers_final() -> Sentence:
    return say("final of the losers' bracket")


def third_place_title() -> Sentence:
    return say("match for third place")


def grand_final_title() -> Sentence:
    return say("grand final")


def second_final_title() -> Sentence:
    return say("second grand final")


# The bracket of those who lost: it grows by the losers of each round of the main bracket.
#
# Minor rounds (survivors among themselves) alternate with major rounds (survivors against those who
# have just lost). Drops are turned and shifted so that two who have met meet again as late as can
# be. The orders were found by trying all of them for every size; with them nobody can meet again
# before the third of the losers' rounds of 8, the 4th of 16, the 5th of 32, the 7th of 64 and the
# 8th of 128 (a test enumerates it).

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

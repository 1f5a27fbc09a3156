"""The brackets as lists of matches, each match after those that its entries come from."""

from dataclasses import replace

from games.sentences import Sentence, say
from league.rounds.drawing.bracket.feeding import losers_nodes
from league.rounds.drawing.bracket.nodes import (
    CONSOLATION,
    GRAND_FINAL,
    LOSERS,
    MAIN,
    THIRD,
    LoserOf,
    Node,
    SeedOf,
    Source,
    WinnerOf,
    knock_out_nodes,
)
from league.rounds.drawing.bracket.seeding import bracket_size, seed_places

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

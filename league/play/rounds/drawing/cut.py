"""From a ranking to the best of it, for the next stage; ties for the last place are reported."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import rustworkx

from games.sentences import Sentence, say
from league.play.rounds.drawing.bracket.seeding import bracket_size, seed_places
from league.play.rounds.drawing.cannot_draw import impossible


class Ranked(NamedTuple):
    """An entry and its rank; those that share a rank are level."""

    entry: str
    rank: int


class Cut(NamedTuple):
    """Who goes through, in the order of their seeds, and who is level for the last places.

    `places` of the `level` entries still go through: by a play-off deal or by lot.
    """

    through: tuple[str, ...]
    level: tuple[str, ...]
    places: int
    why: Sentence

    @property
    def is_settled(self) -> bool:
        return not self.level


def cut(ranking: Iterable[Ranked], top: int) -> Cut:
    """Return the first `top` of a ranking. Raises CannotDraw where `top` is less than 1."""
    if top < 1:
        raise impossible(
            "nobody_through",
            say("at least 1 entry must go through to the next stage, not %(top)d", top=top),
            path="top",
        )
    ranked = sorted(ranking, key=lambda row: row.rank)
    if len(ranked) <= top:
        sentence = say("all %(count)d entries go through", count=len(ranked))
        return Cut(tuple(row.entry for row in ranked), (), 0, sentence)
    last = ranked[top - 1].rank
    if ranked[top].rank != last:
        sentence = say("the first %(top)d of %(count)d go through", top=top, count=len(ranked))
        return Cut(tuple(row.entry for row in ranked[:top]), (), 0, sentence)
    through = tuple(row.entry for row in ranked if row.rank < last)
    level = tuple(row.entry for row in ranked if row.rank == last)
    sentence = say(
        "level on rank %(rank)d are %(level)d entries for %(places)d of the %(top)d places: let "
        "them play a deal for it, or draw lots",
        rank=last,
        level=len(level),
        places=top - len(through),
        top=top,
    )
    return Cut(through, level, top - len(through), sentence)


def settled_by_lot(cut: Cut, seed: int) -> Cut:
    """Return the cut with its last places drawn by lot; the same seed draws the same."""
    if cut.is_settled:
        return cut
    drawn = sorted(cut.level, key=lambda entry: _lot(seed, entry))[: cut.places]
    return _settled(
        cut,
        drawn,
        say(
            "the last places were drawn by lot among %(level)d entries (seed %(seed)d)",
            level=len(cut.level),
            seed=seed,
        ),
    )


def settled_by_play(cut: Cut, best_first: Sequence[str]) -> Cut:
    """Return the cut with its last places given to the best of a play-off among the level.

    Raises CannotDraw where others than the level entries are named, or not enough of them.
    """
    if cut.is_settled:
        return cut
    named = list(dict.fromkeys(best_first))
    if len(named) < cut.places or not set(named) <= set(cut.level):
        raise impossible(
            "not_the_level",
            say(
                "%(places)d of the level entries go through, so name at least that many of them "
                "and nobody else",
                places=cut.places,
            ),
            path="best_first",
        )
    return _settled(cut, named[: cut.places], say("the last places were decided by a play-off"))


def _settled(cut: Cut, drawn: Sequence[str], why: Sentence) -> Cut:
    return Cut((*cut.through, *drawn), (), 0, why)


def _lot(seed: int, entry: str) -> bytes:
    return hashlib.sha256(f"{seed} {entry}".encode()).digest()


def seeds_across_groups(groups: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the seeds of a knock-out for the best of several groups, each best first.

    All the firsts come before all the seconds, and so on. Within a rank the seeds are given so
    that entries of one group meet again as late as the bracket allows.
    """
    ranks = max((len(group) for group in groups), default=0)
    size = bracket_size(sum(len(group) for group in groups))
    line = {seed: at for at, seed in enumerate(seed_places(size), start=0)}
    lines: dict[int, list[int]] = {number: [] for number in range(len(groups))}
    seeds: list[str] = []
    for rank in range(ranks):
        here = [number for number, group in enumerate(groups) if len(group) > rank]
        free = list(range(len(seeds) + 1, len(seeds) + len(here) + 1))
        group_of_seed = _apart(here, free, lines, line)
        for seed in free:
            number = group_of_seed[seed]
            lines[number].append(line[seed])
            seeds.append(groups[number][rank])
    return tuple(seeds)


def _apart(
    groups: Sequence[int],
    seeds: Sequence[int],
    lines: dict[int, list[int]],
    line: dict[int, int],
) -> dict[int, int]:
    """Return the group of each seed: whose members meet latest, then the straight order."""
    graph = rustworkx.PyGraph()
    graph.add_nodes_from([*groups, *seeds])
    for at, number in enumerate(groups):
        for there, seed in enumerate(seeds):
            meets = min((_meeting(line[seed], other) for other in lines[number]), default=0)
            straight = len(seeds) - abs(at - there)
            graph.add_edge(at, len(groups) + there, (1 << 12) * (4**meets) + straight)
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return {
        seeds[max(pair) - len(groups)]: groups[min(pair)] for pair in (sorted(p) for p in matched)
    }


def _meeting(one: int, other: int) -> int:
    """Return the round in which two places of a bracket would meet."""
    return (one ^ other).bit_length()

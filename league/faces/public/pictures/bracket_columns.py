"""A bracket as columns of matches, from its replay to what a page draws. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.sentences import Sentence
from league.play.rounds.drawing import DrawRequest, Match
from league.play.rounds.drawing.bracket.bracket_progress import Progress
from league.play.rounds.drawing.bracket.nodes import (
    CONSOLATION,
    GRAND_FINAL,
    LOSERS,
    MAIN,
    THIRD,
    Key,
    Node,
    WinnerOf,
)
from league.play.rounds.drawing.bracket.won_without import Lots, WonWithout, won_without
from league.play.rounds.drawing.bracket_places import bracket_progress

PARTS = (MAIN, LOSERS, GRAND_FINAL, THIRD, CONSOLATION)


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketSide:
    """Who stands at a side of a match: an entry, nobody (a bye), or who comes from elsewhere.

    `comes_from` is the match it waits for, as its winner or its loser.
    """

    entry: int | None = None
    seed: int | None = None
    points: object = None
    has_won: bool = False
    has_lost: bool = False
    is_bye: bool = False
    has_left: bool = False
    comes_from: Sentence | None = None
    as_winner: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketMatch:
    """One match; `round` and `table` once it was drawn. `is_empty`: nobody comes to it.

    `why` says how somebody moved on without more points, where that was so.
    """

    title: Sentence
    sides: tuple[BracketSide, BracketSide]
    round: int | None = None
    table: int | None = None
    is_empty: bool = False
    why: WonWithout | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The matches of one round of a part, and how their winners go on to the next one."""

    number: int
    matches: Sequence[BracketMatch]
    goes_on: str  # "joins", "straight" or "" for the last


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPart:
    name: str
    columns: Sequence[Column]


def bracket_parts(
    request: DrawRequest, lots: Lots = frozenset()
) -> tuple[Sequence[BracketPart], int | None]:
    """Return the parts of the bracket after the history, and who has won it.

    `lots` are the matches that were decided by lot.
    Raises InvalidRequest where the history makes no bracket.
    """
    progress = bracket_progress(request)
    matches = _matches_by_key(progress, request)
    seeds = {entry: number for number, entry in enumerate(progress.field.seeds, start=1)}
    parts = []
    for name in PARTS:
        columns = _columns(progress, name, matches, seeds, lots)
        if columns:
            parts.append(BracketPart(name=name, columns=columns))
    return parts, None if progress.champion is None else int(progress.champion)


def _columns(
    progress: Progress,
    part: str,
    matches: Mapping[Key, Match],
    seeds: Mapping[str, int],
    lots: Lots,
) -> list[Column]:
    rounds: dict[int, list[Node]] = {}
    for key, node in progress.replay.nodes.items():
        if key[0] == part and not _is_needless(progress, node):
            rounds.setdefault(key[1], []).append(node)
    sizes = [len(rounds[number]) for number in sorted(rounds)]
    columns = []
    for at, number in enumerate(sorted(rounds)):
        after = sizes[at + 1] if at + 1 < len(sizes) else 0
        columns.append(
            Column(
                number=number,
                matches=[_match(progress, node, matches, seeds, lots) for node in rounds[number]],
                goes_on="" if not after else "joins" if after < sizes[at] else "straight",
            )
        )
    return columns


def _is_needless(progress: Progress, node: Node) -> bool:
    """A final that is only played when the first one says so is shown once it does."""
    if node.repeats is None:
        return False
    decision = progress.replay.decided.get(node.key)
    first = progress.replay.decided.get(node.repeats)
    return first is None or (decision is not None and decision.how == "not_needed")


def _match(
    progress: Progress,
    node: Node,
    matches: Mapping[Key, Match],
    seeds: Mapping[str, int],
    lots: Lots,
) -> BracketMatch:
    match = matches.get(node.key)
    decision = progress.replay.decided.get(node.key)
    one, other = (_side(progress, node, number, match, seeds) for number in (0, 1))
    return BracketMatch(
        title=node.title,
        sides=(one, other),
        round=match.round if match else None,
        table=match.table if match else None,
        is_empty=decision is not None and decision.how == "empty" and match is None,
        why=won_without(decision, match, lots=lots),
    )


def _side(
    progress: Progress, node: Node, number: int, match: Match | None, seeds: Mapping[str, int]
) -> BracketSide:
    replay, place = progress.replay, (node.key, number)
    if place not in replay.occupants:
        source = replay.comes_from.get(place)
        if source is None:
            return BracketSide()
        return BracketSide(
            comes_from=replay.nodes[source.key].title, as_winner=isinstance(source, WinnerOf)
        )
    entry = replay.occupants[place]
    if entry is None:
        return BracketSide(is_bye=True)
    decision = replay.decided.get(node.key)
    points = next((s.points for s in match.sides if entry in s.entries), None) if match else None
    return BracketSide(
        entry=int(entry),
        seed=seeds.get(entry),
        points=points,
        has_won=decision is not None and decision.winner == entry,
        has_lost=decision is not None and decision.winner not in (None, entry),
        has_left=not any(active.id == entry for active in replay.request.active),
    )


def _matches_by_key(progress: Progress, request: DrawRequest) -> dict[Key, Match]:
    """Return the match of the history that was played as each of the bracket's.

    Two who meet again do so in the order of the bracket's matches.
    """
    played: dict[frozenset[str], list[Match]] = {}
    for match in sorted(request.history.matches, key=lambda one: one.round):
        played.setdefault(frozenset(match.entries), []).append(match)
    by_key = {}
    for key, pair in _pairs(progress):
        waiting = played.get(pair)
        if waiting:
            by_key[key] = waiting.pop(0)
    return by_key


def _pairs(progress: Progress) -> Iterator[tuple[Key, frozenset[str]]]:
    replay = progress.replay
    for key in replay.nodes:
        decision = replay.decided.get(key)
        if decision is not None and decision.how == "not_needed":
            continue
        there = [replay.occupants.get((key, side)) for side in (0, 1)]
        pair = frozenset(entry for entry in there if entry is not None)
        if len(pair) == 2:
            yield key, pair

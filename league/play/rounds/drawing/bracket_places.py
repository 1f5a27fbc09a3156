"""Final places of a bracket: entries that went out in the same round share a place."""

from collections.abc import Mapping
from typing import NamedTuple

from games.sentences import Sentence, say
from league.play.rounds.drawing.bracket.bracket_progress import Progress
from league.play.rounds.drawing.bracket.replay import (
    CONSOLATION,
    THIRD,
    Decision,
    Key,
    LoserOf,
    Node,
    Replay,
)
from league.play.rounds.drawing.cannot_draw import impossible
from league.play.rounds.drawing.formats import FORMATS, format_named
from league.play.rounds.drawing.request import DrawRequest

STILL_IN = 1_000_000


class Placing(NamedTuple):
    """An entry's place; `tied` when others share it, `still_in` while it can become better."""

    entry: str
    place: int
    tied: bool
    still_in: bool
    why: Sentence


class Places(NamedTuple):
    """The places of the bracket, and those of its consolation, each from the first on."""

    main: tuple[Placing, ...]
    consolation: tuple[Placing, ...]


def places(request: DrawRequest) -> Places:
    """Return the places after the rounds of the history; entries still in come first.

    Tables without a result keep both their entries in. Raises CannotDraw for a format that is no
    bracket and for a history that cannot be one.
    """
    progress = bracket_progress(request)
    return Places(
        main=_placings(progress, consolation=False),
        consolation=_placings(progress, consolation=True),
    )


def bracket_progress(request: DrawRequest) -> Progress:
    """Return where the bracket stands after the history. Raises CannotDraw as `places` does."""
    bracket = format_named(request.format).bracket
    if bracket is None:
        raise impossible(
            "no_bracket",
            say(
                "%(format)s is no knock-out, so its places come from the standings; "
                "the formats with a bracket are %(known)s",
                format=request.format,
                known=", ".join(name for name, format in FORMATS.items() if format.has_bracket),
            ),
            path="format",
        )
    return bracket(request)


def _placings(progress: Progress, *, consolation: bool) -> tuple[Placing, ...]:
    replay = progress.replay
    nodes = {
        key: node for key, node in replay.nodes.items() if (key[0] == CONSOLATION) == consolation
    }
    levels = _levels(progress, nodes)
    ranked = {entry: place for place, entry in enumerate(progress.field.seeds)}
    order = sorted(levels, key=lambda entry: (-levels[entry][0], ranked.get(entry, len(ranked))))
    reached = [levels[entry][0] for entry in order]
    unwon = [level for level in _levels_unwon(replay, nodes) if level not in reached]
    return tuple(
        Placing(
            entry=entry,
            place=1 + reached.index(level) + sum(level < higher for higher in unwon),
            tied=reached.count(level) > 1,
            still_in=entry in replay.at and replay.at[entry][0] in nodes,
            why=why,
        )
        for entry in order
        for level, why in (levels[entry],)
    )


def _levels(progress: Progress, nodes: Mapping[Key, Node]) -> dict[str, tuple[int, Sentence]]:
    """Return how far each entry has come, more is better, and by which match."""
    replay = progress.replay
    levels: dict[str, tuple[int, Sentence]] = {}
    for key, node in nodes.items():
        decision = replay.decided.get(key)
        for side in (0, 1):
            entry = replay.occupants.get((key, side))
            if entry is None:
                continue
            if decision is None:
                levels[entry] = _waiting(replay, node, entry, progress.number)
            elif entry == decision.winner and node.winner_level is not None:
                levels[entry] = (node.winner_level, say("won the %(match)s", match=node.title))
            elif entry != decision.winner and node.loser_level is not None:
                levels[entry] = (node.loser_level, _why_out(node, decision))
            elif decision.how == "nobody_came":
                levels[entry] = (_sure_level(replay, node), _why_out(node, decision))
    return levels


def _why_out(node: Node, decision: Decision) -> Sentence:
    if decision.how == "nobody_came":
        return say("did not come to the %(match)s", match=node.title)
    return say("lost the %(match)s", match=node.title)


def _levels_unwon(replay: Replay, nodes: Mapping[Key, Node]) -> list[int]:
    """Return the levels that nobody has reached, as neither side won the match for them."""
    return [
        node.winner_level
        for key, node in nodes.items()
        if node.winner_level is not None
        and key in replay.decided
        and replay.decided[key].winner is None
        and any(replay.occupants.get((key, side)) for side in (0, 1))
    ]


def _waiting(replay: Replay, node: Node, entry: str, number: int) -> tuple[int, Sentence]:
    if replay.has_left(entry, number):
        return _sure_level(replay, node), say("withdrew before the %(match)s", match=node.title)
    level = _sure_level(replay, node) if node.key[0] == THIRD else STILL_IN
    return level, say("waits for the %(match)s", match=node.title)


def _sure_level(replay: Replay, node: Node) -> int:
    """Return the level of whoever loses this match and, where it leads on, all after it."""
    while node.loser_level is None:
        node = next(n for n in replay.nodes.values() if LoserOf(node.key) in n.sources)
    return node.loser_level

"""The bracket of a stage as its page shows it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.sentences import Sentence
from games.services import render_sentence
from league.faces.public.visitors import EventPage
from league.foundation.doors.reading import InvalidRequest
from league.play.events.models import Stage
from league.play.events.names import name_of
from league.play.prepared.hiding import hidden_in_stages
from league.play.results.models import TableState
from league.play.results.selectors import decided_by_lot
from league.play.rounds.draw_requests import history_of, request_for, stage_entries
from league.play.rounds.drawing import DrawRequest, Match
from league.play.rounds.drawing.bracket.bracket_progress import Progress
from league.play.rounds.drawing.bracket.replay import (
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
from league.play.rounds.models import Round, RoundState, Table
from league.play.rounds.rooms import FIRST_TABLES

# --- A bracket as columns of matches, from its replay to what a page draws. Pure ---

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
                matches=[
                    _match_of(progress, node, matches, seeds, lots) for node in rounds[number]
                ],
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


def _match_of(
    progress: Progress,
    node: Node,
    matches: Mapping[Key, Match],
    seeds: Mapping[str, int],
    lots: Lots,
) -> BracketMatch:
    match = matches.get(node.key)
    decision = progress.replay.decided.get(node.key)
    one, other = (_side_of(progress, node, number, match, seeds) for number in (0, 1))
    return BracketMatch(
        title=node.title,
        sides=(one, other),
        round=match.round if match else None,
        table=match.table if match else None,
        is_empty=decision is not None and decision.how == "empty" and match is None,
        why=won_without(decision, match, lots=lots),
    )


def _side_of(
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


Tables = Mapping[tuple[int, int], dict[str, Any]]


def bracket_shown(page: EventPage, stage: Stage) -> dict[str, Any]:
    """Return what `public/pictures/_bracket.html` needs: its parts, who has won, the open round.

    The number of queries does not depend on the size of the field. No parts: nothing to see yet.
    """
    rounds = list(stage.rounds.exclude(state=RoundState.DRAWN).order_by("number"))
    latest = rounds[-1] if rounds else None
    if latest is None:
        return {"parts": [], "winner": "", "latest": None}
    stage.event = page.event
    field = stage_entries(stage)
    history = history_of(rounds, held_back=hidden_in_stages([stage.pk]).held_back)
    request = request_for(stage, event=page.event, field=field, history=history)
    try:
        parts, champion = bracket_parts(request, decided_by_lot(rounds))
    except InvalidRequest:
        return {"parts": [], "winner": "", "latest": latest}
    names = {entry.pk: name_of(entry, public=page.visitor.sees_public_names) for entry in field}
    tables = _tables_of(page, rounds)
    return {
        "parts": [_part(part, parts, names, tables) for part in parts],
        "winner": names.get(champion, "") if champion else "",
        "latest": latest,
    }


def _tables_of(page: EventPage, rounds: Sequence[Round]) -> Tables:
    """Return the address and the state of each table, by the numbers of round and table."""
    rows = Table.objects.filter(round__in=rounds, room__in=FIRST_TABLES).values_list(
        "round__number", "number", "pk", "result__state", "result__decided_reason"
    )
    address = reverse("public:table", args=[page.club.slug, page.event.slug, 0])
    start = address.removesuffix("0/")
    return {
        (round_number, number): {
            "url": f"{start}{pk}/",
            "state": state or TableState.WAITING,
            "state_label": TableState(state or TableState.WAITING).label,
            "decided_reason": reason or "",
        }
        for round_number, number, pk, state, reason in rows
    }


def _part(
    part: BracketPart, parts: Sequence[BracketPart], names: Mapping[int, str], tables: Tables
) -> dict[str, Any]:
    is_double = any(part.name == LOSERS for part in parts)
    return {
        "key": part.name,
        "title": _part_title(part.name, is_double=is_double) if len(parts) > 1 else "",
        "columns": [
            {
                "title": _column_title(part, column, is_double=is_double)
                if len(parts) == 1 or len(part.columns) > 1
                else "",
                "goes_on": column.goes_on,
                "matches": [_match(match, names, tables) for match in column.matches],
            }
            for column in part.columns
        ],
    }


def _part_title(name: str, *, is_double: bool) -> str:
    return {
        MAIN: _("Winners’ bracket") if is_double else _("Main bracket"),
        LOSERS: _("Losers’ bracket: whoever loses here is out"),
        GRAND_FINAL: _("Grand final"),
        THIRD: _("For third place"),
        CONSOLATION: _("Consolation"),
    }[name]


def _column_title(part: BracketPart, column: Column, *, is_double: bool) -> str:
    if part.name == THIRD:
        return _("Match for third place")
    if part.name == GRAND_FINAL:
        return _("Grand final") if column.number == 1 else _("Second grand final")
    count = len(column.matches)
    if part.name == MAIN and not is_double:
        words = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}
        return words.get(count) or _("Last %(entries)d") % {"entries": 2 * count}
    if not column.goes_on:
        return _("Final")
    return _("Round %(number)d") % {"number": column.number}


def _match(match: BracketMatch, names: Mapping[int, str], tables: Tables) -> dict[str, Any]:
    table = tables.get((match.round or 0, match.table or 0), {})
    is_over = any(side.has_won for side in match.sides)
    return {
        "title": render_sentence(match.title),
        "sides": [_side(side, names) for side in match.sides],
        "is_empty": match.is_empty,
        "why": why_in_words(match, names, table.get("decided_reason", "")),
        "why_short": SHORTLY[match.why]() if match.why else "",
        "url": table.get("url", ""),
        "state": "" if is_over else table.get("state", ""),
        "state_label": "" if is_over else table.get("state_label", ""),
    }


SHORTLY: Mapping[WonWithout, Callable[[], str]] = {
    WonWithout.WITHDRAWN: lambda: _("walkover"),
    WonWithout.FORFEIT: lambda: _("forfeit"),
    WonWithout.DECIDED: lambda: _("decided"),
    WonWithout.LOT: lambda: pgettext("beside the winner of a match that ended level", "lot"),
    WonWithout.GAME: lambda: _("by the rules"),
}


def why_in_words(match: BracketMatch, names: Mapping[int, str], reason: str) -> str:
    """Return why somebody moved on without more points, `reason` being the director's; or ""."""
    others = [side.entry for side in match.sides if side.entry is not None and not side.has_won]
    loser = names.get(others[0], "") if others else ""
    match match.why:
        case WonWithout.WITHDRAWN:
            return _("Walkover: %(name)s withdrew.") % {"name": loser}
        case WonWithout.FORFEIT:
            return _("By forfeit: %(name)s did not come.") % {"name": loser}
        case WonWithout.DECIDED if reason:
            return _("Level; the director decided: %(reason)s") % {"reason": reason}
        case WonWithout.DECIDED:
            return _("Level; decided by the director.")
        case WonWithout.LOT if reason:
            return _("Level; decided by lot: %(reason)s") % {"reason": reason}
        case WonWithout.LOT:
            return _("Level; decided by lot.")
        case WonWithout.GAME:
            return _("Won by the rules of the game, with fewer points.")
        case _points:
            return ""


def _side(side: BracketSide, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "entry": side.entry,
        "name": names.get(side.entry, "") if side.entry else "",
        "seed": side.seed,
        "points": side.points,
        "won": side.has_won,
        "lost": side.has_lost,
        "has_left": side.has_left,
        "instead": _instead(side),
    }


def _instead(side: BracketSide) -> str:
    """Return what stands in the place of a name."""
    if side.entry is not None:
        return ""
    if side.is_bye:
        return _("bye")
    if side.comes_from is None:
        return _("not known yet")
    match = {"match": render_sentence(side.comes_from)}
    return _("Winner: %(match)s") % match if side.as_winner else _("Loser: %(match)s") % match

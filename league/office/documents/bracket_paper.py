"""The bracket of a stage as it is printed: replayed from the rounds that everybody may see."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.foundation.shown_numbers import figure
from league.office.documents.document_kind import (
    DocumentKind,
    DocumentOptions,
    NothingToPrint,
    Scope,
)
from league.office.paper.bracket import BracketMatch, BracketPart, bracket
from league.office.paper.printing import Printing
from league.play.events.models import Stage
from league.play.events.names import name_of
from league.play.prepared.hiding import hidden_in_stages
from league.play.results.selectors import decided_by_lot
from league.play.rounds.draw_requests import history_of, request_for, stage_entries
from league.play.rounds.drawing import CannotDraw, Played, format_named
from league.play.rounds.drawing.bracket.replay import (
    CONSOLATION,
    GRAND_FINAL,
    LOSERS,
    MAIN,
    THIRD,
    Key,
    Node,
    Replay,
    WinnerOf,
)
from league.play.rounds.drawing.bracket.won_without import Lots, WonWithout, won_without
from league.play.rounds.models import Round, RoundState
from league.play.rounds.selectors import shown_rounds

# these are printed in columns to the right of the main bracket
BEHIND_MAIN = (GRAND_FINAL,)
NEEDLESS = "not_needed"


def bracket_parts(stage: Stage, *, public: bool) -> list[BracketPart]:
    """Return the parts of the stage's bracket, the main one first; empty before its first round.

    The event and the club of the stage are loaded already. About eight queries, whatever its size.
    """
    opened = list(Round.objects.filter(stage=stage).exclude(state=RoundState.DRAWN))
    progress = format_named(stage.format).bracket
    if progress is None or not opened:
        return []
    held_back = hidden_in_stages([stage.pk]).held_back
    field, history = stage_entries(stage), history_of(opened, held_back=held_back)
    request = replace(request_for(stage, event=stage.event, field=field), history=history)
    try:
        replay = progress(request).replay
    except CannotDraw:
        return []
    names = {str(entry.pk): name_of(entry, public=public) for entry in field}
    reader = _Reader(replay, names, history, decided_by_lot(opened))
    parts = [
        (MAIN, (MAIN, THIRD, *BEHIND_MAIN), _("Main bracket")),
        (LOSERS, (LOSERS,), _("Losers’ bracket")),
        (CONSOLATION, (CONSOLATION,), _("Consolation")),
    ]
    return [
        reader.part(kinds, title)
        for first, kinds, title in parts
        if any(key[0] == first for key in replay.nodes)
    ]


class _Reader:
    """Turns a replayed bracket into the matches and parts that are printed."""

    def __init__(
        self, replay: Replay, names: Mapping[str, str], history: Played, lots: Lots
    ) -> None:
        self.replay, self.names, self.lots = replay, names, lots
        self.feeds = {
            source.key: node.key
            for node in replay.nodes.values()
            for source in node.sources
            if isinstance(source, WinnerOf)
        }
        # the last meeting of two entries: a grand final may be played twice
        self.matches = {frozenset(match.entries): match for match in history.matches}
        self.points = {
            pair: {entry: side.points for side in match.sides for entry in side.entries}
            for pair, match in self.matches.items()
        }

    def part(self, kinds: Sequence[str], title: str) -> BracketPart:
        nodes = [
            node
            for kind in kinds
            for node in self.replay.nodes.values()
            if node.key[0] == kind and not self._is_needless(node)
        ]
        rounds = max(node.key[1] for node in nodes if node.key[0] == kinds[0])
        matches = [self._match(node, rounds) for node in nodes]
        return BracketPart(
            title=title,
            heads=_heads(matches, kinds[0]),
            matches=matches,
        )

    def _is_needless(self, node: Node) -> bool:
        """Return whether this is a second grand final that is not, or not yet, to be played."""
        decision = self.replay.decided.get(node.key)
        return node.repeats is not None and (decision is None or decision.how == NEEDLESS)

    def _match(self, node: Node, rounds: int) -> BracketMatch:
        kind, number, place = node.key
        column = number - 1
        if kind in BEHIND_MAIN:
            column += rounds
        if kind == THIRD:
            # beside the final, and below it
            column, place = rounds - 1, place + 1
        entries = [self.replay.occupants.get((node.key, side)) for side in (0, 1)]
        decision = self.replay.decided.get(node.key)
        winner = entries.index(decision.winner) if decision and decision.winner in entries else None
        target = self.feeds.get(node.key)
        match = self.matches.get(frozenset(entry for entry in entries if entry))
        loser = next((e for e in entries if e and decision and e != decision.winner), None)
        why = won_without(decision, match, lots=self.lots)
        return BracketMatch(
            key=_name(node.key),
            column=column,
            place=place,
            names=(self._named(node.key, 0), self._named(node.key, 1)),
            points=self._points(entries),
            winner=winner,
            feeds=_name(target) if target else "",
            label=_("Third place") if kind == THIRD else "",
            note=_note_on(why, self.names.get(loser or "", "")),
        )

    def _named(self, key: Key, side: int) -> str:
        """Return the name on a side of a match: "" while it is open, "bye" if nobody comes."""
        if (key, side) not in self.replay.occupants:
            return ""
        entry = self.replay.occupants[key, side]
        return _("bye") if entry is None else self.names.get(entry, "")

    def _points(self, entries: Sequence[str | None]) -> tuple[str, str]:
        points = self.points.get(frozenset(entry for entry in entries if entry), {})
        one, other = (points.get(entry) if entry else None for entry in entries)
        return ("", "") if one is None or other is None else (figure(one), figure(other))


def _note_on(why: WonWithout | None, loser: str) -> str:
    """Return in a few words why the winner needed no more points than the loser, else ""."""
    match why:
        case WonWithout.WITHDRAWN:
            return _("%(name)s withdrew") % {"name": loser}
        case WonWithout.FORFEIT:
            return _("%(name)s did not come") % {"name": loser}
        case WonWithout.DECIDED:
            return _("level, decided by the director")
        case WonWithout.LOT:
            return _("level, decided by lot")
        case WonWithout.GAME:
            return _("won by the rules of the game")
        case _points:
            return ""


def _name(key: Key) -> str:
    return "-".join(map(str, key))


def _heads(matches: Sequence[BracketMatch], kind: str) -> list[str]:
    """Return the headings of the columns; the last rounds of a knock-out have names."""
    last_names = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}
    heads = []
    for column in range(max(match.column for match in matches) + 1):
        here = [m for m in matches if m.column == column and not m.label]
        is_behind = kind == MAIN and all(m.key.startswith(BEHIND_MAIN) for m in here)
        if is_behind and here:
            heads.append(_("Grand final"))
        elif kind != LOSERS and len(here) in last_names:
            heads.append(last_names[len(here)])
        else:
            heads.append(_("Round %(number)d") % {"number": column + 1})
    return heads


def _bracket(stage: Stage, options: DocumentOptions) -> Printing:
    event = stage.event
    parts = bracket_parts(stage, public=options.public)
    if not parts:
        raise NothingToPrint("there is no bracket to print yet")
    newest_round = shown_rounds(event).filter(stage=stage).last()
    at = newest_round.drawn_at if newest_round else options.at
    over = f"{event.name} · {stage.name}" if stage.name else event.name
    about = options.about(_("Bracket"), at=at, club=event.club, subject=event.name)
    return bracket(about, parts, over=over)


BRACKET = DocumentKind(
    name="bracket",
    label=gettext_lazy("Bracket"),
    of=Scope.STAGE,
    permission="",
    make=_bracket,
)

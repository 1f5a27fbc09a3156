"""What is printed for an event: standings, brackets, blank sheets."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.foundation.shown_numbers import Number, figure, place
from league.office.documents.document_kind import (
    DocumentKind,
    DocumentOptions,
    NothingToPrint,
    Scope,
)
from league.office.paper.bracket import BracketMatch, BracketPart, bracket
from league.office.paper.document import Printing
from league.office.paper.lists import Ranked, ranking
from league.office.paper.sheets import blank_sheet, score_sheets
from league.play.events.models import Event, Stage
from league.play.events.names import marked, name_of, stage_name
from league.play.events.rulesets import RulesetNotPossible
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
from league.tables.outlook.selectors import marks_beside
from league.tables.outlook.shown import mark_in_words
from league.tables.standings.facts import bye_worth_sentence
from league.tables.standings.models import SnapshotRow
from league.tables.standings.selectors import StandingsPage, standings_page
from league.tables.standings.standings_shown import (
    caption_of,
    columns_of,
    departure_notes,
    figures_of,
    group_in_words,
    held_back_note,
    name_in,
    newest,
    provisional_note,
    ranked_by_bracket,
    stages_of,
)

# --- The standings of a stage on paper: its newest ones, or those after a round ---

# more rows are a book, and a page that takes its time to be made
MOST_ROWS = 1_000


def _standings(
    event: Event, options: DocumentOptions, *, stage: int | None = None, round: int | None = None
) -> Printing:
    """Make the standings of the stage with this number, else of the newest; after this round."""
    stages = stages_of(event)
    chosen = _stage(stages, stage)
    found = (
        standings_page(chosen, round, page_rows=MOST_ROWS, with_reasons=False) if chosen else None
    )
    if chosen is None or found is None:
        raise NothingToPrint("there are no standings to print yet")
    chosen.event = event
    reached = ranked_by_bracket(chosen)
    with_byes = not reached and any(row.byes for row in found.rows)
    marks = marks_beside(found)
    return ranking(
        options.about(
            _("Standings"), at=found.snapshot.made_at, club=event.club, subject=event.name
        ),
        columns_of(event, with_byes=with_byes, reached=reached),
        [
            _ranked(
                row,
                options,
                mark_in_words(marks.get(row.entry_id, "")),
                figures_of(event, row, with_byes=with_byes, reached=reached),
            )
            for row in found.rows
        ],
        over=f"{event.name} · {stage_name(chosen)}" if len(stages) > 1 else event.name,
        lead=caption_of(found),
        notes=_notes(chosen, found, options, with_byes),
    )


def _stage(stages: list[Stage], options: int | None) -> Stage | None:
    if options is None:
        return newest(stages) if stages else None
    return next((stage for stage in stages if stage.number == options), None)


def _notes(
    stage: Stage, found: StandingsPage, options: DocumentOptions, with_byes: bool
) -> list[str]:
    byes = bye_worth_sentence(stage, stage.event) if with_byes else ""
    notes = [note for note in (provisional_note(found), held_back_note(stage), byes) if note]
    notes += departure_notes(stage, full=options.full_names)
    if found.snapshot.entries > MOST_ROWS:
        numbers = {"shown": MOST_ROWS, "entries": found.snapshot.entries}
        notes.append(
            _("The first %(shown)d of %(entries)d are printed; see the page for all of them.")
            % numbers
        )
    return notes


def _ranked(
    row: SnapshotRow, options: DocumentOptions, mark: str, figures: Sequence[Number | str]
) -> Ranked:
    full = options.full_names
    name = marked(name_in(row, full), has_withdrawn=row.has_withdrawn)
    return Ranked(
        place=place(row.rank, row.is_tied),
        name=name + (" (" + _("provisional") + ")" if row.is_provisional else ""),
        members=" · ".join(filter(None, [row.names.members(full=full), mark])),
        group=group_in_words(row),
        figures=[figure(value) for value in figures],
    )


STANDINGS = DocumentKind(
    name="standings",
    label=gettext_lazy("Standings"),
    of=Scope.EVENT,
    permission="",
    make=_standings,
)


# --- The bracket of a stage as it is printed: replayed from the rounds that everybody may see ---

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


# --- A blank score sheet for the game of an event, for tables that write on paper ---


def _blank_sheet(event: Event, options: DocumentOptions) -> Printing:
    try:
        sheet = blank_sheet(event)
    except RulesetNotPossible as refused:
        raise NothingToPrint(str(refused)) from None
    about = options.about(
        _("Score sheet"), at=event.created_at, club=event.club, subject=event.name
    )
    return score_sheets(about, [sheet])


BLANK_SHEET = DocumentKind(
    name="score-sheet",
    label=gettext_lazy("Score sheet"),
    of=Scope.EVENT,
    permission="",
    make=_blank_sheet,
)

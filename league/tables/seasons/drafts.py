"""The draft of who goes up and down, made from the table; a digest identifies it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import orjson

from games.sentences import sentence_to_json
from league.play.events.models import Event, EventState, Season
from league.tables.seasons.keys import replace_merged
from league.tables.seasons.methods import Decision, Division, Move, propose_moves
from league.tables.seasons.models import MoveDecision
from league.tables.seasons.selectors import SeasonSheet, season_sheet


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A move for everybody, best first. `stored` is the same as JSON: what is signed.

    The digest names it, and so what the organiser sees.
    """

    sheet: SeasonSheet
    moves: Sequence[Move]
    stored: list[dict[str, Any]]
    digest: str

    @property
    def unsettled(self) -> list[Move]:
        return [move for move in self.moves if not move.is_settled]

    @property
    def still_played(self) -> list[Event]:
        """The nights that are being played, or whose results are not all confirmed."""
        provisional = {night.id for night in self.sheet.facts.nights if night.is_provisional}
        return [
            event
            for key, event in self.sheet.read.events.items()
            if isinstance(event, Event)
            and (key in provisional or event.state == EventState.RUNNING)
        ]


def draft_of(season: Season, *, fresh: bool = False) -> Draft:
    """Return the draft of the moves; with `fresh` from results, for signing."""
    sheet = season_sheet(season, fresh=fresh)
    moves = moves_of(sheet, _decisions(season, sheet))
    stored = _as_stored(moves)
    return Draft(sheet=sheet, moves=moves, stored=stored, digest=digest_of_moves(stored))


def moves_of(sheet: SeasonSheet, decisions: Mapping[str, Decision]) -> list[Move]:
    """Return who would go up and down by the table as it stands, with these decisions."""
    return propose_moves(
        sheet.table.rows,
        [
            Division(division.number, division.name, division.up, division.down)
            for division in sheet.divisions
        ],
        withdrawn={
            key for key, competitor in sheet.competitors.items() if competitor.has_withdrawn
        },
        guests=sheet.facts.guests,
        decisions=decisions,
    )


def _decisions(season: Season, sheet: SeasonSheet) -> dict[str, Decision]:
    numbers = {division.pk: division.number for division in sheet.divisions}
    return {
        replace_merged(decision.key, sheet.merged): Decision(
            numbers.get(decision.division_id or 0), decision.reason
        )
        for decision in MoveDecision.objects.filter(season=season).order_by("id")
    }


def _as_stored(moves: Iterable[Move]) -> list[dict[str, Any]]:
    """Return the moves as JSON, with reasons to be translated."""
    return [
        {
            "key": move.key,
            "before": move.before,
            "after": move.after,
            "kind": move.kind.value,
            "why": sentence_to_json(move.why),
            "is_settled": move.is_settled,
        }
        for move in moves
    ]


def digest_of_moves(moves: list[dict[str, Any]]) -> str:
    return sha256(orjson.dumps(moves, option=orjson.OPT_SORT_KEYS)).hexdigest()

"""Makers of drawn and open rounds."""

from typing import Any

from league.clubs.models import Club
from league.foundation.journal.actor import Act
from league.play.events.models import Event
from league.play.rounds import services as rounds
from league.play.rounds.models import Round, Table
from tests.kept_rows import kept_rows
from tests.league.play.events.factories import DIRECTOR, NOW, PITCH, make_running


def draw(event: Event, **fields: Any) -> list[Round]:
    return rounds.draw_rounds(stage=event.stages.get(), by=Act(DIRECTOR, NOW), **fields)


@kept_rows
def make_league(entries: int = 4, club: Club | None = None, **fields: Any) -> list[Round]:
    """Make a running round robin of pairs with all its rounds drawn."""
    return draw(make_running(entries, club, **fields))


@kept_rows
def make_evening(entries: int = 8, club: Club | None = None, **fields: Any) -> Round:
    """Make a running Pitch evening with its first round drawn."""
    return draw(make_running(entries, club, **(PITCH | fields)))[0]


def open_round(round: Round) -> Round:
    return rounds.open_round(round=round, by=Act(DIRECTOR, NOW))


def close_round(round: Round) -> Round:
    return rounds.close_round(round=round, even_unfinished=True, by=Act(DIRECTOR, NOW))


def make_played(table: Table) -> None:
    """Have the director award the table, which counts as played."""
    from league.play.results.models import TableResult

    TableResult.objects.update_or_create(
        table=table,
        round=table.round,
        defaults={"awarded": [12, 0], "award_reason": "no show", "state": "confirmed"},
    )

"""What the events of an evening are shown from, loaded for all of them together."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from league.clubs.models import User
from league.foundation.jobs.selectors import workers_silent_since
from league.play.events.models import Entry, Event, Stage
from league.play.events.selectors import entries_of_events
from league.play.results.card_flags import flagged_by_table
from league.play.results.selectors import RoomTable, rooms_of
from league.play.rounds.clock import Clock
from league.play.rounds.models import Placement, Round, RoundState
from league.play.rounds.selectors import clock_read, placements_in, rounds_of_events
from league.play.rounds.services import lost_draws
from league.play.rounds.stale_draws import Changes, changes_of
from league.play.rounds.without_table import WithoutTable, without_tables
from league.tables.standings.models import SnapshotRow
from league.tables.standings.selectors import first_rows
from league.tables.standings.standings_shown import stages_of_events

MOST_ROUNDS = 3
MOST_PLACES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """By the ids of events `stages`, `rounds` and `entries`, by that of a stage its first `places`.

    By the ids of the rounds that are shown the rest; `flagged` by those of tables. `lost_draws` are
    the ids of stages whose draw cannot be brought back.
    """

    stages: Mapping[int, list[Stage]]
    rounds: Mapping[int, list[Round]]
    entries: Mapping[int, list[Entry]]
    places: Mapping[int, list[SnapshotRow]]
    tables: Mapping[int, list[RoomTable]]
    flagged: Mapping[int, int]
    waiting: Mapping[int, list[Placement]]
    without_table: Mapping[int, list[WithoutTable]]
    changes: Mapping[int, Changes]
    lost_draws: Set[int]
    clocks: Mapping[int, Clock]
    silent_since: datetime | None


def loaded(events: Sequence[Event], user: User, at: datetime) -> Loaded:
    """Load what is shown of these events: as many queries for six as for one."""
    stages = stages_of_events(events)
    rounds = rounds_of_events(events)
    entries = entries_of_events(events)
    shown = [round for event in events for round in rounds_shown(rounds[event.pk])]
    being_played = [round for round in shown if round.state == RoundState.OPEN]
    drawn = [round for round in shown if round.state == RoundState.DRAWN]
    last = [last_played(stages[event.pk], rounds[event.pk]) for event in events]
    placements = placements_in(shown, entries)
    waiting = {
        pk: [placement for placement in of_round if placement.table_id is None]
        for pk, of_round in placements.items()
    }
    return Loaded(
        stages=stages,
        rounds=rounds,
        entries=entries,
        places=first_rows([stage.pk for stage in last if stage], most=MOST_PLACES),
        tables=rooms_of(shown, at),
        flagged=flagged_by_table(
            *(one for one in being_played if user.has_perm("results.view_flags", one))
        ),
        waiting=waiting,
        without_table=without_tables(shown, entries, placements),
        changes=changes_of(drawn),
        lost_draws=lost_draws({round.stage_id for round in drawn}) if drawn else set(),
        clocks={round.pk: clock for round in being_played if (clock := clock_read(round))},
        silent_since=workers_silent_since(at=at) if being_played else None,
    )


def rounds_shown(rounds: Sequence[Round]) -> list[Round]:
    """Return which rounds of an event are shown: those being played, else the first drawn one."""
    being_played = [round for round in rounds if round.state == RoundState.OPEN]
    drawn = [round for round in rounds if round.state == RoundState.DRAWN]
    return being_played[:MOST_ROUNDS] or drawn[:1]


def last_played(stages: Sequence[Stage], rounds: Sequence[Round]) -> Stage | None:
    """Return the stage that was played last."""
    played = [round.stage_id for round in rounds if round.state != RoundState.DRAWN]
    return next((one for one in stages if played and one.pk == played[-1]), None)

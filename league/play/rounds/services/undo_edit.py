"""Undo of the last change by hand: a new change that puts everything where it was before.

An edit writes into the journal what its tables were like; nothing else is needed to undo it. It
can be undone as long as it is the last thing that happened to the round's tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.foundation.journal.actor import Actor
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import happenings_about
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.models import EventState
from league.play.rounds.arrangement import Arrangement, changed_tables
from league.play.rounds.draw_requests import stage_entries
from league.play.rounds.edited_matches import tell_followers
from league.play.rounds.models import Round, RoundState, Seat, Table
from league.play.rounds.selectors import played_tables, seats_of, tables_of
from league.play.rounds.services.round_locks import (
    check_running,
    journal_round,
    lock_round,
    lock_tables,
)
from league.play.rounds.services.seating import arrangement_of, write_arrangement
from league.play.rounds.services.substituting import EXCEPTION, SEATED

EDITED, UNDONE = "round.edited", "round.edit_undone"


class NothingToUndo(Refused):
    """The last change was undone already, or something happened after it."""

    code = "nothing_to_undo"


@dataclass(frozen=True, slots=True, kw_only=True)
class LastEdit:
    """A change by hand that can still be taken back, made by somebody at a moment."""

    happening: Happening
    version: int

    @property
    def changes(self) -> list[Mapping[str, Any]]:
        return list(self.happening.data["changes"])


def remembered(round: Round, before: Arrangement, after: Arrangement) -> dict[str, Any]:
    """Return what an edit writes into the journal so that it can be undone."""
    numbers = changed_tables(before, after)
    rows: dict[int, list[Table]] = {}
    for table in tables_of(round).filter(number__in=numbers):
        rows.setdefault(table.number, []).append(table)
    return {
        "entries_version": round.stage.event.entries_version,
        "gone": sorted(set(after.tables) - set(before.tables)),
        "tables": {
            str(number): {
                "sides": [list(side) for side in before.tables[number]],
                "why": rows[number][0].why,
                "seats": [
                    [seat.number, seat.player_id, seat.stands_in_for_id, seat.is_substitute, t.room]
                    for t in rows[number]
                    for seat in seats_of(t)
                ],
            }
            for number in sorted(numbers & set(before.tables))
        },
        "waiting": {str(entry): kind for entry, kind in before.waiting.items()},
    }


def last_edit(round: Round) -> LastEdit | None:
    """Return the change that `undo_edit` would take back now; None when there is none."""
    last = (
        happenings_about("round", round.pk)
        .filter(kind__in=(EDITED, UNDONE, SEATED, EXCEPTION))
        .order_by("-id")
        .first()
    )
    if last is None or last.kind != EDITED or "before" not in last.data:
        return None
    event, kept = round.stage.event, last.data["before"]
    if event.state != EventState.RUNNING or round.state == RoundState.CLOSED:
        return None
    if (last.data["version"], kept["entries_version"]) != (round.version, event.entries_version):
        return None
    touched = {*map(int, kept["tables"]), *kept["gone"]}
    if touched & played_tables(round):
        return None
    return LastEdit(happening=last, version=round.version)


@transaction.atomic
def undo_edit(*, round: Round, expected_version: int, actor: Actor, at: datetime) -> Round:
    """Put the tables back to what they were before the last change by hand.

    Raises OutOfDate when the round changed since `expected_version`, and NothingToUndo when
    something was entered or somebody reseated meanwhile. A table that the change had dissolved
    comes back with a new link.
    """
    round = lock_round(round)
    if round.version != expected_version:
        raise OutOfDate(
            _("Somebody else has changed this round in the meantime. Please check it again.")
        )
    check_running(round.stage.event)
    lock_tables([round])
    edit = last_edit(round)
    if edit is None:
        raise NothingToUndo(
            _(
                "The last change can no longer be undone: something has been entered, or seats "
                "or entries have changed since. Change the draw by hand instead."
            )
        )
    kept = edit.happening.data["before"]
    _put_back(round, kept, actor=actor, at=at)
    round.version += 1
    round.save(update_fields=["version"])
    journal_round(
        UNDONE,
        round,
        actor=actor,
        at=at,
        data={"undoes": edit.happening.pk, "tables": edit.happening.data["tables"]},
    )
    return round


def _put_back(round: Round, kept: Mapping[str, Any], *, actor: Actor, at: datetime) -> None:
    tables = {int(number): table for number, table in kept["tables"].items()}
    present = arrangement_of(round)
    sides = {n: tuple(map(tuple, table["sides"])) for n, table in tables.items()}
    stay = {n: s for n, s in present.tables.items() if n not in kept["gone"]}
    after = replace(
        present,
        tables=stay | sides,
        waiting={int(entry): kind for entry, kind in kept["waiting"].items()},
    )
    tell_followers(round, present, after, actor=actor, at=at)
    write_arrangement(
        round,
        round.stage.event,
        after,
        field={entry.pk: entry for entry in stage_entries(round.stage)},
        tables={number: table["why"] for number, table in tables.items()},
        replacing=kept["gone"],
    )
    _seat_again(round, tables)


def _seat_again(round: Round, tables: Mapping[int, Mapping[str, Any]]) -> None:
    """Seat whoever sat there, substitutes too: they were seated by hand before the change."""
    seats = Seat.objects.filter(table__round=round, table__number__in=tables)
    rows = [(number, *row) for number, table in tables.items() for row in table["seats"]]
    people = {player for _table, _seat, player, *_rest in rows}
    merged = Player.objects.filter(pk__in=people - {None}, merged_into__isnull=False)
    doubles = set(merged.values_list("pk", flat=True))
    before = {
        (number, room, seat): (player, absent, is_substitute)
        for number, seat, player, absent, is_substitute, room in rows
        if player not in doubles
    }
    moved = []
    for seat in seats.select_related("table"):
        was = before.get((seat.table.number, seat.table.room, seat.number))
        if was is not None and was != (seat.player_id, seat.stands_in_for_id, seat.is_substitute):
            seat.player_id, seat.stands_in_for_id, seat.is_substitute = was
            moved.append(seat)
    # freed first: two of one entry may have changed places
    Seat.objects.filter(pk__in=[seat.pk for seat in moved]).update(
        player=None, stands_in_for=None, is_substitute=False
    )
    Seat.objects.bulk_update(moved, ["player", "stands_in_for", "is_substitute"])

"""Many entries written at once: all of them, or none and every reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.foundation.journal.actor import Actor
from league.foundation.refusal import Refused, RowsRefused
from league.play.events.models import Entry, Event
from league.play.events.services.entries import add_entries, refused_sides
from league.play.events.services.field import ForeignPlayer, lock_field

MOST_ENTRIES_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry as it is sent: its players by their numbers, and its own name, or ""."""

    players: Sequence[int]
    name: str = ""


@transaction.atomic
def enter_many(
    *, event: Event, rows: Sequence[NewEntry], actor: Actor, at: datetime
) -> list[Entry]:
    """Enter all of them in their order, each as `add_entry` does.

    Raises FieldClosed, and RowsRefused with the reason of every row that cannot be entered.
    """
    event = lock_field(event)
    wanted = {pk for row in rows for pk in row.players}
    players = {player.pk: player for player in event.club.players.filter(pk__in=wanted)}
    sides = [[players[pk] for pk in row.players if pk in players] for row in rows]
    names = [row.name for row in rows]
    refused = dict(refused_sides(event, sides, names)) | _foreign(rows, players)
    if refused:
        raise RowsRefused(refused, field="entries")
    return add_entries(event=event, sides=sides, names=names, actor=actor, at=at)


def _foreign(rows: Sequence[NewEntry], players: Mapping[int, Player]) -> dict[int, Refused]:
    """Return the rows that name somebody who is no player of the club, and who that is."""
    return {
        place: ForeignPlayer(
            _("The club has no player with the number %(id)d.") % {"id": missing[0]},
            field="players",
        )
        for place, row in enumerate(rows)
        if (missing := [pk for pk in row.players if pk not in players])
    }

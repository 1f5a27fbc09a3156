"""Entries that a club made or withdrew by mistake, undone by it while nobody changed them."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.foundation.journal.actor import Actor
from league.foundation.journal.selectors import last_of
from league.foundation.refusal import OutOfDate
from league.office.associations.services.entries_of_clubs import check_in_association
from league.play.events.models import Entry, EntryState, Event
from league.play.events.names import name_of
from league.play.events.selectors import entries_of
from league.play.events.services import reinstate_entry, take_out
from league.play.events.services.field import lock_field


@transaction.atomic
def take_entry_out(*, event: Event, club: Club, entry: int, actor: Actor, at: datetime) -> None:
    """Take an entry out that the club just made; one that is gone stays so.

    Raises OutOfDate where somebody has changed it since.
    """
    event = lock_field(event)
    for found in _of_club(event, club, [entry]):
        _check_last(found, "entry.added")
        take_out(event=event, entries=[found], actor=actor, at=at)


@transaction.atomic
def reinstate_for_club(
    *, event: Event, club: Club, entries: Iterable[int], actor: Actor, at: datetime
) -> None:
    """Let entries play again that the club just withdrew; those that play already stay.

    Raises OutOfDate where somebody has changed one since, and what `reinstate_entry` raises.
    """
    event = lock_field(event)
    check_in_association(event, club)
    for found in _of_club(event, club, entries):
        if found.state == EntryState.WITHDRAWN:
            _check_last(found, "entry.withdrawn")
            reinstate_entry(entry=found, actor=actor, at=at)


def _of_club(event: Event, club: Club, entries: Iterable[int]) -> list[Entry]:
    rows = entries_of(event).filter(of_club__club=club, pk__in=list(entries))
    found = list(rows.order_by("number"))
    for entry in found:
        entry.event = event
    return found


def _check_last(entry: Entry, kind: str) -> None:
    last = last_of("entry", entry.pk)
    if last is None or last.kind != kind:
        raise OutOfDate(
            _("This can no longer be undone: somebody has changed the entry of %(entry)s since.")
            % {"entry": name_of(entry)}
        )

"""A championship of an association, filled with the first places of events of its clubs."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.foundation.journal.actor import Actor
from league.foundation.lists import labelled, listed
from league.foundation.refusal import OutOfDate, Refused
from league.office.associations.championship_field import (
    MOST_PLACES,
    MOST_SOURCES,
    ChampionshipField,
    Qualified,
    Source,
    field_of,
    possible_sources,
)
from league.office.associations.models import Association, Registration
from league.play.events.journaling import journal_event
from league.play.events.models import Entry, EntryState, Event, EventState
from league.play.events.selectors import places_left
from league.play.events.services import add_entry, set_seeds
from league.play.events.services.field import lock_field
from league.tables.standings.methods.unrankable import CannotRank

FILLED = "championship.filled"


class CannotFillChampionship(Refused):
    """The championship cannot be filled from these events; the sentence says why."""

    code = "cannot_fill_championship"


def preview_championship(*, event: Event, sources: Sequence[Source]) -> ChampionshipField:
    """Say who would go through; nothing is changed. Raises CannotFillChampionship."""
    _check(event, sources)
    try:
        return field_of(event, sources)
    except CannotRank as refused:
        raise CannotFillChampionship(str(refused), field="sources") from None


def _check(event: Event, sources: Sequence[Source]) -> None:
    association = Association.objects.filter(club=event.club_id).first()
    if association is None or event.season_id is None:
        raise CannotFillChampionship(
            _("Only an event of an association, in one of its seasons, is filled from others.")
        )
    if not 1 <= len(sources) <= MOST_SOURCES:
        raise CannotFillChampionship(
            _("Choose from 1 to %(most)d events.") % {"most": MOST_SOURCES}, field="sources"
        )
    if not all(1 <= source.places <= MOST_PLACES for source in sources):
        raise CannotFillChampionship(
            _("From 1 to %(most)d places of an event go through.") % {"most": MOST_PLACES},
            field="sources",
        )
    wanted = {source.event.pk for source in sources}
    allowed = possible_sources(association, event).filter(pk__in=wanted).count()
    if len(wanted) < len(sources) or allowed < len(wanted):
        raise CannotFillChampionship(
            _(
                "Choose each event once, and only public events that are over, of clubs of the "
                "association, with entries of the same kind."
            ),
            field="sources",
        )


@transaction.atomic
def fill_championship(
    *,
    event: Event,
    sources: Sequence[Source],
    expected_digest: str | None = None,
    actor: Actor,
    at: datetime,
) -> ChampionshipField:
    """Enter those who go through, seeded by their places. Filled again it is the same field.

    Who was entered by hand stays, without a seed. Raises CannotFillChampionship, NoPlaceLeft or
    OutOfDate when it is not the field of `expected_digest`.
    """
    event = lock_field(event)
    if has_begun(event):
        raise CannotFillChampionship(
            _("%(event)s has begun: its field stays as it is.") % {"event": event.name}
        )
    field = preview_championship(event=event, sources=sources)
    if expected_digest not in (None, field.digest):
        raise OutOfDate(
            _("The results or the entries have changed in the meantime. Check again who qualifies.")
        )
    _check_places(event, field)
    there = set(event.entries.values_list("pk", flat=True))
    order = [_entered(event, one, actor=actor, at=at).pk for one in field.entering]
    before = seeds_of(event)
    set_seeds(event=event, order=order, actor=actor, at=at)
    after = seeds_of(event)
    if before != after:
        named = listed(labelled(source.event.club.name, source.event.name) for source in sources)
        entered = [pk for pk in order if pk not in there]
        data: dict[str, Any] = {"sources": named, "count": len(order)}
        data |= {"was": {"entered": entered, "before": before, "after": after}}
        journal_event(FILLED, event, actor=actor, at=at, **data)
    return preview_championship(event=event, sources=sources)


def has_begun(event: Event) -> bool:
    return event.state not in (EventState.DRAFT, EventState.OPEN)


def seeds_of(event: Event) -> list[list[Any]]:
    """Return the entries that have a seed, with it, the best first; as JSON has them."""
    rows = event.entries.filter(seed__isnull=False).order_by("seed", "pk")
    return [list(row) for row in rows.values_list("pk", "seed")]


def _check_places(event: Event, field: ChampionshipField) -> None:
    left = places_left(event)
    more = sum(one.entry is None for one in field.entering)
    if left is not None and more > left:
        raise CannotFillChampionship(
            _("%(more)d more would be entered, and %(left)d places are free: allow more places.")
            % {"more": more, "left": left}
        )


def _entered(event: Event, one: Qualified, *, actor: Actor, at: datetime) -> Entry:
    if one.entry is not None:
        return one.entry
    return add_entry(
        event=event,
        players=_players(event, one),
        state=EntryState.ACCEPTED,
        actor=actor,
        at=at,
    )


def _players(event: Event, one: Qualified) -> list[Player]:
    """Return the association's players for those who qualified in their club."""
    if one.source.club_id == event.club_id:
        return list(one.players)
    rows = Registration.objects.filter(
        season=event.season_id, home_player__in=one.players, ended_at__isnull=True
    )
    known = {row.home_player_id: row.player for row in rows.select_related("player")}
    return [known[player.pk] for player in one.players]

"""The rule on substitutes of an event, and the list of its reserves."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.foundation.journal.actor import Actor
from league.play.events.journaling import journal_event
from league.play.events.locking import locked
from league.play.events.models import Event, Reserve
from league.play.events.services.field import ForeignPlayer
from league.play.events.services.setup import Frozen, change_event
from league.play.events.states import OVER


@transaction.atomic
def change_substitutes(
    *,
    event: Event,
    changes: Mapping[str, Any],
    reserves: Sequence[Player],
    actor: Actor,
    at: datetime,
) -> Event:
    """Change an event's rule on substitutes and the list of its reserves, or neither."""
    changed = change_event(event=event, changes=changes, actor=actor, at=at)
    set_reserves(event=changed, players=reserves, actor=actor, at=at)
    return changed


@transaction.atomic
def set_reserves(
    *, event: Event, players: Sequence[Player], actor: Actor, at: datetime
) -> list[Player]:
    """Make these players the event's reserves, whoever was before; return them by name.

    Substitutes who are seated already stay at their tables. Raises ForeignPlayer for players of
    another club, and Frozen when the event is over.
    """
    event = locked(Event.objects.all(), pk=event.pk)
    if event.state in OVER:
        raise Frozen(
            _("The event is %(state)s: substitutes can no longer be named.")
            % {"state": event.get_state_display()}
        )
    wanted = {player.pk: player for player in players}
    for player in wanted.values():
        if player.club_id != event.club_id:
            raise ForeignPlayer(
                _("%(name)s is not a player of this club: add %(name)s to its players first.")
                % {"name": player.name}
            )
    reserves = sorted(wanted.values(), key=lambda player: (player.sort_key, player.pk))
    before = set(event.reserves.values_list("player_id", flat=True))
    if before == wanted.keys():
        return reserves
    event.reserves.exclude(player__in=wanted).delete()
    Reserve.objects.bulk_create(
        Reserve(event=event, player=player) for player in reserves if player.pk not in before
    )
    journal_event(
        "event.reserves_changed",
        event,
        actor=actor,
        at=at,
        count=len(reserves),
        players=[p.pk for p in reserves],
    )
    return reserves

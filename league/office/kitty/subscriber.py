"""The journal's reader "kitty": notes of which events what is charged must be looked at again."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils import timezone

from league.foundation.derived_state import mark_stale
from league.foundation.journal.models import Happening
from league.office.kitty.models import EventCharges
from league.play.events.models import EntryMember, Event
from league.play.results.kinds_changing_results import MERGES, changes_what_was_played

NAME = "kitty"
BEGINNINGS = ("entry.", "entries.", "evening.", "presence.")
PLAYER = "player.changed"


def changes_what_is_charged(kind: str) -> bool:
    """Say whether a happening of this kind can change what an event's players are charged."""
    return changes_what_was_played(kind) or kind.startswith(BEGINNINGS) or kind == PLAYER


KINDS = changes_what_is_charged


def _can_change_charges(happening: Happening) -> bool:
    """Say whether charges can change; of players only those of guests differ."""
    if happening.kind == PLAYER:
        return "is_guest" in happening.data.get("changes", {})
    return changes_what_is_charged(happening.kind)


def on_journal_entries(happenings: Sequence[Happening]) -> None:
    """Mark the events that the happenings are about; handed the same twice, nothing changes."""
    meant = [happening for happening in happenings if _can_change_charges(happening)]
    events = {happening.event_id for happening in meant if happening.event_id}
    stages = {happening.stage_id for happening in meant if not happening.event_id}
    of_players = {*MERGES, PLAYER}
    players = {happening.subject_id for happening in meant if happening.kind in of_players}
    wanted = Q(pk__in=events) | Q(stages__in=stages - {None})
    if players:
        theirs = Q(player_id__in=players) | Q(player__merged_into_id__in=players)
        wanted |= Q(pk__in=EntryMember.objects.filter(theirs).values("event"))
    there = Event.objects.filter(wanted, club__kitty__is_on=True).values_list("pk", flat=True)
    mark_stale(EventCharges, there, at=timezone.now())

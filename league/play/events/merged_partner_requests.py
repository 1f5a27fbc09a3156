"""What a merge of duplicate players moves: requests to be a partner go to the player who remains.

`goes` is the duplicate, `stays` the player who remains.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.clubs.services.merging_players import Keeper, register
from league.foundation.journal.versions import kept, put_rows_back
from league.play.events.models import (
    TO_BE_PLAYED,
    Entry,
    EntryMember,
    EntryState,
    Event,
    PartnerRequest,
)
from league.play.events.names import name_of
from league.play.events.selectors import members_with_players

DECLINED = Q(answered_at__isnull=False, agreed=False)


def obstacles(stays: Player, goes: Player) -> Sequence[str]:
    """Return sentences for entries in which both are, as members or asked: no merge is possible."""
    shared = _entries_with(stays) & _entries_with(goes)
    both_inside = _entries_inside(stays) & _entries_inside(goes)
    entries = Entry.objects.filter(pk__in=shared - both_inside).select_related("event")
    return [
        _(
            "One of the two is invited to the entry %(entry)s of %(event)s, which the other is "
            "in. If they really are the same person, withdraw that entry first."
        )
        % {"entry": name_of(entry), "event": entry.event.name}
        for entry in entries.prefetch_related(members_with_players()).order_by("pk")
    ]


def _entries_with(player: Player) -> set[int]:
    asked = _requests().filter(player=player).exclude(DECLINED)
    asked = asked.exclude(entry__state=EntryState.WITHDRAWN)
    return {*asked.values_list("entry_id", flat=True), *_entries_inside(player)}


def _entries_inside(player: Player) -> set[int]:
    rows = EntryMember.objects.filter(player=player, left_at__isnull=True)
    return set(rows.values_list("entry_id", flat=True))


def preview(stays: Player, goes: Player) -> Sequence[str]:
    waiting = _requests().filter(player=goes, answered_at__isnull=True).select_related("entry")
    entries = [row.entry_id for row in waiting]
    in_both = Entry.objects.filter(pk__in=entries).select_related("event").order_by("pk")
    return [
        _("%(player)s is now invited to the entry %(entry)s of %(event)s instead of %(double)s.")
        % {
            "player": stays.name,
            "entry": name_of(entry),
            "event": entry.event.name,
            "double": goes.name,
        }
        for entry in in_both.prefetch_related(members_with_players())
    ]


def move(stays: Player, goes: Player) -> Mapping[str, Any]:
    """Move the requests in events still to be played; of two for one entry the open one is kept."""
    requests = _requests().filter(player=goes)
    _lock_events(requests)
    known = {row.entry_id: row for row in _requests().filter(player=stays)}
    dropped = []
    for row in requests:
        other = known.get(row.entry_id)
        if other is not None:
            dropped.append(other if _is_declined(other) and not _is_declined(row) else row)
    rows = kept(dropped)
    PartnerRequest.objects.filter(pk__in=[row.pk for row in dropped]).delete()
    moved = {
        "open": list(requests.filter(answered_at__isnull=True).values_list("pk", flat=True)),
        "answered": list(requests.filter(answered_at__isnull=False).values_list("pk", flat=True)),
    }
    PartnerRequest.objects.filter(pk__in=[*moved["open"], *moved["answered"]]).update(player=stays)
    return {**moved, "dropped": rows}


def put_back(stays: Player, goes: Player, moved: Mapping[str, Any]) -> None:
    """Ask the duplicate again; requests answered since the merge stay with `stays`."""
    still = PartnerRequest.objects.filter(player=stays)
    waiting = still.filter(pk__in=moved.get("open", []))
    _lock_events(waiting)
    waiting.filter(answered_at__isnull=True).update(player=goes)
    still.filter(pk__in=moved.get("answered", [])).update(player=goes)
    there = set(
        Entry.objects.filter(
            pk__in=[row["fields"]["entry"] for row in moved.get("dropped", [])]
        ).values_list("pk", flat=True)
    )
    put_rows_back([row for row in moved.get("dropped", []) if row["fields"]["entry"] in there])


def _requests() -> "QuerySet[PartnerRequest, PartnerRequest]":
    return PartnerRequest.objects.filter(entry__event__state__in=TO_BE_PLAYED)


def _is_declined(row: PartnerRequest) -> bool:
    return row.answered_at is not None and not row.agreed


def _lock_events(requests: "QuerySet[PartnerRequest, PartnerRequest]") -> None:
    """Lock the events: answers of other people come before this change or after it."""
    events = Event.objects.filter(pk__in=requests.values("entry__event"))
    list(events.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))


def register_requests() -> None:
    register(Keeper("partner_requests", obstacles, preview, move, put_back))

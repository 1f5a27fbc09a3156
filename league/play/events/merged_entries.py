"""What a merge of duplicate players moves in events: entries, presence and lists of reserves.

`goes` is the duplicate, `stays` the player who remains. What is over keeps the duplicate.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Player
from league.clubs.services.merging_players import (
    CannotUndoMerge,
    Keeper,
    Obstacles,
    Preview,
    register,
)
from league.foundation.journal.versions import kept, put_rows_back
from league.play.events.models import TO_BE_PLAYED, Attendance, EntryMember, Evening, Event, Reserve

SILENT: tuple[Obstacles, Preview] = (lambda *_pair: (), lambda *_pair: ())


def obstacles(stays: Player, goes: Player) -> Sequence[str]:
    """Return a sentence for each event in which both are entered: then they cannot be merged."""
    return [
        _(
            "Both are in %(event)s. If they really are the same person, withdraw one of the "
            "two there first."
        )
        % {"event": event.name}
        for event in Event.objects.filter(pk__in=_events_of(stays) & _events_of(goes)).order_by(
            "starts_on", "id"
        )
    ]


def _events_of(player: Player) -> set[int]:
    ids = (player.pk, *player.doubles.values_list("pk", flat=True))
    rows = EntryMember.objects.filter(player_id__in=ids, left_at__isnull=True)
    return set(rows.values_list("event_id", flat=True))


def preview(stays: Player, goes: Player) -> Sequence[str]:
    entered = EntryMember.objects.filter(player=goes).select_related("event")
    moving = entered.filter(left_at__isnull=True, event__state__in=TO_BE_PLAYED)
    sentences = [
        _("The entry in %(event)s goes to %(player)s.")
        % {"event": member.event.name, "player": stays.name}
        for member in moving.order_by("event__starts_on", "event_id")
    ]
    over = entered.exclude(event__state__in=TO_BE_PLAYED).values("event_id").distinct().count()
    if over:
        sentences.append(
            ngettext(
                "The results of %(count)d event that is over stay, shown as %(player)s’s.",
                "The results of %(count)d events that are over stay, shown as %(player)s’s.",
                over,
            )
            % {"count": over, "player": stays.name}
        )
    return sentences


def move(stays: Player, goes: Player) -> Mapping[str, Any]:
    moving = EntryMember.objects.filter(
        player=goes, left_at__isnull=True, event__state__in=TO_BE_PLAYED
    )
    _lock_events(moving)
    rows = list(moving.values_list("pk", "event_id"))
    _give(stays, rows)
    return {"members": [pk for pk, _event in rows]}


def put_back(stays: Player, goes: Player, moved: Mapping[str, Any]) -> None:
    """Give entries back. Raises CannotUndoMerge where an event is over or an entry was changed."""
    wanted = moved.get("members", [])
    _lock_events(EntryMember.objects.filter(pk__in=wanted))
    there = EntryMember.objects.filter(
        pk__in=wanted, player=stays, left_at__isnull=True, event__state__in=TO_BE_PLAYED
    )
    rows = list(there.values_list("pk", "event_id"))
    if len(rows) < len(wanted):
        raise CannotUndoMerge(
            _("An entry that %(stays)s took over from %(goes)s has since changed, or is over.")
            % {"stays": stays.name, "goes": goes.name}
        )
    _give(goes, rows)


def _lock_events(members: "QuerySet[EntryMember, EntryMember]") -> None:
    """Lock the events: other changes of their entries come before this one or after it."""
    events = Event.objects.filter(pk__in=members.values("event"))
    list(events.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))


def _give(player: Player, rows: Sequence[tuple[int, int]]) -> None:
    EntryMember.objects.filter(pk__in=[pk for pk, _event in rows]).update(player=player)
    # the players differ now, so a draw previewed before is out of date
    events = {event for _pk, event in rows}
    Event.objects.filter(pk__in=events).update(entries_version=F("entries_version") + 1)


def move_presence(stays: Player, goes: Player) -> Mapping[str, Any]:
    """Make one row of presence of two; the partner of the player who remains is kept."""
    ticked = Attendance.objects.filter(evening__event__isnull=True)
    waiting = ticked.filter(player=goes)
    evenings = list(waiting.values_list("evening", flat=True))
    known = {row.evening_id: row for row in ticked.filter(player=stays, evening__in=evenings)}
    dropped = []
    for row in waiting:
        other = known.get(row.evening_id)
        if other is None:
            continue
        # if only one of the two rows says "present", that one is kept
        dropped.append(row if row.left_at is not None or other.left_at is None else other)
    rows = kept(dropped)
    Attendance.objects.filter(pk__in=[row.pk for row in dropped]).delete()
    moving = list(ticked.filter(player=goes).values_list("pk", flat=True))
    Attendance.objects.filter(pk__in=moving).update(player=stays)
    _plan_again(evenings)
    return {"moved": moving, "dropped": rows, "evenings": evenings}


def put_presence_back(stays: Player, goes: Player, moved: Mapping[str, Any]) -> None:
    """Note both players as present again, in evenings that have not begun since."""
    evenings = moved.get("evenings", [])
    begun = Evening.objects.filter(pk__in=evenings, event__isnull=False).select_related("event")
    if evening := begun.first():
        raise CannotUndoMerge(
            _("%(event)s has started since then, with %(stays)s marked present for both.")
            % {"event": evening.event, "stays": stays.name}
        )
    Attendance.objects.filter(pk__in=moved.get("moved", []), player=stays).update(player=goes)
    put_rows_back(moved.get("dropped", []))
    _plan_again(evenings)


def _plan_again(evenings: Sequence[int]) -> None:
    # the players differ now, so a plan proposed before is out of date
    Evening.objects.filter(pk__in=evenings).update(version=F("version") + 1)


def move_reserves(stays: Player, goes: Player) -> Mapping[str, Any]:
    """Keep one place on each list of reserves on which both players are."""
    listed = Reserve.objects.filter(player=stays).values("event")
    twice = list(Reserve.objects.filter(player=goes, event__in=listed))
    rows = kept(twice)
    Reserve.objects.filter(pk__in=[row.pk for row in twice]).delete()
    moving = list(Reserve.objects.filter(player=goes).values_list("pk", flat=True))
    Reserve.objects.filter(pk__in=moving).update(player=stays)
    return {"moved": moving, "dropped": rows}


def put_reserves_back(stays: Player, goes: Player, moved: Mapping[str, Any]) -> None:
    """Put the duplicate on the lists again, except on lists that were changed since the merge."""
    listed = Reserve.objects.filter(player=stays)
    still = set(listed.values_list("event", flat=True))
    listed.filter(pk__in=moved.get("moved", [])).update(player=goes)
    dropped = moved.get("dropped", [])
    put_rows_back([row for row in dropped if row["fields"]["event"] in still])


def register_entries() -> None:
    register(Keeper("entries", obstacles, preview, move, put_back))
    register(Keeper("presence", *SILENT, move_presence, put_presence_back))
    register(Keeper("reserves", *SILENT, move_reserves, put_reserves_back))

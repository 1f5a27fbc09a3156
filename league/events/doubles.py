"""Entries when two players turn out to be one: those still to be played move to who stays."""

from collections.abc import Sequence

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.doubles import Keeper, register
from league.clubs.models import Player
from league.events.models import Attendance, EntryMember, Evening, Event, EventState, Reserve

TO_BE_PLAYED = (EventState.DRAFT, EventState.OPEN, EventState.RUNNING)


def obstacles(stays: Player, goes: Player) -> Sequence[str]:
    """One person cannot be in two entries of an event, nor twice in one."""
    return [
        _(
            "Both are in %(event)s. Withdraw one of the two there first, "
            "or they are two people after all."
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
        _("The entry in %(event)s becomes %(player)s’s.")
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


def move(stays: Player, goes: Player) -> None:
    moving = EntryMember.objects.filter(
        player=goes, left_at__isnull=True, event__state__in=TO_BE_PLAYED
    )
    events = list(moving.values_list("event_id", flat=True))
    moving.update(player=stays)
    # a draw that somebody is looking at was made for other people
    Event.objects.filter(pk__in=events).update(entries_version=F("entries_version") + 1)


def move_presence(stays: Player, goes: Player) -> None:
    """Whoever was ticked twice is there once, beside the partner of the row that stays."""
    ticked = Attendance.objects.filter(evening__event__isnull=True)
    waiting = ticked.filter(player=goes)
    evenings = list(waiting.values_list("evening", flat=True))
    known = {row.evening_id: row for row in ticked.filter(player=stays, evening__in=evenings)}
    for row in waiting:
        other = known.get(row.evening_id)
        if other is None:
            continue
        # of two rows the one that says "present" is kept
        (row if row.left_at is not None or other.left_at is None else other).delete()
    ticked.filter(player=goes).update(player=stays)
    # a plan that somebody is looking at was made for other people
    Evening.objects.filter(pk__in=evenings).update(version=F("version") + 1)


def move_reserves(stays: Player, goes: Player) -> None:
    """Whoever was on a list twice is on it once."""
    listed = Reserve.objects.filter(player=stays).values("event")
    Reserve.objects.filter(player=goes, event__in=listed).delete()
    Reserve.objects.filter(player=goes).update(player=stays)


def register_entries() -> None:
    register(Keeper("entries", obstacles, preview, move))
    register(Keeper("presence", lambda *_pair: (), lambda *_pair: (), move_presence))
    register(Keeper("reserves", lambda *_pair: (), lambda *_pair: (), move_reserves))

"""What a merge of duplicate players moves in rounds: seats at tables not yet played.

`goes` is the duplicate, `stays` the player who remains.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Player
from league.clubs.services.merging_players import CannotUndoMerge, Keeper, register
from league.foundation.lists import listed
from league.play.events.models import EntryMember
from league.play.rounds.models import Round, RoundState, Seat, Table
from league.play.rounds.selectors import PLAYED

ROLES = ("player", "stands_in_for")


def obstacles(stays: Player, goes: Player) -> Sequence[str]:
    """Return sentences where both sat in the same round: then they are two people."""
    rounds = Round.objects.filter(pk__in=_rounds_of(stays) & _rounds_of(goes))
    of_event: dict[int, list[Round]] = {}
    for round in rounds.select_related("stage__event").order_by("pk"):
        of_event.setdefault(round.stage.event_id, []).append(round)
    return [
        ngettext(
            "Both have a seat in round %(rounds)s of %(event)s. If they really are the same "
            "person, give one of the seats to somebody else first.",
            "Both have a seat in rounds %(rounds)s of %(event)s. If they really are the same "
            "person, give one seat of each round to somebody else first.",
            len(shared),
        )
        % {
            "rounds": listed(round.number for round in shared),
            "event": shared[0].stage.event.name,
        }
        for shared in of_event.values()
    ]


def _rounds_of(player: Player) -> set[int]:
    ids = (player.pk, *player.doubles.values_list("pk", flat=True))
    rows = Seat.objects.filter(Q(player_id__in=ids) | Q(stands_in_for_id__in=ids))
    return set(rows.values_list("round_id", flat=True))


def preview(stays: Player, goes: Player) -> Sequence[str]:
    count = _unplayed_seats().filter(player=goes).count()
    if not count:
        return []
    return [
        ngettext(
            "%(count)d seat not played at yet goes to %(player)s.",
            "%(count)d seats not played at yet go to %(player)s.",
            count,
        )
        % {"count": count, "player": stays.name}
    ]


def move(stays: Player, goes: Player) -> Mapping[str, Any]:
    newest = Seat.objects.order_by("-pk").values_list("pk", flat=True).first()
    moved: dict[str, Any] = {"newest": newest or 0}
    for role in ROLES:
        moved[role] = list(_unplayed_seats().filter(**{role: goes}).values_list("pk", flat=True))
        Seat.objects.filter(pk__in=moved[role]).update(**{role: stays})
    return moved


def put_back(stays: Player, goes: Player, moved: Mapping[str, Any]) -> None:
    """Give the seats back, as long as none was played at and no round was drawn since."""
    if _drawn_since(stays, goes, moved.get("newest", 0)):
        raise CannotUndoMerge(
            _("Rounds have since been drawn in which %(stays)s sits for %(goes)s.")
            % {"stays": stays.name, "goes": goes.name}
        )
    for role in ROLES:
        seats = _unplayed_seats().filter(pk__in=moved.get(role, []), **{role: stays})
        seat_ids = list(seats.values_list("pk", flat=True))
        if len(seat_ids) < len(moved.get(role, [])):
            raise CannotUndoMerge(
                _("%(stays)s has since played at a seat of %(goes)s, or the seats were changed.")
                % {"stays": stays.name, "goes": goes.name}
            )
        Seat.objects.filter(pk__in=seat_ids).update(**{role: goes})


def _drawn_since(stays: Player, goes: Player, newest: int) -> bool:
    """Return whether `stays` got a seat since the merge in an event in which `goes` is entered."""
    entered = EntryMember.objects.filter(player=goes, left_at__isnull=True).values("event")
    theirs = Q(player=stays) | Q(stands_in_for=stays)
    seats = Seat.objects.filter(theirs, pk__gt=newest, round__stage__event__in=entered)
    return seats.exists()


def _unplayed_seats() -> QuerySet[Seat]:
    played = Table.objects.filter(PLAYED).values("pk")
    return Seat.objects.exclude(round__state=RoundState.CLOSED).exclude(table__in=played)


def register_seats() -> None:
    register(Keeper("seats", obstacles, preview, move, put_back))

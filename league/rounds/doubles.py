"""Seats when two players turn out to be one: those not played at yet move to who stays."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.doubles import Keeper, register
from league.clubs.models import Player
from league.rounds.models import Round, RoundState, Seat, Table
from league.rounds.selectors import PLAYED


def obstacles(stays: Player, goes: Player) -> Sequence[str]:
    """Who sat at two tables of a round at once is two people."""
    rounds = Round.objects.filter(pk__in=_rounds_of(stays) & _rounds_of(goes))
    return [
        _(
            "Both have a seat in round %(round)d of %(event)s. Give one of the seats to "
            "somebody else, or they are two people after all."
        )
        % {"round": round.number, "event": round.stage.event.name}
        for round in rounds.select_related("stage__event").order_by("pk")
    ]


def _rounds_of(player: Player) -> set[int]:
    ids = (player.pk, *player.doubles.values_list("pk", flat=True))
    rows = Seat.objects.filter(Q(player_id__in=ids) | Q(stands_in_for_id__in=ids))
    return set(rows.values_list("round_id", flat=True))


def preview(stays: Player, goes: Player) -> Sequence[str]:
    count = _not_played_at().filter(player=goes).count()
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


def move(stays: Player, goes: Player) -> None:
    for role in ("player", "stands_in_for"):
        seats = _not_played_at().filter(**{role: goes}).values_list("pk", flat=True)
        Seat.objects.filter(pk__in=list(seats)).update(**{role: stays})


def _not_played_at() -> QuerySet[Seat]:
    played = Table.objects.filter(PLAYED).values("pk")
    return Seat.objects.exclude(round__state=RoundState.CLOSED).exclude(table__in=played)


def register_seats() -> None:
    register(Keeper("seats", obstacles, preview, move))

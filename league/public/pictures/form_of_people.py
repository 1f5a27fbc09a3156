"""The last results of a player, and of two as partners, from the tables they sat at."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.clubs.models import Player
from league.events.models import EntryMember, Event
from league.public.pictures.form import DRAWN, LAST, LOST, WON
from league.results.models import TableState
from league.rounds.models import Room, RoundState, Seat


def form_of(player: Player, members: Sequence[EntryMember]) -> list[str]:
    """Return a player's last results in the events of these members; one query."""
    return _form(_seats(player).filter(round__stage__event__in={m.event_id for m in members}))


def form_of_pair(one: Player, other: Player, events: "QuerySet[Event]") -> list[str]:
    """Return the last results of two on the same side, in these events; one query."""
    beside = Seat.objects.filter(
        _is(other), table=OuterRef("table"), placement__side=OuterRef("placement__side")
    )
    shown = _seats(one).filter(round__stage__event__in=events.order_by().values("pk"))
    return _form(shown.filter(Exists(beside)))


def _is(player: Player) -> Q:
    return Q(player=player) | Q(player__merged_into=player)


def _seats(player: Player) -> "QuerySet[Seat]":
    """Return where the player sat at tables that are confirmed to the end, the newest first."""
    return (
        Seat.objects.filter(_is(player), table__result__state=TableState.CONFIRMED)
        .filter(table__room=Room.ONLY, table__result__awarded__isnull=True)
        .exclude(round__state=RoundState.DRAWN)
        .order_by("-round__opened_at", "-round__number", "-pk")
    )


def _form(seats: "QuerySet[Seat]") -> list[str]:
    newest = seats.values_list("table__result__winner", "placement__side")[:LAST]
    return [
        DRAWN if winner is None else WON if winner == side else LOST for winner, side in newest
    ][::-1]

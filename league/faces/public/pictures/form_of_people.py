"""The last results of a player, and of two as partners, from the tables they sat at."""

from collections.abc import Collection, Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.clubs.models import Player
from league.faces.public.pictures.form import DRAWN, LAST, LOST, WON
from league.play.events.models import EntryMember
from league.play.prepared.hiding import hidden_in_events
from league.play.results.models import TableState
from league.play.rounds.models import Room, RoundState, Seat

RESULT = ("table__result__winner", "placement__side", "table__deal_numbers")


def form_of(player: Player, members: Sequence[EntryMember]) -> list[str]:
    """Return a player's last results in the events of these members; two queries."""
    return _form(_seats(player), {m.event_id for m in members})


def form_of_pair(one: Player, other: Player, events: Collection[int]) -> list[str]:
    """Return the last results of two on the same side, in these events (ids); two queries."""
    beside = Seat.objects.filter(
        _is(other), table=OuterRef("table"), placement__side=OuterRef("placement__side")
    )
    return _form(_seats(one).filter(Exists(beside)), events)


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


def _form(seats: "QuerySet[Seat]", events: Collection[int]) -> list[str]:
    shown = seats.filter(round__stage__event__in=events)
    newest = list(shown.values_list(*RESULT)[:LAST])
    if any(deals for _winner, _side, deals in newest):
        held_back = hidden_in_events(events).held_back
        newest = list(shown.exclude(table__in=held_back).values_list(*RESULT)[:LAST])
    return [
        DRAWN if winner is None else WON if winner == side else LOST
        for winner, side, _deals in newest
    ][::-1]

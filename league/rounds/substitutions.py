"""Who stood in for whom so far, and what the rule on substitutes asks about a seat."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from league.clubs.models import Player
from league.events.models import Entry, EntryMember, EntryState, Event
from league.events.names import called_after, name_of
from league.events.selectors import members_with_players
from league.events.substitutes import SubstituteRule, rule_of
from league.rounds.models import Placement, PlacementKind, Round, Seat
from league.rounds.substitutes import Reason, StandIn, may_stand_in


def substitutions_of(event: Event) -> QuerySet[Seat]:
    """Return the seats at which somebody stood in, or will, in the order of the rounds."""
    return (
        Seat.objects.filter(round__stage__event=event, is_substitute=True)
        .select_related("round__stage", "table", "placement__entry")
        .select_related("player__merged_into", "stands_in_for__merged_into")
        .prefetch_related(Prefetch("placement__entry__members", _members()))
        .order_by("round__stage__number", "round__number", "table__number", "number")
    )


def _members() -> QuerySet[EntryMember]:
    return EntryMember.objects.select_related("player__merged_into").order_by("position", "id")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatToFill:
    """A seat, and all that says of any player of the club whether they may stand in there."""

    rule: SubstituteRule
    entry: str
    round: int
    at: datetime
    entry_had: int
    stood_in: Mapping[int, int]
    entry_of: Mapping[int, int]
    table_of: Mapping[int, int]
    reserves: frozenset[int]
    own_entry: int

    def facts(self, player: Player) -> StandIn:
        """Return what the rule asks about the player."""
        known = called_after(player)
        entry = self.entry_of.get(known.pk)
        return StandIn(
            player=known.name,
            entry=self.entry,
            round=self.round,
            day=self.at.date(),
            stood_in=self.stood_in.get(known.pk, 0),
            entry_had=self.entry_had,
            is_reserve=known.pk in self.reserves,
            has_entry=entry is not None,
            own_table=None if entry is None else self.table_of.get(entry),
        )

    def reasons(self, player: Player) -> list[Reason]:
        """Return why the player may not stand in; none for a member of the entry."""
        if self.is_member(player):
            return []
        return may_stand_in(self.rule, self.facts(player))

    def is_member(self, player: Player) -> bool:
        return self.entry_of.get(called_after(player).pk) == self.own_entry


def seat_to_fill(seat: Seat, *, at: datetime) -> SeatToFill:
    """Return the seat with the facts about everybody; six queries however many players there are.

    `at` is when somebody is seated: the last day with substitutes is one of the club's.
    """
    round = seat.round
    event = round.stage.event
    entries = Entry.objects.prefetch_related(members_with_players())
    entry = entries.get(pk=seat.placement.entry_id)
    stood_in, entry_rounds = _stood_in(event, seat)
    return SeatToFill(
        rule=rule_of(event),
        entry=name_of(entry),
        round=_number_in_event(round),
        at=timezone.localtime(at, ZoneInfo(event.club.time_zone)),
        entry_had=len(entry_rounds[entry.pk] - {round.pk}),
        stood_in=stood_in,
        entry_of=_entries_by_player(event.pk),
        table_of=dict(
            Placement.objects.filter(round=round, kind=PlacementKind.TABLE).values_list(
                "entry_id", "table__number"
            )
        ),
        reserves=frozenset(event.reserves.values_list("player_id", flat=True)),
        own_entry=entry.pk,
    )


def _stood_in(event: Event, seat: Seat) -> tuple[Counter[int], dict[int, set[int]]]:
    """Count the rounds of each substitute, and collect those of each entry; this seat is left out.

    Nobody sits at two seats of a round: a player's seats are rounds.
    """
    players: Counter[int] = Counter()
    entries: dict[int, set[int]] = defaultdict(set)
    rows = Seat.objects.filter(round__stage__event=event, is_substitute=True).exclude(pk=seat.pk)
    for player, merged, entry, round_id in rows.values_list(
        "player_id", "player__merged_into_id", "placement__entry_id", "round_id"
    ):
        players[merged or player] += 1
        entries[entry].add(round_id)
    return players, entries


def _entries_by_player(event_id: int) -> dict[int, int]:
    """Return the entry of everybody who takes part in one now."""
    rows = EntryMember.objects.filter(
        event=event_id, left_at__isnull=True, entry__state=EntryState.ACCEPTED
    )
    return {
        merged or player: entry
        for player, merged, entry in rows.values_list(
            "player_id", "player__merged_into_id", "entry_id"
        )
    }


def _number_in_event(round: Round) -> int:
    """Return the round's number counted through the stages of the event."""
    earlier = Round.objects.filter(
        stage__event=round.stage.event_id, stage__number__lt=round.stage.number
    )
    return earlier.count() + round.number

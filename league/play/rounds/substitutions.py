"""Whether somebody may stand in by the rule on substitutes, and who stood in for whom so far."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Player
from league.play.events.entry_rules import eligible_for
from league.play.events.models import (
    Entry,
    EntryKind,
    EntryMember,
    EntryState,
    Event,
    SubstitutePoints,
    Substitutes,
)
from league.play.events.names import called_after, name_of
from league.play.events.rulesets import SubstituteRule, rule_of
from league.play.events.selectors import members_column, read_members
from league.play.rounds.models import Placement, PlacementKind, Round, Seat

# Whether a player may stand in at a table: the event's rule, applied to the facts.


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """The facts about a player who would stand in for an entry in a round.

    The rounds that a player stood in, or an entry had substitutes, are those of the whole event
    without this one; `round` counts through its stages. `own_table` is the number of the table
    at which the player's own entry plays in the round. `opponent` is the entry against which it
    plays there and of which the player is; `not_of` the club for which the entry plays and the
    player does not.
    """

    player: str
    entry: str
    round: int
    day: date
    stood_in: int = 0
    entry_had: int = 0
    is_reserve: bool = False
    has_entry: bool = False
    own_table: int | None = None
    opponent: str = ""
    not_of: str = ""


class Reason(NamedTuple):
    """Why somebody may not stand in: a stable code and a whole sentence."""

    code: str
    sentence: str


def may_stand_in(rule: SubstituteRule, facts: StandIn) -> list[Reason]:
    """Return every reason why the player may not stand in; none when the rule allows it."""
    if rule.who == Substitutes.NOBODY:
        return [Reason("no_substitutes", _("Nobody may stand in for a player at this event."))]
    reasons = [
        _plays_against(facts),
        _of_another_club(facts),
        _not_free(rule, facts),
        _no_reserve(rule, facts),
        _too_often(rule, facts),
        _entry_too_often(rule, facts),
        _too_late(rule, facts),
        _too_late_in_the_year(rule, facts),
        _no_row_for_points(rule, facts),
    ]
    return [reason for reason in reasons if reason is not None]


def _plays_against(facts: StandIn) -> Reason | None:
    if not facts.opponent:
        return None
    sentence = _("%(player)s is of %(opponent)s, against which %(entry)s plays here.")
    words = {"player": facts.player, "opponent": facts.opponent, "entry": facts.entry}
    return Reason("plays_against", sentence % words)


def _of_another_club(facts: StandIn) -> Reason | None:
    if not facts.not_of:
        return None
    sentence = _("%(player)s is not registered for %(club)s, the club of %(entry)s.")
    words = {"player": facts.player, "club": facts.not_of, "entry": facts.entry}
    return Reason("another_club", sentence % words)


def _not_free(rule: SubstituteRule, facts: StandIn) -> Reason | None:
    if rule.who != Substitutes.FREE or facts.own_table is None:
        return None
    sentence = _(
        "%(player)s’s own entry plays at table %(table)d in this round; only somebody who is "
        "not playing may stand in."
    )
    return Reason("plays_elsewhere", sentence % {"player": facts.player, "table": facts.own_table})


def _no_reserve(rule: SubstituteRule, facts: StandIn) -> Reason | None:
    if rule.who != Substitutes.RESERVES or facts.is_reserve:
        return None
    sentence = _("%(player)s is not among the reserves of the event.")
    return Reason("not_a_reserve", sentence % {"player": facts.player})


def _too_often(rule: SubstituteRule, facts: StandIn) -> Reason | None:
    most = rule.most_a_substitute
    if most is None or facts.stood_in < most:
        return None
    sentence = ngettext(
        "%(player)s has already stood in for %(count)d round; the event allows %(most)d.",
        "%(player)s has already stood in for %(count)d rounds; the event allows %(most)d.",
        facts.stood_in,
    )
    numbers = {"player": facts.player, "count": facts.stood_in, "most": most}
    return Reason("stood_in_too_often", sentence % numbers)


def _entry_too_often(rule: SubstituteRule, facts: StandIn) -> Reason | None:
    most = rule.most_an_entry
    if most is None or facts.entry_had < most:
        return None
    sentence = ngettext(
        "%(entry)s had a substitute in %(count)d round already; the event allows %(most)d.",
        "%(entry)s had a substitute in %(count)d rounds already; the event allows %(most)d.",
        facts.entry_had,
    )
    numbers = {"entry": facts.entry, "count": facts.entry_had, "most": most}
    return Reason("entry_had_too_many", sentence % numbers)


def _too_late(rule: SubstituteRule, facts: StandIn) -> Reason | None:
    if rule.until_round is None or facts.round <= rule.until_round:
        return None
    sentence = _(
        "This is round %(round)d of the event, and substitutes are not allowed after round "
        "%(last)d."
    )
    return Reason("after_last_round", sentence % {"round": facts.round, "last": rule.until_round})


def _too_late_in_the_year(rule: SubstituteRule, facts: StandIn) -> Reason | None:
    if rule.until is None or facts.day <= rule.until:
        return None
    sentence = _("Today is %(today)s, and substitutes are not allowed after %(day)s.")
    days = {
        "today": date_format(facts.day, "DATE_FORMAT"),
        "day": date_format(rule.until, "DATE_FORMAT"),
    }
    return Reason("after_last_day", sentence % days)


def _no_row_for_points(rule: SubstituteRule, facts: StandIn) -> Reason | None:
    """Refuse a player without an entry where the substitute's entry would get the points."""
    if rule.points != SubstitutePoints.PLAYER or facts.has_entry:
        return None
    sentence = _(
        "A substitute’s points go to the substitute, and %(player)s is in no entry of the event: "
        "enter %(player)s first."
    )
    return Reason("no_entry_for_points", sentence % {"player": facts.player})


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
    opponents: Mapping[int, str]
    eligible: frozenset[int] | None
    club: str

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
            opponent=self.opponents.get(entry or 0, ""),
            not_of="" if self._is_eligible(known) else self.club,
        )

    def _is_eligible(self, player: Player) -> bool:
        return self.eligible is None or player.pk in self.eligible

    @property
    def refuses_somebody(self) -> bool:
        """Whether there is any player of the event's club who may not stand in here."""
        return self.rule.refuses_somebody or bool(self.opponents) or self.eligible is not None

    def reasons(self, player: Player) -> list[Reason]:
        """Return why the player may not stand in; none for a member of the entry."""
        if self.is_member(player):
            return []
        return may_stand_in(self.rule, self.facts(player))

    def is_member(self, player: Player) -> bool:
        return self.entry_of.get(called_after(player).pk) == self.own_entry


def seat_to_fill(seat: Seat, *, at: datetime) -> SeatToFill:
    """Return the seat with the facts about everybody; nine queries at most for any number of them.

    `at` is when somebody is seated: the last day with substitutes is one of the club's.
    """
    round = seat.round
    event = round.stage.event
    entries = Entry.objects.select_related("of_club__club").annotate(people=members_column())
    entry = entries.get(pk=seat.placement.entry_id)
    read_members(entry)
    entry.event = event
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
        opponents=_opponents(event, seat),
        eligible=_eligible(entry),
        club=entry.of_club.club.name if hasattr(entry, "of_club") else "",
    )


def _opponents(event: Event, seat: Seat) -> dict[int, str]:
    """Return the names of the teams against which a seat's team plays there, by entry.

    All of an individual's or a pair's opponents sit at the table: only teams have others.
    """
    if event.entry_kind != EntryKind.TEAM:
        return {}
    others = Placement.objects.filter(table=seat.table_id).exclude(entry=seat.placement.entry_id)
    rows = list(
        Entry.objects.filter(pk__in=others.values("entry")).annotate(people=members_column())
    )
    for entry in rows:
        read_members(entry)
    return {entry.pk: name_of(entry) for entry in rows}


def _eligible(entry: Entry) -> frozenset[int] | None:
    condition = eligible_for(entry)
    if condition is None:
        return None
    players = Player.objects.filter(condition, club=entry.event.club_id)
    return frozenset(players.values_list("pk", flat=True))


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
    if round.stage.number == 1:
        return round.number
    earlier = Round.objects.filter(
        stage__event=round.stage.event_id, stage__number__lt=round.stage.number
    )
    return earlier.count() + round.number

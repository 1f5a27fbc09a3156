"""Who is concerned, what they chose, and what was sent to whom. They read, they never write."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Case, Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from league.calendar.match_dates.models import DateState, MatchDate
from league.clubs.models import Club, Member, Player, Role, User
from league.clubs.permissions import DIRECTORS
from league.foundation.names import has_word
from league.foundation.outbox.models import OutboxMessage
from league.office.notifications.models import (
    Notification,
    Preference,
    PushSubscription,
    StoppedAddress,
)
from league.office.notifications.topics import Person, What
from league.play.events.models import Captain, Entry, EntryKind, EntryMember, EntryState, Event
from league.play.results.models import Submission, SubmissionState, TableState
from league.play.rounds.models import Placement, Room, Round, RoundState, Seat, Table

# of a duplicate the player it was merged into
STAYS = Coalesce("player__merged_into_id", "player_id")


# players without an account to whom the club may write
MAILED = ~Q(email="") & Q(user__isnull=True, takes_mail=True, merged_into__isnull=True)


def people_among(players: "Iterable[int] | QuerySet[Any, Any]") -> frozenset[Person]:
    """Return those of the players, given by their ids or by a query of these, who can be notified.

    They have an active account, or an address to which the club may write. One query.
    """
    wanted = players if isinstance(players, QuerySet) else set(players)
    return _people(Q(pk__in=wanted))


def _people(which: Q) -> frozenset[Person]:
    rows = Player.objects.filter(which).filter(Q(user__is_active=True) | MAILED)
    return frozenset(
        Person(user=user) if user else Person(player=player)
        for player, user in rows.values_list("pk", "user_id")
    )


def people_at(tables: Collection[int]) -> frozenset[Person]:
    """Return those who sit at the tables, and the entries' players who play there."""
    seated = Seat.objects.filter(table__in=tables, player__isnull=False)
    placed = Placement.objects.filter(table__in=tables)
    return _people(Q(pk__in=seated.values_list(STAYS, flat=True)) | Q(pk__in=_members(placed)))


def people_seated(tables: Collection[int]) -> frozenset[Person]:
    """Return those who sit at the tables."""
    seats = Seat.objects.filter(table__in=tables, player__isnull=False)
    return people_among(seats.values_list(STAYS, flat=True))


class Reach(NamedTuple):
    """How many of those who play in a round are notified where they sit, and how many play."""

    notified: int
    players: int


def reach_of_round(round: Round) -> Reach:
    """Return whom opening a round tells, whatever they chose; one query.

    What is played in the room is sent to phones alone.
    """
    seated = Seat.objects.filter(round=round, player__isnull=False).values_list(STAYS, flat=True)
    placed = _members(Placement.objects.filter(round=round, table__isnull=False))
    phone = Exists(PushSubscription.objects.filter(user=OuterRef("user")))
    mail = Q(user__address_confirmed_at__isnull=False)
    is_in_the_room = round.deadline is None and round.stage.event.starts_on == timezone.localdate()
    reached = Q(phone) if is_in_the_room else Q(phone) | mail | MAILED
    rows = Player.objects.filter(Q(pk__in=seated) | Q(pk__in=placed))
    return Reach(**rows.aggregate(notified=Count("pk", filter=reached), players=Count("pk")))


def people_without_table(round_id: int) -> frozenset[Person]:
    """Return the players of the entries that have no match in the round."""
    return people_among(_members(Placement.objects.filter(round=round_id, table=None)))


def _members(placements: "QuerySet[Placement]") -> "QuerySet[Any, Any]":
    rows = EntryMember.objects.filter(
        entry__in=placements.values("entry"), left_at__isnull=True, entry__state=EntryState.ACCEPTED
    )
    return rows.values_list(STAYS, flat=True)


def people_of_entry(entry_id: int) -> frozenset[Person]:
    rows = EntryMember.objects.filter(entry=entry_id, left_at__isnull=True)
    return people_among(rows.values_list(STAYS, flat=True))


def people_to_confirm(
    asked: Iterable[tuple[int, int | None]],
) -> dict[tuple[int, int | None], frozenset[Person]]:
    """Return the accounts of those who confirm what a side entered at a table, by both.

    Those who sit on the other sides and, of a match that was arranged for a day or until a
    deadline, their captains. Of two rooms the open one stands for both. At most five queries.
    """
    wanted = set(asked)
    dated = MatchDate.objects.filter(round=OuterRef("round"), number=OuterRef("table__number"))
    is_arranged = Q(round__deadline__isnull=False) | Exists(dated.exclude(state=DateState.DRAFT))
    placements = list(
        Placement.objects.filter(table__in={table for table, _side in wanted})
        .annotate(is_arranged=Case(When(is_arranged, then=True), default=False))
        .values_list("pk", "table_id", "side", "entry_id", "room", "is_arranged")
    )
    seated: dict[int, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(placement__in=[row[0] for row in placements])
    for placement, player in seats.filter(player__isnull=False).values_list("placement", STAYS):
        seated[placement].add(player)
    captains = _captains_by_entry(
        {entry for *_rest, entry, room, arranged in placements if arranged and room != Room.CLOSED}
    )
    players: dict[tuple[int, int | None], set[int]] = {one: set() for one in wanted}
    for table, side in wanted:
        for placement, of_table, of_side, entry, room, arranged in placements:
            if of_table == table and of_side != side:
                players[table, side] |= seated[placement]
                if arranged and room != Room.CLOSED and side is not None:
                    players[table, side] |= captains[entry]
    known = set().union(*players.values())
    accounts = dict(
        Player.objects.filter(pk__in=known, user__is_active=True).values_list("pk", "user_id")
    )
    return {
        one: frozenset(Person(user=accounts[player]) for player in found if player in accounts)
        for one, found in players.items()
    }


def _captains_by_entry(entries: Collection[int]) -> dict[int, set[int]]:
    """Return by entry the players who speak for it: `events.captaincy` says who that is."""
    captains: dict[int, set[int]] = defaultdict(set)
    if not entries:
        return captains
    for entry, player in Captain.objects.filter(entry__in=entries).values_list("entry", STAYS):
        captains[entry].add(player)
    members = EntryMember.objects.filter(
        entry__in=set(entries) - captains.keys(), left_at__isnull=True
    )
    rows = members.order_by("entry", "position", "pk")
    for entry, kind, player in rows.values_list("entry", "event__entry_kind", STAYS):
        if kind != EntryKind.TEAM or entry not in captains:
            captains[entry].add(player)
    return captains


def captains_of(entries: "QuerySet[Any, Any]") -> Q:
    """Return which players speak for entries: `events.captaincy` says who that is."""
    named = Captain.objects.filter(entry__in=entries)
    members = EntryMember.objects.filter(
        entry__in=entries, entry__captain__isnull=True, left_at__isnull=True
    )
    teams = members.filter(event__entry_kind=EntryKind.TEAM)
    first = teams.order_by("entry", "position", "pk").distinct("entry")
    themselves = members.exclude(event__entry_kind=EntryKind.TEAM)
    return (
        Q(pk__in=named.values_list(STAYS, flat=True))
        | Q(pk__in=first.values_list(STAYS, flat=True))
        | Q(pk__in=themselves.values_list(STAYS, flat=True))
    )


def people_who_were_in(entries: Collection[int]) -> frozenset[Person]:
    """Return the players of entries, of those that withdrew with whom they had then."""
    there = Q(left_at__isnull=True) | Q(left_at=F("entry__withdrawn_at"))
    return people_among(
        EntryMember.objects.filter(there, entry__in=entries).values_list(STAYS, flat=True)
    )


def captains_at(table_id: int) -> frozenset[Person]:
    """Return the captains of the entries at a table; one query."""
    return _people(captains_of(Placement.objects.filter(table=table_id).values("entry")))


def captain_of_entry(entry_id: int) -> frozenset[Person]:
    return captains_of_entries([entry_id])


def captains_of_entries(entries: Collection[int]) -> frozenset[Person]:
    return _people(captains_of(Entry.objects.filter(pk__in=entries).values("pk")))


def tables_of_match(table_id: int) -> list[int]:
    """Return the tables of the match that is played at a table: one, or two."""
    here = Table.objects.filter(pk=table_id).first()
    if here is None:
        return []
    rows = Table.objects.filter(round=here.round_id, number=here.number)
    return list(rows.order_by("room").values_list("pk", flat=True))


def people_of_event(event_id: int) -> frozenset[Person]:
    """Return everybody who takes part in an event now."""
    rows = EntryMember.objects.filter(
        event=event_id, left_at__isnull=True, entry__state=EntryState.ACCEPTED
    )
    return people_among(rows.values_list(STAYS, flat=True))


def people_of_round(round: Round) -> frozenset[Person]:
    return people_at(list(round.tables.values_list("pk", flat=True)))


def directors_of(club_id: int) -> frozenset[Person]:
    rows = Member.objects.filter(club=club_id, role__in=DIRECTORS, user__is_active=True)
    return frozenset(Person(user=user) for user in rows.values_list("user_id", flat=True))


def owners_of(club_id: int) -> frozenset[Person]:
    rows = Member.objects.filter(club=club_id, role=Role.OWNER, user__is_active=True)
    return frozenset(Person(user=user) for user in rows.values_list("user_id", flat=True))


def people_notified(rows: "QuerySet[Notification]") -> frozenset[Person]:
    """Return who was notified of any of these; one query."""
    return frozenset(
        Person(user=user or 0, player=player or 0)
        for user, player in rows.values_list("user", "player")
    )


def unfinished_tables(round_id: int) -> list[int]:
    """Return the tables of a round whose result is not confirmed."""
    rows = Table.objects.filter(round=round_id).exclude(result__state=TableState.CONFIRMED)
    return list(rows.order_by("number", "room").values_list("pk", flat=True))


# What people chose.


def preference_of(user: User, club: Club) -> Preference:
    """Return what the account chose in the club; unsaved, as it is without a choice."""
    preference = Preference.objects.filter(user=user, club=club).first()
    return preference or Preference(user=user, club=club)


def preferences_of(people: Iterable[Person], club_id: int) -> Mapping[Person, Preference]:
    """Return what each person chose in the club; players without an account choose nothing."""
    people = set(people)
    rows = Preference.objects.filter(
        club=club_id, user__in={person.user for person in people if person.user}
    )
    chosen = {Person(user=row.user_id): row for row in rows}
    return {person: chosen.get(person) or Preference(club_id=club_id) for person in people}


def clubs_that_notify(user: User) -> "QuerySet[Club]":
    """Return the clubs that an account has to do with: as a member or as a player, by name."""
    member = Member.objects.filter(user=user).values("club")
    plays = Player.objects.filter(user=user, merged_into=None).values("club")
    return Club.objects.filter(pk__in=member.union(plays)).order_by("name", "id")


def has_to_do_with(user: User, club: Club) -> bool:
    """Say whether the club tells the account anything, or did and it has chosen what."""
    has_chosen = Preference.objects.filter(user=user, club=club).exists()
    return has_chosen or clubs_that_notify(user).filter(pk=club.pk).exists()


def takes_mail(user: User) -> bool:
    """Say whether notifications may be mailed to the account's address."""
    return user.address_confirmed_at is not None and stopped_address_of(user) is None


def player_takes_mail(player: Player) -> bool:
    """Say whether the club may write to a player who has no account."""
    return Player.objects.filter(MAILED, pk=player.pk).exists()


def stopped_address_of(user: User) -> StoppedAddress | None:
    """Return why nothing is mailed to the address that the account has now; None: it is."""
    return StoppedAddress.objects.filter(user=user, email=user.email).first()


def phones_of(user: User) -> "QuerySet[PushSubscription]":
    return PushSubscription.objects.filter(user=user).order_by("made_at", "pk")


# The log.


def log_of(club: Club, *, person: str = "", event: Event | None = None) -> "QuerySet[Notification]":
    """Return what a club's people were notified of, the newest first, with the ways it took.

    `person` is a part of a name. `is_settled`: the score that was to be confirmed waits no more.
    """
    scores = Submission.objects.filter(
        table=OuterRef("subject"),
        state=SubmissionState.SUBMITTED,
        table__round__state=RoundState.OPEN,
    )
    is_settled = Case(When(what=What.RESULT_WAITS, then=~Exists(scores)), default=False)
    rows = Notification.objects.filter(club=club).annotate(is_settled=is_settled)
    if person:
        rows = rows.filter(has_word(person, "user__name") | has_word(person, "player__name"))
    if event is not None:
        rows = rows.filter(event=event)
    ways = Prefetch("deliveries", OutboxMessage.objects.order_by("way"))
    return (
        rows.select_related("user", "player", "event", "club")
        .prefetch_related(ways)
        .order_by("-pk")
    )


def stopped_in(club: Club) -> "QuerySet[StoppedAddress]":
    """Return the addresses of the club's members and players that take no mail, by name."""
    here = Q(user__memberships__club=club) | Q(
        user__players__club=club, user__players__merged_into__isnull=True
    )
    rows = StoppedAddress.objects.filter(here, email=F("user__email")).distinct()
    return rows.select_related("user").order_by("user__name", "pk")

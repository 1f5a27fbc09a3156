"""What pages, the API and services ask of events. They read, they never write."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import (
    Case,
    Count,
    Exists,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from league.clubs.models import Club, Player, Role, User
from league.clubs.selectors import is_called, role_of
from league.foundation.compiled_queries import CompiledQuery, give_related
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import happenings_about
from league.foundation.names import has_word
from league.foundation.related_rows import read_rows, rows_column
from league.play.events.models import (
    Entry,
    EntryMember,
    EntryState,
    Event,
    EventCount,
    EventState,
    PartnerRequest,
    Season,
    Stage,
    Visibility,
)

Viewer: TypeAlias = User | AnonymousUser
STAFF_ROLES = (Role.OWNER, Role.DIRECTOR, Role.SCORER)
# in a list of all events: what needs work first, what is over last
WORK_FIRST = (
    EventState.RUNNING,
    EventState.OPEN,
    EventState.DRAFT,
    EventState.FINISHED,
    EventState.ARCHIVED,
)


# what everybody finds in lists
LISTED_FOR_ALL = ~Q(state=EventState.DRAFT) & Q(visibility=Visibility.PUBLIC)


def events_of(club: Club, viewer: Viewer) -> QuerySet[Event]:
    """Return the club's events that the viewer may find in a list, newest first.

    Unlisted events are only listed for the club's members: others need the address.
    """
    return club.events.filter(listed_for(club, viewer)).order_by("-starts_on", "-id")


def listed_for(club: Club, viewer: Viewer) -> Q:
    role = None if isinstance(viewer, AnonymousUser) else role_of(viewer, club)
    if role in STAFF_ROLES or (viewer.is_staff and getattr(viewer, "only_club", None) is None):
        return Q()
    if role is not None:
        return ~Q(state=EventState.DRAFT) & ~Q(visibility=Visibility.HIDDEN)
    return LISTED_FOR_ALL


def entries_in(*states: EntryState) -> Coalesce:
    """Count the entries of an event that are in one of these states.

    Each event's are counted by themselves, so that a page of a long list counts its own only.
    """
    entries = Entry.objects.filter(event=OuterRef("pk"), state__in=states)
    counted = entries.order_by().values("event").annotate(count=Count("pk"))
    return Coalesce(Subquery(counted.values("count")), 0)


def public_events_in(state: EventState) -> Coalesce:
    """Return how many events of a club in this state anybody finds in lists."""
    counts = EventCount.objects.filter(
        club=OuterRef("pk"), state=state, visibility=Visibility.PUBLIC
    )
    return Coalesce(Subquery(counts.values("events")), 0)


def ids_of(events: "QuerySet[Event]") -> ArraySubquery:
    """Return the ids of some events, for `any_of`: PostgreSQL begins with them.

    Where the club is joined instead, it may read the stages of all clubs.
    """
    return ArraySubquery(events.order_by().values("pk"))


def desk_events(club: Club) -> QuerySet[Event]:
    """Return every event of the club with what a list of them shows; one query."""
    return (
        club.events.select_related("season")
        .annotate(
            taking_part=entries_in(EntryState.ACCEPTED),
            waiting=entries_in(EntryState.APPLIED, EntryState.WAITING),
        )
        .order_by("-starts_on", "-id")
    )


def events_by_work(club: Club) -> QuerySet[Event]:
    """Return `desk_events` by their state, what needs work first; those of one newest first."""
    place = Case(*(When(state=state, then=Value(n)) for n, state in enumerate(WORK_FIRST)))
    return desk_events(club).annotate(place=place).order_by("place", "-starts_on", "-id")


def entries_of(event: Event) -> QuerySet[Entry]:
    """Return the entries in the order of their numbers, with members and players; two queries."""
    return event.entries.order_by("number").prefetch_related(members_with_players())


def entries_of_events(events: Sequence[Event]) -> dict[int, list[Entry]]:
    """Return the entries of each event, by its id, as `entries_of` has them; one query in all."""
    found: dict[int, list[Entry]] = {event.pk: [] for event in events}
    by_id = {event.pk: event for event in events}
    for entry in ENTRIES_OF_EVENTS(events=list(by_id)):
        entry.event = by_id[entry.event_id]
        found[entry.event_id].append(entry)
        read_members(entry)
    return found


def read_members(entry: Any) -> None:
    """Give an entry the members that were loaded with it as `people`."""
    give_related([entry], "members", read_rows(EntryMember, entry.people))


# what a player is called
CALLED = ("club_id", "user_id", "name", "public_name", "told_apart_by", "sort_key")


def columns_of_player(name: str) -> list[str]:
    """Return the columns that say what a player is called, and who it turned out to be."""
    stays = f"{name}__merged_into"
    called = [f"{one}__{column}" for one in (name, stays) for column in CALLED]
    return [f"{name}_id", f"{stays}_id", *called]


def stages_column() -> Combinable:
    """Return the stages of an event in their order, with all that is stored, as a column."""
    stages = Stage.objects.filter(event=OuterRef("pk")).order_by("number")
    return rows_column(stages, *(field.attname for field in Stage._meta.concrete_fields))


def stages_in_order(event: Event) -> list[Stage]:
    """Return the stages of an event by number; no query where they came with it."""
    return sorted(event.stages.all(), key=attrgetter("number"))


def members_column(entry: str = "pk") -> Combinable:
    """Return the members of an entry, with their players, as a column; it is that of its id."""
    members = EntryMember.objects.filter(entry=OuterRef(entry)).order_by("position", "id")
    columns = ("id", "entry_id", "position", "left_at")
    return rows_column(members, *columns, *columns_of_player("player"))


ENTRIES_OF_EVENTS = CompiledQuery(
    lambda value: (
        Entry.objects.filter(event__any_of=value("events"))
        .annotate(people=members_column())
        .order_by("event_id", "number")
    )
)


def asked_in(event: Event) -> dict[int, list[Player]]:
    """Return the players asked to be partners who have not answered, by entry id; one query."""
    asked: dict[int, list[Player]] = {}
    requests = PartnerRequest.objects.filter(entry__event=event, answered_at=None)
    for request in requests.select_related("player").order_by("asked_at", "id"):
        asked.setdefault(request.entry_id, []).append(request.player)
    return asked


def requests_for(user: User) -> QuerySet[PartnerRequest]:
    """Return the unanswered requests to the account's players to be partners in an entry."""
    return (
        PartnerRequest.objects.filter(
            player__user=user,
            answered_at=None,
            entry__state=EntryState.APPLIED,
            entry__event__state=EventState.OPEN,
        )
        .select_related("entry__event__club", "player")
        .prefetch_related(Prefetch("entry__members", _members()))
        .order_by("asked_at", "id")
    )


def requests_of(user: User) -> QuerySet[PartnerRequest]:
    """Return whom the account's players have asked and who has not agreed, while it is open."""
    own = EntryMember.objects.filter(player__user=user, left_at=None)
    return (
        PartnerRequest.objects.filter(
            entry__members__in=own,
            agreed=False,
            entry__state=EntryState.APPLIED,
            entry__event__state=EventState.OPEN,
        )
        .select_related("entry__event__club", "player")
        .order_by("asked_at", "id")
    )


def members_with_players() -> "Prefetch[str, QuerySet[EntryMember], str]":
    """Return what to prefetch so that an entry can be named without another query."""
    return Prefetch("members", _members())


def _members() -> QuerySet[EntryMember]:
    return EntryMember.objects.select_related("player__merged_into").order_by("position", "id")


def seasons_of(club: Club) -> QuerySet[Season]:
    return club.seasons.order_by("-starts_on", "-id")


def entered_players(event: Event) -> set[int]:
    """Return the ids of the players who are in an entry of the event now."""
    rows = EntryMember.objects.filter(event=event, left_at__isnull=True)
    return set(rows.values_list("player_id", flat=True))


def places_left(event: Event) -> int | None:
    """Return how many more entries can take part, or None where there is no limit."""
    if event.most_entries is None:
        return None
    taken = event.entries.filter(state=EntryState.ACCEPTED).count()
    return max(0, event.most_entries - taken)


def search_entries(club: Club, words: Iterable[str]) -> QuerySet[Entry]:
    """Return the club's entries with every word in their name or their players', newest first.

    `read_members` gives them what they are called by.
    """
    entries = Entry.objects.filter(event__club=club)
    for word in words:
        called_so = EntryMember.objects.filter(entry=OuterRef("pk")).filter(
            is_called(word, "player__") | is_called(word, "player__merged_into__")
        )
        entries = entries.filter(has_word(word) | Exists(called_so))
    return (
        entries.select_related("event")
        .annotate(people=members_column())
        .order_by("-event__starts_on", "-event_id", "number")
    )


def moves_up(event: Event) -> bool:
    """Return whether an entry on the waiting list takes the place of one that is withdrawn."""
    waiting = Entry.objects.filter(event_id=event.pk, state=EntryState.WAITING)
    return event.state == EventState.OPEN and waiting.exists()


def removal_of(event: Event, entry_id: int) -> Happening | None:
    """Return the journal's entry of a removal, if it holds what is needed to put the entry back."""
    return _last_with_rows("entry", entry_id, "entry.removed", event)


def stage_removal_of(event: Event, stage_id: int) -> Happening | None:
    """Return the journal's entry of a removal, if it holds what is needed to put the stage back."""
    return _last_with_rows("stage", stage_id, "stage.removed", event)


def _last_with_rows(about: str, pk: int, kind: str, event: Event) -> Happening | None:
    removals = happenings_about(about, pk).filter(kind=kind, event_id=event.pk)
    last = removals.order_by("-id").first()
    return last if last is not None and "was" in last.data else None

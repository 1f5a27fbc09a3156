"""What pages, the API and other subjects ask of venues and dates. They read, they never write."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.calendar.match_dates.models import NEVER_DATED, DateState, MatchDate, Venue
from league.clubs.models import Player
from league.foundation.journal.models import Happening
from league.play.events.models import Event, Stage
from league.play.rounds.models import Placement, Room, Round, RoundState, Seat, Table
from league.play.rounds.selectors import shown_rounds

MOST_COMING = 50
MOST_CALLED_OFF = 500
# days that stay when a calendar is made again
SETTLED = (DateState.AGREED, DateState.RULED)


def venues_for(event: Event) -> QuerySet[Venue]:
    """Return the venues in which an event may play: of its club and of those of its entries."""
    elsewhere = event.entries.filter(of_club__isnull=False).values("of_club__club")
    clubs = Q(club=event.club_id) | Q(club__in=elsewhere)
    return Venue.objects.filter(clubs, is_in_use=True).select_related("club").order_by("name", "pk")


def placed_match_dates() -> QuerySet[MatchDate]:
    """Return the dates of matches that have one, or had one; not what proposals alone hang on."""
    return MatchDate.objects.select_related("venue", "round__stage").exclude(NEVER_DATED)


def shown_dates() -> QuerySet[MatchDate]:
    """Return the dates that whoever sees the event sees: published ones, of rounds shown."""
    return (
        placed_match_dates().exclude(state=DateState.DRAFT).exclude(round__state=RoundState.DRAWN)
    )


def shown_rounds_dated(event: Event) -> QuerySet[Round]:
    """Return the rounds that the public may see; `has_dates` says whether one has matches dated."""
    dated = placed_match_dates().filter(round=OuterRef("pk")).exclude(state=DateState.DRAFT)
    return shown_rounds(event).annotate(has_dates=Exists(dated))


def called_off_of(events: Iterable[int]) -> QuerySet[Happening]:
    """Return what was written of matches of events (ids) that are off, the newest first."""
    rows = Happening.objects.filter(event_id__in=list(events), kind="match.called_off")
    return rows.filter(data__has_key="round_id").order_by("-pk")


def first_sequences(event: Event) -> dict[tuple[int, int], int]:
    """Return where dates of matches that were off once count on, by round and number; one query.

    In a subscribed calendar a match has the number of its last change; one that is dated again
    must have a higher one than its cancellation.
    """
    found: dict[tuple[int, int], int] = {}
    for data in called_off_of([event.pk])[:MOST_CALLED_OFF].values_list("data", flat=True):
        found.setdefault((data["round_id"], data["table"]), data["sequence"] + 1)
    return found


def date_of_table(table: Table, *, even_draft: bool = False) -> MatchDate | None:
    """Return the date of the match of a table, with its venue; None without one."""
    dates = placed_match_dates() if even_draft else shown_dates()
    return dates.filter(round=table.round_id, number=table.number).first()


def is_home_second(table: Table, date: MatchDate | None) -> bool:
    """Say whether the second side of a table is at home; the sides of a closed room are turned."""
    if date is None or date.home_side is None:
        return False
    return date.home_side == (0 if table.room == Room.CLOSED else 1)


def dates_of_round(round: Round, *, even_drafts: bool = False) -> dict[int, MatchDate]:
    """Return the dates of the matches of a round by the numbers of their tables; one query."""
    dates = placed_match_dates() if even_drafts else shown_dates()
    return {date.number: date for date in dates.filter(round=round)}


def dates_of_stage(stage: Stage, *, even_drafts: bool = False) -> list[MatchDate]:
    """Return the dates of a stage in order of time; postponed matches last."""
    dates = placed_match_dates() if even_drafts else shown_dates()
    return list(dates.filter(round__stage=stage).order_by("begins_at", "round__number", "number"))


def with_dates(stages: QuerySet[Stage]) -> QuerySet[Stage]:
    """Return the stages with `has_dates`: whether one of their matches has a published date."""
    dated = shown_dates().select_related(None).filter(round__stage=OuterRef("pk"))
    return stages.annotate(has_dates=Exists(dated))


def is_dated() -> Exists:
    """Say whether a match of an event has a published date."""
    dates = shown_dates().select_related(None)
    return Exists(dates.filter(round__stage__event=OuterRef("pk")))


def has_dates(event: Any) -> bool:
    """Say whether a match of the event has a published date; a query unless it is known."""
    if not hasattr(event, "is_dated"):
        event.is_dated = Event.objects.filter(is_dated(), pk=event.pk).exists()
    return bool(event.is_dated)


def coming_matches_of(players: Collection[Player], after: datetime) -> list[MatchDate]:
    """Return the next matches of these players from a moment on, at most MOST_COMING.

    Those of entries that they are in, and those at which they are seated, as substitutes too.
    """
    found = shown_dates().filter(begins_at__gte=after).filter(_plays(players))
    return list(found.select_related("round__stage__event__club").order_by("begins_at", "pk"))[
        :MOST_COMING
    ]


def _plays(players: Collection[Player]) -> Q:
    ids = [player.pk for player in players]
    match = {"round": OuterRef("round"), "table__number": OuterRef("number")}
    named = Q(entry__members__player__in=ids) | Q(entry__members__player__merged_into__in=ids)
    in_entry = Placement.objects.filter(named, entry__members__left_at__isnull=True, **match)
    seated = Q(player__in=ids) | Q(player__merged_into__in=ids)
    return Q(Exists(in_entry)) | Q(Exists(Seat.objects.filter(seated, **match)))


def tables_of_match(date: MatchDate) -> QuerySet[Table]:
    """Return the table of a match, or its two."""
    return Table.objects.filter(round=date.round_id, number=date.number).order_by("room")


def taken_evenings(venues: Collection[int], but: Stage) -> QuerySet[MatchDate]:
    """Return what is dated in these venues in other stages, drafts too."""
    dates = MatchDate.objects.filter(venue__in=venues, begins_at__isnull=False)
    return dates.exclude(round__stage=but)

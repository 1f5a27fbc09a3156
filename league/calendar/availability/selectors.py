"""Queries on who said that they come. They read, they never write."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from league.calendar.availability.models import Answer, Availability
from league.calendar.availability.occasions import Occasion
from league.clubs.models import Club, Player
from league.foundation.related_rows import read_rows, rows_column
from league.play.events.models import Entry, Event
from league.play.events.selectors import columns_of_player

MOST_SAID = 500
ORDER = [Answer.COMES, Answer.PERHAPS, Answer.NOT]


@dataclass(frozen=True, slots=True)
class Answers:
    """What was said of one day, those who come first, by name within an answer."""

    rows: Sequence[Availability]

    def of(self, answer: str) -> list[Availability]:
        return [row for row in self.rows if row.answer == answer]

    @property
    def counts(self) -> list[tuple[str, str, int]]:
        """Return (answer, its label, how many) in their order."""
        return [(str(one), str(one.label), len(self.of(one))) for one in ORDER]


def said_for(occasions: Iterable[Occasion]) -> dict[tuple[int, int | None, date], Availability]:
    """Return what was said, by the key of the occasion; one query."""
    wanted = {one.key for one in occasions}
    players = {key[0] for key in wanted}
    whose = Q(player__in=players) | Q(player__merged_into__in=players)
    rows = Availability.objects.filter(whose, day__in={key[2] for key in wanted})
    return {(row.player.pk, row.event_id, row.day): row for row in _sorted(rows).rows}


def answers_for_event(event: Event, day: date) -> Answers:
    """Return what was said of one day of an event."""
    return _sorted(Availability.objects.filter(event=event, day=day))


def answers_for_evening(club: Club, day: date) -> Answers:
    """Return what was said of a club's evening, and of events of the club on that day."""
    return _sorted(_for_evening(club, day))


def with_answers(clubs: "QuerySet[Club]", day: Any) -> "QuerySet[Club]":
    """Return clubs with what `read_answers` gives as `answers_for_evening` does."""
    columns = ("id", "event_id", "day", "answer", "note", "player__sort_key")
    answers = rows_column(
        _for_evening(OuterRef("pk"), day).order_by("answered_at", "pk")[:MOST_SAID],
        *(*columns, *columns_of_player("player")),
    )
    more: dict[str, Any] = {"answers": answers}
    with_columns: QuerySet[Club] = clubs.annotate(**more)
    return with_columns


def read_answers(row: Any) -> Answers:
    """Return what was said, of a club that was read `with_answers`."""
    return _by_answer(read_rows(Availability, row.answers))


def _for_evening(club: Any, day: Any) -> "QuerySet[Availability]":
    of_evening = Q(event__isnull=True, player__club=club)
    return Availability.objects.filter(of_evening | Q(event__club=club), day=day)


def answers_by_day(event: Event, since: date) -> list[tuple[date, Answers]]:
    """Return what was said of the days of an event from one day on, in their order; one query."""
    rows = _sorted(Availability.objects.filter(event=event, day__gte=since)).rows
    days = sorted({row.day for row in rows})
    return [(day, Answers([row for row in rows if row.day == day])) for day in days]


def answers_in_entry(entry: Entry, day: date) -> Answers:
    """Return what the players of an entry said of one day of its event."""
    members = Q(player__entry_members__entry=entry, player__entry_members__left_at__isnull=True)
    return _sorted(Availability.objects.filter(members, event=entry.event_id, day=day).distinct())


def said_by(
    players: Collection[int], event: Event, days: Collection[date]
) -> dict[tuple[int, date], str]:
    """Return what players said of days, by player (who stays) and day; one query.

    What was said of the event counts before what was said of the club's evening.
    """
    whose = Q(player__in=players) | Q(player__merged_into__in=players)
    asked = Q(event=event) | Q(event__isnull=True)
    rows = Availability.objects.filter(whose, asked, day__in=days)
    stays = Coalesce("player__merged_into_id", "player_id")
    rows = rows.order_by(F("event").asc(nulls_first=True), "answered_at", "pk")
    return {
        (player, day): answer for player, day, answer in rows.values_list(stays, "day", "answer")
    }


def comers(occasions: Sequence[Occasion]) -> dict[tuple[int | None, date, int], list[Player]]:
    """Return who said they come, by event, day and club, for the clubs' own people; one query."""
    days = {one.day for one in occasions}
    events = {one.event.pk for one in occasions if one.event}
    clubs = {one.player.club_id for one in occasions}
    there = Q(event__in=events) | Q(event__isnull=True, player__club__in=clubs)
    rows = Availability.objects.filter(there, day__in=days, answer=Answer.COMES)
    found: dict[tuple[int | None, date, int], list[Player]] = {}
    for row in _sorted(rows).rows:
        found.setdefault((row.event_id, row.day, row.player.club_id), []).append(row.player)
    return found


def _sorted(rows: "QuerySet[Availability]") -> Answers:
    newest_last = rows.select_related("player__merged_into").order_by("answered_at", "pk")
    return _by_answer(newest_last[:MOST_SAID])


def _by_answer(newest_last: Iterable[Availability]) -> Answers:
    """Return the rows by answer and name; what was said for a double is of the player who stays.

    Where both said something, the later one counts.
    """
    kept: dict[tuple[int, int | None, date], Availability] = {}
    for row in newest_last:
        row.player = row.player.merged_into or row.player
        kept[(row.player.pk, row.event_id, row.day)] = row
    by_name = sorted(kept.values(), key=lambda row: (row.player.sort_key, row.player.pk))
    return Answers(sorted(by_name, key=lambda row: ORDER.index(Answer(row.answer))))

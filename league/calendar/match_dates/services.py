"""Everything that changes homes of entries and dates of matches."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, TypeAlias

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from league.calendar.match_dates.models import DateProposal, DateState, EntryHome, MatchDate, Venue
from league.calendar.match_dates.selectors import first_sequences, venues_for
from league.calendar.match_dates.typed_days import check_days
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.versions import change_made, change_to_undo, is_undone
from league.foundation.refusal import OutOfDate, Refused, RowsRefused
from league.play.events.journaling import journal_event, journal_stage, locked
from league.play.events.models import Entry, Event, Stage
from league.play.events.names import name_of
from league.play.rounds import services as rounds
from league.play.rounds.merged_seats import EditedMatches
from league.play.rounds.models import Placement, Round, RoundState
from league.play.rounds.rooms import renumber
from league.play.rounds.services.running_rounds import (
    check_running,
    journal_round,
    lock_round,
    lock_stage,
)

# --- Dates of matches: set, moved, postponed, and a calendar published with its rounds opened ---

FIRST_YEAR, LAST_YEAR = 1900, 2199


class DateInvalid(Refused):
    code = "date_invalid"


class NothingToPublish(Refused):
    code = "nothing_to_publish"


@transaction.atomic
def set_date(
    *,
    round: Round,
    number: int,
    begins_at: datetime | None,
    venue: Venue | None = None,
    home_side: int | None = None,
    state: DateState,
    by: Act,
) -> MatchDate:
    """Say when and where the match with this number of a round is played, and how firm that is.

    Everybody who dates a match comes here. Without `home_side` the one that was stays. Set again
    as it is, nothing changes; `sequence` counts the changes of what people have seen. Postponed is
    without a day; the others need one. Raises DateInvalid.
    """
    round = lock_round(round)
    date = MatchDate.objects.filter(round=round, number=number).first()
    date = date or MatchDate(
        round=round,
        number=number,
        sequence=first_sequences(round.stage.event).get((round.pk, number), 0),
    )
    _check(date, begins_at, state, home_side)
    if home_side is None:
        home_side = date.home_side
    wanted = {"begins_at": begins_at, "venue": venue, "home_side": home_side, "state": state}
    if date.pk and _is_as_wanted(date, wanted):
        return date
    old, was_seen = place_of(date), bool(date.pk) and date.state != DateState.DRAFT
    for name, value in wanted.items():
        setattr(date, name, value)
    date.changed_by_id = by.actor.user_id
    date.sequence += int(was_seen or state == DateState.POSTPONED)
    date.save()
    if state != DateState.DRAFT:
        _journal(date, old if was_seen else None, by=by)
    return date


def _is_as_wanted(date: MatchDate, wanted: Mapping[str, Any]) -> bool:
    """Say whether nothing is to be changed; who postpones what never had a day still says so."""
    is_same = all(getattr(date, name) == value for name, value in wanted.items())
    says_postponed = wanted["state"] == DateState.POSTPONED and not date.is_postponed
    return is_same and not says_postponed


@transaction.atomic
def ensure_date(*, round: Round, number: int) -> MatchDate:
    """Return the date of a match, made without a day where it has none: proposals hang on it.

    Nobody is notified, and it is not postponed: the match had no day before, and has none yet.
    """
    round = lock_round(round)
    date, _is_new = MatchDate.objects.get_or_create(
        round=round,
        number=number,
        defaults={
            "state": DateState.POSTPONED,
            "sequence": first_sequences(round.stage.event).get((round.pk, number), 0),
        },
    )
    return date


def _check(
    date: MatchDate, begins_at: datetime | None, state: DateState, home_side: int | None
) -> None:
    if not date.round.tables.filter(number=date.number).exists():
        raise DateInvalid(
            _("There is no table %(number)d in round %(round)d.")
            % {"number": date.number, "round": date.round.number}
        )
    if home_side not in (None, 0, 1):
        raise DateInvalid(_("A match is at home for one of its two sides."), field="home")
    if (begins_at is None) != (state == DateState.POSTPONED):
        raise DateInvalid(_("Give the day and the time of the match."), field="begins_at")
    if begins_at is not None and not FIRST_YEAR <= begins_at.year <= LAST_YEAR:
        raise DateInvalid(
            _("The year must be between %(first)d and %(last)d.")
            % {"first": FIRST_YEAR, "last": LAST_YEAR},
            field="begins_at",
        )
    if state == DateState.DRAFT and date.pk and date.state != DateState.DRAFT:
        raise DateInvalid(_("This date is published already: move it instead."))


def place_of(date: MatchDate) -> dict[str, Any]:
    """Return the day and place of a match, and who is at home, as the journal keeps it."""
    return {
        "begins_at": date.begins_at.isoformat() if date.begins_at else None,
        "venue": date.venue_id,
        "venue_name": date.venue.name if date.venue else "",
        "home_side": date.home_side,
    }


def _journal(date: MatchDate, old: Mapping[str, Any] | None, *, by: Act) -> None:
    data: dict[str, Any] = {
        "table": date.number,
        "match_date": date.pk,
        "state": date.state,
        "sequence": date.sequence,
    }
    old = old or {"begins_at": None, "venue": None, "venue_name": "", "home_side": None}
    data |= {"old": dict(old), "new": place_of(date)}
    journal_round(_kind_of(date, had_day=bool(old["begins_at"])), date.round, by=by, data=data)


def _kind_of(date: MatchDate, *, had_day: bool) -> str:
    """Return what became of a date: one that follows on no day is no move."""
    if date.state == DateState.POSTPONED:
        return "match.postponed"
    return "match.moved" if had_day else "match.dated"


@transaction.atomic
def publish_dates(*, stage: Stage, even_stale: bool = False, by: Act) -> list[Round]:
    """Publish the drafted dates of a stage and open its drawn rounds that have dates.

    All rounds are open together then, so that each match can be played on its day. Returns the
    rounds opened. Raises NothingToPublish, and what `open_round` raises: all or nothing.
    """
    stage = lock_stage(stage)
    check_running(stage.event)
    drafts = MatchDate.objects.filter(round__stage=stage, state=DateState.DRAFT)
    wanted = list(drafts.values_list("pk", flat=True))
    drawn = _drawn_with_dates(stage)
    if not wanted and not drawn:
        raise NothingToPublish(
            _("There is no drafted date to publish: make the calendar or date a match first.")
        )
    MatchDate.objects.filter(pk__in=wanted).update(
        state=DateState.PUBLISHED, changed_by=by.actor.user_id
    )
    for round in drawn:
        rounds.open_round(round=round, even_stale=even_stale, by=by)
    _journal_published(stage, len(wanted), drawn, by=by)
    return drawn


def _drawn_with_dates(stage: Stage) -> list[Round]:
    of_stage = stage.rounds.filter(state=RoundState.DRAWN, match_dates__isnull=False)
    return list(of_stage.order_by("number").distinct())


def _journal_published(stage: Stage, count: int, opened: list[Round], *, by: Act) -> None:
    journal_stage(
        "dates.published",
        stage,
        by=by,
        count=count,
        rounds=[round.number for round in opened],
    )


# --- Where and when entries play at home, and the days on which they cannot play ---

DAYS_OF_WEEK = 7
CHANGED = "homes.changed"
# a home as the journal keeps it, by column; None: the entry has none
Home: TypeAlias = dict[str, Any] | None


class HomeInvalid(Refused):
    code = "home_invalid"


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeTerms:
    """A venue, the `weekdays` (0: Monday) and the time of home matches, and days without any."""

    venue: Venue
    weekdays: tuple[int, ...]
    begins_at: time
    blocked: tuple[str, ...] = ()


@transaction.atomic
def set_homes(*, event: Event, homes: Mapping[Entry, HomeTerms | None], by: Act) -> int:
    """Set the homes of entries, None takes one away; return how many changed.

    Raises RowsRefused with what is wrong by the place of the entry, and then changes nothing.
    """
    locked(Event.objects.all(), pk=event.pk)
    _check_all(event, homes)
    was = {str(entry.pk): row for entry, terms in homes.items() if (row := _set(entry, terms))}
    if was:
        journal_event(CHANGED, event, by=by, count=len(was), was=was)
    return len(was)


def homes_change(event: Event, *, by: Act) -> Happening | None:
    """Return what somebody's change of homes at a moment wrote, if anything."""
    return change_made("event", event.pk, (CHANGED,), by=by)


@transaction.atomic
def undo_homes(*, event: Event, change: int, by: Act) -> int:
    """Give entries the homes they had before a change, a happening by its number.

    Undone twice it is done once; returns how many changed. Raises OutOfDate where one of them has
    another home since, or a venue or an entry is gone.
    """
    locked(Event.objects.all(), pk=event.pk)
    made = change_to_undo("event", event.pk, (CHANGED,), change)
    if made is None:
        raise OutOfDate(_("This can no longer be undone. Look at the page once more."))
    if is_undone(made):
        return 0
    was = made.data["was"]
    entries = {str(entry.pk): entry for entry in event.entries.filter(pk__in=was)}
    known = {home.entry_id: home for home in EntryHome.objects.filter(entry__in=was)}
    venues = set(Venue.objects.filter(pk__in=_venues_in(was)).values_list("pk", flat=True))
    for number, row in was.items():
        entry, before = entries.get(number), row["before"]
        if entry is None or _as_it_is(known.get(entry.pk)) != row["after"]:
            raise OutOfDate(
                _("This can no longer be undone: the home of %(entry)s has changed since then.")
                % {"entry": name_of(entry) if entry else number}
            )
        if before and before["venue_id"] not in venues:
            raise OutOfDate(
                _("This can no longer be undone: the earlier venue of %(entry)s no longer exists.")
                % {"entry": name_of(entry)}
            )
    for number, row in was.items():
        _write(entries[number], row["before"])
    journal_event(CHANGED, event, by=by, count=len(was), undoes=made.pk)
    return len(was)


def _venues_in(was: Mapping[str, Mapping[str, Any]]) -> list[int]:
    return [row["before"]["venue_id"] for row in was.values() if row["before"]]


def _check_all(event: Event, homes: Mapping[Entry, HomeTerms | None]) -> None:
    allowed = set(venues_for(event).values_list("pk", flat=True))
    allowed |= set(_now_in(event))
    wrong: dict[int, Refused] = {}
    for row, (entry, terms) in enumerate(homes.items()):
        try:
            _check_home(event, entry, terms, allowed)
        except Refused as refused:
            wrong[row] = refused
    if wrong:
        raise RowsRefused(wrong, field="homes")


def _now_in(event: Event) -> Iterable[int]:
    return EntryHome.objects.filter(entry__event=event).values_list("venue_id", flat=True)


def _check_home(event: Event, entry: Entry, terms: HomeTerms | None, allowed: set[int]) -> None:
    if entry.event_id != event.pk:
        raise HomeInvalid(_("This entry belongs to another event."))
    if terms is None:
        return
    if terms.venue.pk not in allowed:
        raise HomeInvalid(_("Choose a venue of the club or of the entry’s own club."))
    if not terms.weekdays or not set(terms.weekdays) <= set(range(DAYS_OF_WEEK)):
        raise HomeInvalid(_("Choose at least one evening on which it plays at home."))
    check_days(terms.blocked)


def _set(entry: Entry, terms: HomeTerms | None) -> dict[str, Home] | None:
    """Set a home, and return what it was and is; None where that changes nothing."""
    before = _as_it_is(EntryHome.objects.filter(entry=entry).first())
    after = None if terms is None else _wanted(terms)
    if before == after:
        return None
    _write(entry, after)
    return {"before": before, "after": after}


def _wanted(terms: HomeTerms) -> Home:
    return {
        "venue_id": terms.venue.pk,
        "weekdays": sorted(set(terms.weekdays)),
        "begins_at": terms.begins_at.isoformat(),
        "blocked": check_days(terms.blocked),
    }


def _as_it_is(home: EntryHome | None) -> Home:
    if home is None:
        return None
    return {
        "venue_id": home.venue_id,
        "weekdays": list(home.weekdays),
        "begins_at": home.begins_at.isoformat(),
        "blocked": list(home.blocked),
    }


def _write(entry: Entry, home: Home) -> None:
    if home is None:
        EntryHome.objects.filter(entry=entry).delete()
        return
    fields = dict(home) | {"begins_at": time.fromisoformat(home["begins_at"])}
    EntryHome.objects.update_or_create(entry=entry, defaults=fields)


# --- Dates after edits ---
# What becomes of dates when a draw is changed by hand or undone: a match of others keeps none.


def follow_edit(round: Round, edited: EditedMatches) -> None:
    """Drop the dates of matches that are gone, with their proposals; the others go with theirs."""
    dates = MatchDate.objects.filter(round=round)
    dates.filter(number__in=edited.freed).delete()
    turned = dates.filter(number__in=edited.turned)
    DateProposal.objects.filter(match_date__in=turned).update(by_side=1 - F("by_side"))
    turned.filter(home_side__isnull=False).update(home_side=1 - F("home_side"))
    renumber(dates, edited.moved)


def journal_called_off(ending: Sequence[tuple[Round, int]], by: Act) -> None:
    """Write down which of these matches had a day that people know: they are off now."""
    rounds = {round.pk: round for round, _number in ending}
    known = MatchDate.objects.filter(round__in=rounds, begins_at__isnull=False)
    known = known.exclude(state=DateState.DRAFT).select_related("venue")
    dates = {(date.round_id, date.number): date for date in known}
    entries = _entries_at(rounds) if dates else {}
    for round, number in ending:
        date = dates.get((round.pk, number))
        if date is not None:
            journal_stage(
                "match.called_off",
                round.stage,
                by=by,
                round=round.number,
                round_id=round.pk,
                table=number,
                sequence=date.sequence + 1,
                old=place_of(date),
                entries=sorted(entries[round.pk, number]),
            )


def _entries_at(rounds: Iterable[int]) -> dict[tuple[int, int], set[int]]:
    """Return who plays at each number of each round; one query."""
    rows = Placement.objects.filter(round__in=rounds, table__isnull=False)
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    for round, number, entry in rows.values_list("round", "table__number", "entry"):
        found[round, number or 0].add(entry)
    return found

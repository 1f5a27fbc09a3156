"""Makes the next season from the last: rules, divisions after the moves, handicaps, events."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import sha256
from itertools import count
from typing import Any, TypeAlias

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import SILENT, Progress
from league.foundation.jobs.kinds import Kind, Outcome
from league.foundation.jobs.models import Job
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.lists import listed
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.models import Entry, Event, Season
from league.play.events.services import add_season, check_season, competing_in, copy_event
from league.tables.seasons.keys import Moved, players_of
from league.tables.seasons.models import (
    Competitor,
    Division,
    DivisionEvent,
    OwnHandicap,
    SeasonRules,
    SignedMoves,
)
from league.tables.seasons.selectors import names_of_keys
from league.tables.seasons.services.season_settings import lock_season, put_into_division

# (the season, the next one): what subjects above seasons take over before entries are made again
Carry: TypeAlias = Callable[[Season, Season, Act], None]
_CARRIED: dict[str, Carry] = {}


def register_carried(subject: str, carry: Carry) -> None:
    """Have a subject above seasons take over what entries of the next season stand on."""
    _CARRIED[subject] = carry


class NotSigned(Refused):
    """The season has divisions, and nobody has signed who goes up and down."""

    code = "moves_not_signed"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Players of an event, by name, whose entries were not made again in the next season's."""

    event: Event
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NextSeason:
    """The season that was made, and by event who could not be entered again."""

    season: Season
    left_out: tuple[LeftOut, ...] = ()


def copy_season(
    *,
    season: Season,
    name: str,
    starts_on: date,
    ends_on: date,
    draw_lot: Callable[[], int] | None = None,
    by: Act,
) -> Season:
    """Return the season alone that `make_next_season` makes."""
    made = make_next_season(
        season=season,
        name=name,
        starts_on=starts_on,
        ends_on=ends_on,
        draw_lot=draw_lot,
        by=by,
    )
    return made.season


@transaction.atomic
def make_next_season(
    *,
    season: Season,
    name: str,
    starts_on: date,
    ends_on: date,
    draw_lot: Callable[[], int] | None = None,
    progress: Progress = SILENT,
    by: Act,
) -> NextSeason:
    """Make the next season from this one, or return the one that was made from it before.

    With `draw_lot`, which gives the seeds of lots for places in later stages, its events are made
    again as drafts, later by as many days as the season, each with who competed in it. An event of
    a division is of the same division of the next season, with those who are in it after the moves;
    so is one that names no division and in which all were of one. Who cannot be entered again, as
    they are gone or not registered any more, is named when it is made. Raises NotSigned,
    LimitReached, or EventInvalid for a name or days that a season cannot have.
    """
    rules = lock_season(season)
    copied = SeasonRules.objects.filter(copied_from=season).select_related("season").first()
    if copied is not None:
        return NextSeason(copied.season)
    signed = signed_moves_of(season)
    following = add_season(club=season.club, name=name, starts_on=starts_on, ends_on=ends_on, by=by)
    SeasonRules.objects.create(
        season=following,
        rules=_later(rules.rules, starts_on - season.starts_on),
        version=1,
        copied_from=season,
    )
    _copy_people(season, following, signed)
    _copy_handicaps(season, following)
    left_out: list[LeftOut] = []
    if draw_lot is not None:
        for carry in _CARRIED.values():
            carry(season, following, by)
        left_out = _copy_events(season, following, signed, draw_lot, progress, by=by)
    journal.append(
        kind="season.copied",
        by=by,
        club_id=season.club_id,
        subject=following,
        data={"season": season.name, "next": following.name},
    )
    return NextSeason(following, tuple(left_out))


def signed_moves_of(season: Season) -> SignedMoves | None:
    """Return what the next season begins with. Raises NotSigned where there are divisions."""
    signed = SignedMoves.objects.filter(season=season).first()
    if signed is None and season.divisions.exists():
        raise NotSigned(
            _("Sign the moves after %(season)s first: the next season begins with them.")
            % {"season": season.name}
        )
    return signed


def _later(rules: dict[str, Any], by: timedelta) -> dict[str, Any]:
    """Return the rules with the days on which handicaps are recalculated moved by `by`."""
    handicap = rules.get("handicap")
    if not handicap or not handicap.get("dates"):
        return rules
    days = [date.fromisoformat(day) + by for day in handicap["dates"]]
    return {**rules, "handicap": {**handicap, "dates": [day.isoformat() for day in days]}}


def _copy_people(season: Season, following: Season, signed: SignedMoves | None) -> None:
    divisions = {
        division.number: Division.objects.create(
            season=following,
            number=division.number,
            name=division.name,
            up=division.up,
            down=division.down,
        )
        for division in season.divisions.order_by("number")
    }
    guests = season.competitors.filter(is_guest=True)
    moves = signed.moves if signed else []
    teams = {move["key"] for move in moves if not players_of(move["key"])}
    names = names_of_keys(season, teams) if teams else {}
    Competitor.objects.bulk_create(
        [
            *(
                Competitor(
                    season=following,
                    key=move["key"],
                    name=names[move["key"]].full[:120] if move["key"] in teams else "",
                    division=divisions[move["after"]],
                )
                for move in moves
                if move["after"] is not None
            ),
            *(Competitor(season=following, key=g.key, name=g.name, is_guest=True) for g in guests),
        ]
    )


def _copy_events(
    season: Season,
    following: Season,
    signed: SignedMoves | None,
    draw_lot: Callable[[], int],
    progress: Progress,
    *,
    by: Act,
) -> list[LeftOut]:
    """Make the events again; return of each who could not be entered."""
    left_out: list[LeftOut] = []
    later = following.starts_on - season.starts_on
    events = list(season.events.order_by("starts_on", "id"))
    competing = {event.pk: competing_in(event) for event in events}
    moved = Moved(signed.moves if signed else [], competing.values())
    ties = dict(DivisionEvent.objects.filter(event__in=events).values_list("event", "division"))
    numbers = dict(season.divisions.values_list("pk", "number"))
    for event in progress.track(events, _("Making the events again")):
        here = competing[event.pk]
        division = numbers[ties[event.pk]] if event.pk in ties else moved.common_division(here)
        copied = copy_event(
            event=event,
            name=event.name,
            starts_on=event.starts_on + later,
            season=following,
            with_entries=True,
            instead=None if division is None else moved.entries_of(division, here),
            draw_lot=draw_lot,
            by=by,
        )
        if division is not None:
            put_into_division(copied.event, division, by=by)
        if copied.left_out:
            left_out.append(LeftOut(copied.event, copied.left_out))
    return left_out


def _copy_handicaps(season: Season, following: Season) -> None:
    """Copy the handicaps set by hand that are in force at the end; they begin on the first day."""
    OwnHandicap.objects.bulk_create(
        [
            OwnHandicap(
                season=following,
                player_id=handicap.player_id,
                from_day=following.starts_on,
                value=handicap.value,
                reason=handicap.reason,
                set_by_id=handicap.set_by_id,
                set_at=handicap.set_at,
            )
            for handicap in _latest_of_each_player(season)
            if handicap.value is not None
        ]
    )


def _latest_of_each_player(season: Season) -> Iterator[OwnHandicap]:
    rows = OwnHandicap.objects.filter(season=season).order_by("player_id", "-from_day")
    return iter(rows.distinct("player_id"))


# --- The next season with many events as a job, whose progress people see ---

MOST_EVENTS = 10  # that are made again while a request waits
MOST_ENTRIES = 400
LOTS = 2**31


class TakesLong(Refused):
    """The season has more events and entries than can be made again while a request waits."""

    code = "takes_long"


def takes_long(season: Season) -> bool:
    """Say whether the events of a season are so many that a worker should make them again."""
    entries = Entry.objects.filter(event__season=season).count()
    return season.events.count() > MOST_EVENTS or entries > MOST_ENTRIES


def copy_season_at_once(
    *,
    season: Season,
    name: str,
    starts_on: date,
    ends_on: date,
    draw_lot: Callable[[], int] | None,
    by: Act,
) -> NextSeason:
    """Do what `make_next_season` does while a request waits. Raises TakesLong too.

    What was made already is returned however long it would take.
    """
    is_made = hasattr(season, "copied_to")
    if draw_lot is not None and not is_made and takes_long(season):
        raise TakesLong(
            _(
                "The season has more than %(events)d events or %(entries)d entries: making them "
                "again takes longer than a request may take. Request it as a job, which makes "
                "them in the background."
            )
            % {"events": MOST_EVENTS, "entries": MOST_ENTRIES}
        )
    return make_next_season(
        season=season,
        name=name,
        starts_on=starts_on,
        ends_on=ends_on,
        draw_lot=draw_lot,
        by=by,
    )


def request_next_season(
    *,
    season: Season,
    name: str,
    starts_on: date,
    ends_on: date,
    seed: int,
    by: Act,
) -> Job:
    """Request a job that makes the next season with its events; asked for twice, there is one.

    The lots for places in later stages follow from `seed`. Raises NotSigned and EventInvalid as
    `make_next_season` does.
    """
    signed_moves_of(season)
    check_season(club=season.club, name=name, starts_on=starts_on, ends_on=ends_on)
    days = {"starts_on": starts_on.isoformat(), "ends_on": ends_on.isoformat()}
    return jobs.enqueue(
        kind=NEXT_SEASON.name,
        club_id=season.club_id,
        subject_id=season.pk,
        data={"name": name, "seed": seed, **days},
        by=by,
    )


def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
    """Make the season. Cancelled, nothing of it is made."""
    season = Season.objects.select_related("club").filter(pk=job.subject_id).first()
    if season is None:
        raise OutOfDate(_("The season no longer exists."))
    lots = _lots(job.data["seed"])
    made = make_next_season(
        season=season,
        name=job.data["name"],
        starts_on=date.fromisoformat(job.data["starts_on"]),
        ends_on=date.fromisoformat(job.data["ends_on"]),
        draw_lot=lambda: next(lots),
        progress=progress,
        by=Act(job.asked_by, at),
    )
    events = made.season.events.count()
    sentence = ngettext(
        "%(season)s created, with %(count)d event.",
        "%(season)s created, with %(count)d events.",
        events,
    )
    said = sentence % {"season": made.season.name, "count": events}
    more = _left_out_in_words(made)
    return Outcome(sentence=f"{said} {more}" if more else said, result={"season": made.season.pk})


def _left_out_in_words(made: NextSeason) -> str:
    """Return how many were not entered again, and where; names are not kept with a job."""
    count = sum(len(one.names) for one in made.left_out)
    if not count:
        return ""
    return ngettext(
        "Not entered again, as they no longer play here or are not registered: %(count)d player "
        "(%(events)s).",
        "Not entered again, as they no longer play here or are not registered: %(count)d players "
        "(%(events)s).",
        count,
    ) % {"count": count, "events": listed(one.event.name for one in made.left_out)}


def _lots(seed: int) -> Iterator[int]:
    """Go through numbers that follow from the seed."""
    for number in count():
        digest = sha256(f"{seed} {number}".encode()).digest()
        yield int.from_bytes(digest[:8]) % LOTS


NEXT_SEASON = Kind(
    name="next_season",
    label=gettext_lazy("The next season"),
    permission="seasons.change_season",
    carry_out=carry_out,
)

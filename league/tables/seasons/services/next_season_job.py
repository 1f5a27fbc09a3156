"""The next season with many events as a job, whose progress people see."""

from collections.abc import Callable, Iterator
from datetime import date, datetime
from hashlib import sha256
from itertools import count

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import Progress
from league.foundation.jobs.kinds import Kind, Outcome
from league.foundation.jobs.models import Job
from league.foundation.journal.actor import Actor
from league.foundation.lists import listed
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.models import Entry, Season
from league.play.events.services import check_season
from league.tables.seasons.services.copying import NextSeason, make_next_season, signed_moves_of

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
    actor: Actor,
    at: datetime,
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
        actor=actor,
        at=at,
    )


def request_next_season(
    *,
    season: Season,
    name: str,
    starts_on: date,
    ends_on: date,
    seed: int,
    actor: Actor,
    at: datetime,
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
        actor=actor,
        at=at,
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
        actor=job.asked_by,
        at=at,
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

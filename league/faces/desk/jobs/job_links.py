"""Jobs as pages of the desk show them: what they are about, the time left, the link at the end."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Club
from league.foundation.jobs.kinds import kind_named
from league.foundation.jobs.models import Job, JobState
from league.foundation.jobs.selectors import silent_since, under_way, workers_silent_since
from league.play.events.models import Season, Stage
from league.play.rounds.models import Round

# kinds of jobs whose subject is the id of a stage, of a season, and of a round
OF_A_STAGE = ("draw", "standings", "calendar")
OF_A_SEASON = ("season", "next_season")
OF_A_ROUND = ("table_cards", "slips", "score_sheets", "seating")
MINUTE = 60
CLOSELY = 10  # from here down every second is shown, above only steps of five


class Link(NamedTuple):
    label: str
    url: str


def under_way_shown(club: Club, user: Any, event: Any = None) -> dict[str, Any]:
    """Return what `desk/jobs/_under_way.html` needs; with an `event` only what is about its stages.

    The event is one that `event_page` found. At most five queries. What this person may not open
    has no link.
    """
    now = timezone.now()
    stages = None if event is None else {stage.pk for stage in event.stages.all()}
    jobs = [
        job
        for job in under_way(club.pk)
        if stages is None or (job.kind in OF_A_STAGE and job.subject_id in stages)
    ]
    named = subjects_of(jobs)
    shown = [
        {
            "job": job,
            "label": kind_named(job.kind).label,
            "subject": named.get((job.kind, job.subject_id), ""),
            "may_open": not job.by_itself and user.has_perm(kind_named(job.kind).permission, club),
        }
        for job in jobs
    ]
    silent = silent_since(event.heard_at, at=now) if event else workers_silent_since(at=now)
    return {"jobs": shown, "silent_since": silent}


def subjects_of(jobs: Collection[Job]) -> dict[tuple[str, int], str]:
    """Return what each job is about, by kind and subject; at most three queries.

    What is about the whole club has no name.
    """

    def ids(*kinds: str) -> set[int]:
        return {job.subject_id for job in jobs if job.kind in kinds}

    stages, rounds, seasons = ids(*OF_A_STAGE), ids(*OF_A_ROUND), ids(*OF_A_SEASON)
    named: dict[tuple[str, int], str] = {}
    if stages:
        rows = Stage.objects.filter(pk__in=stages).values_list("pk", "event__name", "name")
        for pk, event, stage in rows:
            named |= dict.fromkeys([(kind, pk) for kind in OF_A_STAGE], _joined(event, stage))
    if rounds:
        of_rounds = Round.objects.filter(pk__in=rounds)
        for pk, event, number in of_rounds.values_list("pk", "stage__event__name", "number"):
            name = _joined(event, _("Round %(number)d") % {"number": number})
            named |= dict.fromkeys([(kind, pk) for kind in OF_A_ROUND], name)
    if seasons:
        for pk, name in Season.objects.filter(pk__in=seasons).values_list("pk", "name"):
            named |= dict.fromkeys([(kind, pk) for kind in OF_A_SEASON], name)
    return named


def _joined(*names: str) -> str:
    return " · ".join(filter(None, names))


def time_left(seconds: int | None) -> str:
    """Return about how long it still takes, in minutes or seconds; "" where it is not known."""
    if seconds is None:
        return ""
    if seconds >= MINUTE + MINUTE // 2:
        minutes = round(seconds / MINUTE)
        return ngettext("about %(count)d minute left", "about %(count)d minutes left", minutes) % {
            "count": minutes
        }
    shown = seconds if seconds <= CLOSELY else 5 * round(seconds / 5)
    return ngettext("about %(count)d second left", "about %(count)d seconds left", shown) % {
        "count": shown
    }


def links_of(club: Club, job: Job) -> list[Link]:
    """Return the links to where a job leads: to its result, or back to where it was requested."""
    links = _LINKS.get(job.kind)
    return [link for link in [links(club, job) if links else None] if link]


def _draw(club: Club, job: Job) -> Link | None:
    stage = Stage.objects.select_related("event").filter(pk=job.subject_id).first()
    if stage is None:
        return None
    label = _("Look at what was drawn") if _is_done(job) else _("Back to the draw")
    at = [club.slug, stage.event.slug, stage.number]
    return Link(label, reverse("desk:draw_stage", args=at))


def _calendar(club: Club, job: Job) -> Link | None:
    stage = Stage.objects.select_related("event").filter(pk=job.subject_id).first()
    if stage is None:
        return None
    at = [club.slug, stage.event.slug, stage.number]
    if _is_done(job):
        return Link(_("Look at the calendar"), reverse("desk:calendar_stage", args=at))
    return Link(_("Back to the calendar"), reverse("desk:calendar_demands", args=at))


def _people(club: Club, job: Job) -> Link:
    if _is_done(job):
        return Link(_("Look at the players"), reverse("desk:people", args=[club.slug]))
    return Link(_("Back to the import"), reverse("desk:players_import", args=[club.slug]))


def _import(club: Club, job: Job) -> Link:
    if _is_done(job):
        return Link(_("Import another file"), reverse("desk:imports", args=[club.slug]))
    at = [club.slug, job.subject_id]
    return Link(_("Back to the import"), reverse("desk:import_preview", args=at))


def _import_reading(club: Club, job: Job) -> Link:
    if _is_done(job):
        page = reverse(f"desk:{job.result['page']}", args=[club.slug, job.subject_id])
        return Link(_("Go on with the import"), page)
    return Link(_("Choose another file"), reverse("desk:imports", args=[club.slug]))


def _standings(club: Club, job: Job) -> Link | None:
    stage = Stage.objects.select_related("event").filter(pk=job.subject_id).first()
    if stage is None:
        return None
    return Link(_("Back to the event"), reverse("desk:event", args=[club.slug, stage.event.slug]))


def _paper(club: Club, job: Job) -> Link | None:
    round = Round.objects.select_related("stage__event").filter(pk=job.subject_id).first()
    if round is None:
        return None
    stage = round.stage
    at = [club.slug, stage.event.slug, stage.number, round.number]
    return Link(_("Back to the round"), reverse("desk:round", args=at))


def _season(club: Club, job: Job) -> Link | None:
    season = Season.objects.filter(pk=job.subject_id).first()
    if season is None:
        return None
    return Link(_("Back to the season"), reverse("desk:season", args=[club.slug, season.slug]))


def _next_season(club: Club, job: Job) -> Link | None:
    made = Season.objects.filter(pk=job.result.get("season")).first()
    if made is not None:
        return Link(_("Look at the season"), reverse("desk:season", args=[club.slug, made.slug]))
    return _season(club, job)


def _club(club: Club, _job: Job) -> Link:
    return Link(_("Back to the overview"), reverse("desk:club", args=[club.slug]))


def _archive_made(club: Club, job: Job) -> Link:
    if _is_done(job):
        at = [club.slug, job.result["archive"]]
        return Link(_("Look at the archive"), reverse("desk:archive", args=at))
    return Link(_("Back to your club’s record"), reverse("desk:record", args=[club.slug]))


def _archive_tried(club: Club, job: Job) -> Link:
    if _is_done(job):
        at = [club.slug, job.subject_id]
        return Link(_("Look at what would happen"), reverse("desk:archive", args=at))
    return Link(_("Back to your club’s record"), reverse("desk:record", args=[club.slug]))


def _archive_read(club: Club, job: Job) -> Link:
    there = job.result.get("club", club.slug)
    return Link(_("Look at the club"), reverse("desk:club", args=[there]))


def _is_done(job: Job) -> bool:
    return job.state == JobState.DONE


_LINKS: Mapping[str, Callable[[Club, Job], Link | None]] = {
    "draw": _draw,
    "calendar": _calendar,
    "people": _people,
    "forget": _people,
    "import": _import,
    "import_reading": _import_reading,
    "standings": _standings,
    "season": _season,
    "next_season": _next_season,
    "ratings": _club,
    "statistics": _club,
    "archive": _archive_made,
    "archive_preview": _archive_tried,
    "archive_reading": _archive_read,
    **dict.fromkeys(OF_A_ROUND, _paper),
}

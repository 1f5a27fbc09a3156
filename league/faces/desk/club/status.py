"""“Status”: how the site works for a club, in whole sentences; for staff, for all clubs."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from celery import current_app
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError as BrokerAway

from league.clubs.models import Club
from league.faces.desk.access import club_page
from league.foundation import release
from league.foundation.club_limits.services import LIMITS, used
from league.foundation.jobs import catching_up
from league.office import site_status
from league.office.site_status import Owed

# results that are counted later than that are late: something is wrong
LATE = timedelta(minutes=2)
MAIL_LATE = timedelta(minutes=15)
SILENT = timedelta(seconds=120)
BACKUP_OLD = timedelta(hours=26)


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence of the page; its tone is that of a notice: good, info, warn or bad."""

    tone: str
    text: str


@require_safe
@club_page("clubs.change_club")
def club_status(request: HttpRequest, club: Club) -> HttpResponse:
    """What waits in the club, whether the parts work, and what of its limits is used."""
    at = timezone.now()
    is_staff = bool(getattr(request.user, "is_staff", False))
    context = {
        "club": club,
        "of_club": [*_results(at, club.pk), _jobs(club.pk), _mails(at, club.pk)],
        "of_site": [_database(), _broker(), _workers(at), _backup(at)],
        "of_all_clubs": [*_results(at, None), _jobs(None), _mails(at, None)] if is_staff else [],
        "limits": _limits(club.pk, at),
        "version": settings.VERSION,
    }
    return render(request, "desk/club/status.html", context)


def _results(at: datetime, club_id: int | None) -> Iterator[Said]:
    """Yield what standings, statistics, ratings and charges have still to count, if anything."""
    following = {what: site_status.behind(what, club_id=club_id) for what in catching_up.kinds()}
    waiting = {what: owed for what, owed in following.items() if owed.count}
    for what, owed in waiting.items():
        is_late = owed.since is not None and at - owed.since > LATE
        yield Said("warn" if is_late else "info", _counted_later(what, owed))
    if not waiting:
        yield Said("good", _("Every result is counted: standings, statistics and ratings follow."))


def _counted_later(what: str, owed: Owed) -> str:
    if what == "ratings":
        sentence = ngettext(
            "Since %(since)s, the ratings of %(count)d club are being recalculated.",
            "Since %(since)s, the ratings of %(count)d clubs are being recalculated.",
            owed.count,
        )
    elif what == "standings":
        sentence = ngettext(
            "Since %(since)s, new results of %(count)d stage are being counted.",
            "Since %(since)s, new results of %(count)d stages are being counted.",
            owed.count,
        )
    elif what == "charges":
        sentence = ngettext(
            "Since %(since)s, what players owe for %(count)d event is being worked out.",
            "Since %(since)s, what players owe for %(count)d events is being worked out.",
            owed.count,
        )
    else:
        sentence = ngettext(
            "Since %(since)s, the statistics of %(count)d stage are being counted.",
            "Since %(since)s, the statistics of %(count)d stages are being counted.",
            owed.count,
        )
    return sentence % {"count": owed.count, "since": _moment(owed.since)}


def _jobs(club_id: int | None) -> Said:
    unfinished = sum(owed.count for owed in site_status.jobs_unfinished(club_id=club_id).values())
    if not unfinished:
        return Said("good", _("No long task is waiting or in progress."))
    sentence = ngettext(
        "%(count)d long task is waiting or in progress.",
        "%(count)d long tasks are waiting or in progress.",
        unfinished,
    )
    return Said("info", sentence % {"count": unfinished})


def _mails(at: datetime, club_id: int | None) -> Said:
    owed = site_status.mails_owed(club_id=club_id)
    if not owed.count or owed.since is None:
        return Said("good", _("Every e-mail has been sent."))
    sentence = ngettext(
        "Since %(since)s, %(count)d e-mail has been waiting to be sent.",
        "Since %(since)s, e-mails have been waiting to be sent: %(count)d in all.",
        owed.count,
    )
    tone = "warn" if at - owed.since > MAIL_LATE else "info"
    return Said(tone, sentence % {"count": owed.count, "since": _moment(owed.since)})


def _database() -> Said:
    """Say that the database answers: without it there is no page."""
    return Said("good", _("The database answers."))


def _broker() -> Said:
    try:
        with current_app.connection_for_write(connect_timeout=1) as broker:
            broker.ensure_connection(max_retries=1, timeout=2, interval_start=0, interval_step=0)
    except (BrokerAway, OSError):
        return Said(
            "bad",
            _(
                "The queue of tasks does not answer. Results are kept; standings, e-mails and PDFs "
                "follow when it is back. Tell whoever runs this site."
            ),
        )
    return Said("good", _("The queue of tasks answers."))


def _workers(at: datetime) -> Said:
    heard = site_status.worker_heard_at()
    if (heard is None or at - heard > SILENT) and release.is_starting(at):
        return Said(
            "info",
            _(
                "This site has just started; its workers will be heard of within two minutes. "
                "Results are counted and e-mails are sent as soon as they run."
            ),
        )
    if heard is None:
        return Said(
            "bad",
            _(
                "No worker has started yet. Results are kept; standings, e-mails and PDFs follow "
                "when one runs. Tell whoever runs this site."
            ),
        )
    if at - heard <= SILENT:
        return Said("good", _("The workers that count results and send e-mails are running."))
    sentence = _(
        "Since %(since)s, no worker has been heard of. Results are kept; standings, e-mails and "
        "PDFs follow when one runs. Tell whoever runs this site."
    )
    return Said("bad", sentence % {"since": _moment(heard)})


def _backup(at: datetime) -> Said:
    last = site_status.last_backup_at()
    if last is None:
        return Said(
            "info" if settings.DEMO else "warn",
            _("No backup has been made yet. Whoever runs this site can set up daily backups."),
        )
    words = {"when": _moment(last)}
    if at - last <= BACKUP_OLD:
        return Said("good", _("The last backup, of %(when)s, is less than a day old.") % words)
    return Said(
        "warn",
        _("The last backup, of %(when)s, is more than a day old. Tell whoever runs this site.")
        % words,
    )


def _limits(club_id: int, at: datetime) -> list[tuple[str, str]]:
    """Return what the club has used today of each limit: ("new events", "3 of 200")."""
    counts = used(club_id, at)
    return [
        (
            str(limit.label),
            _("%(count)s of %(most)s")
            % {
                "count": number_format(counts[limit.name], force_grouping=True),
                "most": number_format(limit.most, force_grouping=True),
            },
        )
        for limit in LIMITS
    ]


def _moment(moment: datetime | None) -> str:
    """Return a moment in the club's time, in the language of who reads it."""
    if moment is None:
        return "–"
    return date_format(timezone.localtime(moment), "DATETIME_FORMAT")

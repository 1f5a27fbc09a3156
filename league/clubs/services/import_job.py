"""The import of a long list of players as a job, whose progress the sender sees."""

from datetime import datetime
from hashlib import sha256

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.clubs.models import Club
from league.clubs.services.clubs import lock_club
from league.clubs.services.player_import import Imported, import_players
from league.clubs.services.player_list import read_players_csv
from league.foundation.club_limits import services as club_limits
from league.foundation.jobs import services as jobs
from league.foundation.jobs.kinds import Kind, Outcome
from league.foundation.jobs.models import Job
from league.foundation.jobs.progress import Progress
from league.foundation.journal.actor import Actor
from league.foundation.lists import listed
from league.foundation.refusal import OutOfDate, Refused

LONG_LIST = 300  # a list of so many lines is stored by a worker, not while a page waits


class AnotherListWaits(Refused):
    """Another list of this club is still being imported."""

    code = "another_list_waits"


def mark_of(text: str) -> str:
    """Return a digest of the list, by which a confirmation shows that it is of the list seen."""
    return sha256(text.strip().encode()).hexdigest()


@transaction.atomic
def request_import(*, club: Club, text: str, actor: Actor, at: datetime) -> Job:
    """Request a job that imports the lines of a list with `import_players`.

    Sent twice it is taken in once. Raises AnotherListWaits while another list is.
    """
    lock_club(club.pk)
    club_limits.check(club_limits.IMPORTS, club.pk, at)
    data = {"text": text, "mark": mark_of(text)}
    job = jobs.enqueue(
        kind=PEOPLE.name, club_id=club.pk, subject_id=club.pk, data=data, actor=actor, at=at
    )
    if job.data.get("mark") != data["mark"]:
        raise AnotherListWaits(
            _("Another list is being imported. Wait until it is done, then import this one.")
        )
    return job


def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
    """Import the list. A job that is cancelled stores nobody."""
    club = Club.objects.filter(pk=job.club_id).first()
    if club is None:
        raise OutOfDate(_("The club no longer exists."))
    lines = read_players_csv(job.data["text"])
    done = import_players(club=club, rows=lines, progress=progress, actor=job.asked_by, at=at)
    return Outcome(sentence=imported_in_words(done))


PEOPLE = Kind(
    name="people",
    label=gettext_lazy("A list of players"),
    permission="clubs.change_people",
    carry_out=carry_out,
)


def imported_in_words(done: Imported) -> str:
    """Return what an import did as a sentence."""
    parts = [
        ngettext("%(count)d player added", "%(count)d players added", done.added)
        % {"count": done.added},
        ngettext("%(count)d changed", "%(count)d changed", done.changed) % {"count": done.changed},
        ngettext("%(count)d already listed", "%(count)d already listed", done.same)
        % {"count": done.same},
    ]
    if done.left_out:
        parts.append(
            ngettext("%(count)d line left out", "%(count)d lines left out", done.left_out)
            % {"count": done.left_out}
        )
    return _("List imported: %(parts)s.") % {"parts": listed(parts)}

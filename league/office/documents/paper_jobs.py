"""Documents of large rounds: a worker makes the file, and who requested it downloads it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import Progress
from league.foundation.jobs.kinds import Kind, Outcome, register
from league.foundation.jobs.models import Job
from league.foundation.journal.actor import Actor
from league.foundation.lists import listed
from league.foundation.refusal import OutOfDate, Refused
from league.office.documents.document_kind import DocumentKind, DocumentOptions
from league.office.paper.answers import as_file
from league.play.rounds.models import Round
from league.play.rounds.selectors import round_title


class TooLargeToWaitFor(Refused):
    """A document that takes longer than an answer may; a worker makes it."""

    code = "takes_long"

    def __init__(self) -> None:
        super().__init__(
            _(
                "This document is too large to wait for: have it made in the background, and take "
                "the file from there when it is ready."
            )
        )


def tables_in(round: Round) -> int:
    return round.tables.count()


@dataclass(frozen=True, slots=True, kw_only=True)
class LargeKind(DocumentKind):
    """A document of a round, or of its stage up to it, that can be too large to wait for.

    More than `most` of what `amount` counts are a file that a worker makes, as a job of the kind
    `job`: `most` is what one core lays out in about a second.
    """

    job: str
    most: int
    amount: Callable[[Round], int]

    def is_large(self, round: Round) -> bool:
        return self.amount(round) > self.most


def request_paper(paper: LargeKind, round: Round, *, size: str, actor: Actor, at: datetime) -> Job:
    """Request a job that makes the document, in the active language; asked for twice it is one."""
    language = get_language() or "en"
    return jobs.enqueue(
        kind=paper.job,
        club_id=round.stage.event.club_id,
        subject_id=round.pk,
        # everybody has a file of their own, in their language and on their paper
        apart=f"{actor.user_id} {language} {size[:10]}",
        data={"paper": size[:10]},
        actor=actor,
        at=at,
    )


def register_paper(paper: LargeKind) -> LargeKind:
    """Let a worker make this paper."""

    def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
        rows = Round.objects.select_related("stage__event__club")
        round = rows.filter(pk=job.subject_id).first()
        if round is None:
            raise OutOfDate(_("This round no longer exists."))
        event = round.stage.event
        progress.step(_("Reading who sits where"))
        with timezone.override(event.club.time_zone):
            printing = paper.make(round, DocumentOptions(at=at, paper=job.data["paper"]))
            file = as_file(printing, event.slug, paper.name, str(round.number), progress=progress)
        sentence = _("The file for %(round)s is ready.")
        return Outcome(
            sentence=sentence
            % {"round": listed([event.name, round_title(round, event.stages.count())])},
            file=file,
        )

    register(
        Kind(
            name=paper.job,
            label=paper.label,
            permission="clubs.view_desk",
            carry_out=carry_out,
            left=lambda _done, _total: _("No file was made."),
        )
    )
    return paper

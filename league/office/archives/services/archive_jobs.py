"""Archives as jobs: written, tried and read in the background, with progress, until cancelled."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from typing import IO, Any

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.clubs.models import Club, User
from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import Cancelled, Progress
from league.foundation.jobs.kinds import Kind, Outcome
from league.foundation.jobs.models import Job
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate
from league.office.archives.archive_format import LARGEST_FILE, Manifest
from league.office.archives.models import ArchiveFile, ArchivePiece, Direction
from league.office.archives.opened_archive import NotAnArchive
from league.office.archives.reading_report import Report
from league.office.archives.scope import Scope
from league.office.archives.services.read_archive import (
    Read,
    read_archive,
    rebuild_what_follows,
    write_archive,
)
from league.play.events.models import Event, Season

# --- Kept files ---
# Archives as files that the site keeps for a while, in pieces, so that none is ever in memory.

KEPT = timedelta(days=7)
MOST_KEPT = 10  # of a club; the oldest go first
PIECE = 1024 * 1024


@transaction.atomic
def keep_file(
    file: IO[bytes],
    *,
    club: Club,
    direction: Direction,
    name: str,
    manifest: Manifest | None = None,
    by: Act,
) -> ArchiveFile:
    """Store a file from where it stands, piece by piece. Raises NotAnArchive if it is too large."""
    kept = ArchiveFile.objects.create(
        club=club,
        direction=direction,
        extent=manifest.extent if manifest else "",
        of=manifest.name[:120] if manifest else "",
        has_addresses=bool(manifest and manifest.with_addresses),
        name=name[:200],
        size=0,
        sha256="0" * 64,
        stored_at=by.at,
        stored_by_name=by.actor.name[:200],
        kept_until=by.at + KEPT,
    )
    digest = sha256()
    for number, content in enumerate(iter(lambda: file.read(PIECE), b"")):
        kept.size += len(content)
        if kept.size > LARGEST_FILE:
            raise too_large()
        digest.update(content)
        ArchivePiece.objects.create(file=kept, number=number, content=content)
    kept.sha256 = digest.hexdigest()
    kept.save(update_fields=["size", "sha256"])
    for old in files_of(club, at=by.at)[MOST_KEPT:]:
        old.delete()
    return kept


def files_of(club: Club, *, at: datetime) -> "QuerySet[ArchiveFile]":
    """Return the archives that are kept of a club, the newest first."""
    rows = ArchiveFile.objects.filter(club=club, kept_until__gt=at)
    return rows.order_by("-stored_at", "-pk")


def content_of(kept: ArchiveFile) -> Iterator[bytes]:
    """Go through the bytes of a kept file, a piece at once."""
    number = 0
    rows = ArchivePiece.objects.filter(file=kept)
    while (piece := rows.filter(number=number).first()) is not None:
        yield bytes(piece.content)
        number += 1


@contextmanager
def opened(kept: ArchiveFile) -> Iterator[IO[bytes]]:
    """Open a kept file as one that can be sought in, on the disk of this machine."""
    with tempfile.TemporaryFile() as file:
        for content in content_of(kept):
            file.write(content)
        file.seek(0)
        yield file


def delete_archives_of(club_id: int) -> int:
    """Delete all archives that are kept of a club, made or uploaded; return how many."""
    _rows, by_model = ArchiveFile.objects.filter(club_id=club_id).delete()
    return by_model.get(ArchiveFile._meta.label, 0)


def past_their_time(before: datetime) -> "QuerySet[Any]":
    """Return the files that were to be kept until before a moment, for the site's housekeeping."""
    return ArchiveFile.objects.filter(kept_until__lt=before)


def too_large() -> NotAnArchive:
    return NotAnArchive(
        _("The file is too large: an archive has at most %(most)d MB.")
        % {"most": LARGEST_FILE // 1024**2},
        field="file",
    )


log = structlog.stdlib.get_logger("archives")

MAKING, TRYING, READING = "archive", "archive_preview", "archive_reading"


# Out.


def request_archive(scope: Scope, *, with_addresses: bool = False, by: Act) -> Job:
    """Request a job that makes an archive and keeps it for a while; asked for twice it is one."""
    part = scope.event or scope.season
    data = {
        "event": scope.event.pk if scope.event else None,
        "season": scope.season.pk if scope.season else None,
        "with_addresses": with_addresses,
    }
    return jobs.enqueue(
        kind=MAKING,
        club_id=scope.club.pk,
        subject_id=scope.club.pk,
        apart=f"{scope.extent} {part.pk if part else 0} {with_addresses}",
        data=data,
        by=by,
    )


def make(job: Job, progress: Progress, at: datetime) -> Outcome:
    scope = _scope(job)
    with tempfile.TemporaryFile() as file:
        manifest = write_archive(
            scope,
            file,
            at=at,
            with_addresses=job.data["with_addresses"],
            progress=progress,
        )
        progress.step(_("Storing the archive"))
        file.seek(0)
        kept = _keep(file, scope, manifest, Act(job.asked_by, at))
    sentence = _("The archive of %(of)s is ready: %(size)s MB. It is kept for 7 days.")
    return Outcome(
        sentence=sentence % {"of": scope.name, "size": f"{kept.size / 1024**2:.1f}"},
        result={"archive": kept.pk},
    )


def _scope(job: Job) -> Scope:
    club = Club.objects.filter(pk=job.club_id).first()
    season = Season.objects.filter(club=club, pk=job.data["season"]).first()
    event = Event.objects.filter(club=club, pk=job.data["event"]).first()
    is_gone = (job.data["season"] and season is None) or (job.data["event"] and event is None)
    if club is None or is_gone:
        raise OutOfDate(_("What was to be archived no longer exists."))
    return Scope(club=club, season=season, event=event)


def file_name(scope: Scope, at: datetime) -> str:
    """Return under which name an archive is saved: "harbour-autumn-2026-11-23.zip"."""
    return f"{'-'.join(scope.slugs)}-{at:%Y-%m-%d}.zip"


@transaction.atomic
def _keep(file: IO[bytes], scope: Scope, manifest: Manifest, by: Act) -> ArchiveFile:
    kind = "archive.made_with_addresses" if manifest.with_addresses else "archive.made"
    journal.append(
        kind=kind,
        by=by,
        club_id=scope.club.pk,
        event_id=scope.event.pk if scope.event else None,
        subject=scope.club,
        data={"of": scope.name, "extent": scope.extent.value},
    )
    return keep_file(
        file,
        club=scope.club,
        direction=Direction.MADE,
        name=file_name(scope, by.at),
        manifest=manifest,
        by=by,
    )


# In.


def request_preview(*, kept: ArchiveFile, by: Act) -> Job:
    """Request a job that tries what reading a kept archive would do, and takes it all back."""
    return jobs.enqueue(kind=TRYING, club_id=kept.club_id, subject_id=kept.pk, by=by)


def request_reading(*, kept: ArchiveFile, as_new: str = "", by: Act) -> Job:
    """Request a job that reads a kept archive into its club, or as a new one with that address."""
    return jobs.enqueue(
        kind=READING,
        club_id=kept.club_id,
        subject_id=kept.pk,
        data={"as_new": as_new},
        by=by,
    )


def try_reading(job: Job, progress: Progress, at: datetime) -> Outcome:
    done = _read(job, progress, at, only_try=True)
    return Outcome(sentence=would_be_read(done), result=_result(done))


def read(job: Job, progress: Progress, at: datetime) -> Outcome:
    done = _read(job, progress, at, only_try=False)
    sentence = was_read(done)
    if not _rebuilt(done, progress, at):
        sentence = _("%(read)s The standings follow in the background.") % {"read": sentence}
    club = {"club": done.club.slug} if done.club else {}
    return Outcome(sentence=sentence, result=_result(done) | club)


def _rebuilt(done: Read, progress: Progress, at: datetime) -> bool:
    """Work out what follows, and say whether that was done: the archive is stored all the same.

    What was not done is wanted, and done by the workers.
    """
    try:
        rebuild_what_follows(done, at=at, progress=progress)
    except Cancelled:
        return False
    except Exception:
        log.exception("archive_not_followed", club_id=done.club.pk if done.club else None)
        return False
    return True


def _read(job: Job, progress: Progress, at: datetime, *, only_try: bool) -> Read:
    kept = ArchiveFile.objects.select_related("club").filter(pk=job.subject_id).first()
    if kept is None or kept.club_id != job.club_id:
        raise OutOfDate(_("The archive is not kept any more. Upload it once more."))
    as_new = job.data.get("as_new", "")
    with opened(kept) as file:
        return read_archive(
            file,
            by=Act(job.asked_by, at),
            into=None if as_new else kept.club,
            slug=as_new,
            owner=User.objects.filter(pk=job.asked_by.user_id or 0).first(),
            only_try=only_try,
            within_limits=True,
            progress=progress,
        )


def _result(done: Read) -> dict[str, object]:
    of = {"extent": done.manifest.extent, "name": done.manifest.name}
    return {"report": done.report.as_json(), "of": of}


def would_be_read(done: Read) -> str:
    """Return what reading would do as a sentence."""
    return _("Nothing has been changed yet. Reading it would do this: %(counts)s.") % {
        "counts": counts_in_words(done.report)
    }


def was_read(done: Read) -> str:
    """Return what reading did as a sentence."""
    return _("The archive of %(of)s has been read: %(counts)s.") % {
        "of": done.manifest.name,
        "counts": counts_in_words(done.report),
    }


def counts_in_words(report: Report) -> str:
    """Return how many records were made, changed, the same and kept: "12 records added, ..."."""
    made, updated = report.total("made"), report.total("updated")
    same, kept = report.total("same"), report.total("kept")
    parts = [
        ngettext("%(count)d record added", "%(count)d records added", made) % {"count": made},
        ngettext("%(count)d updated", "%(count)d updated", updated) % {"count": updated},
        ngettext("%(count)d the same already", "%(count)d the same already", same)
        % {"count": same},
        ngettext("%(count)d kept as it is here", "%(count)d kept as they are here", kept)
        % {"count": kept},
    ]
    return _(", ").join(parts)


def left_by_reading(_done: int, _total: int) -> str:
    return _("Nothing of the archive was stored.")


OWNERS = "archives.change_archives"
KINDS = (
    Kind(name=MAKING, label=gettext_lazy("An archive"), permission=OWNERS, carry_out=make),
    Kind(
        name=TRYING,
        label=gettext_lazy("A preview of an archive"),
        permission=OWNERS,
        carry_out=try_reading,
        one_at_a_time=True,
    ),
    Kind(
        name=READING,
        label=gettext_lazy("Reading an archive"),
        permission=OWNERS,
        carry_out=read,
        left=left_by_reading,
        one_at_a_time=True,
    ),
)

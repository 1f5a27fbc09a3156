"""Reading an archive: into a new club, or into one that is there, whole or not at all."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any

from django.db import DatabaseError, connection, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from league.clubs.models import Club, Member, Role, User
from league.clubs.services.clubs import RESERVED, lock_club, sort_players
from league.clubs.services.rate_limits import CLUBS_OF_ACCOUNT, count
from league.foundation import derived_state
from league.foundation.club_limits import services as club_limits
from league.foundation.jobs.apart import SILENT, Progress
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.foundation.release import build_id
from league.office.archives.archive_format import (
    ABOUT,
    ACCOUNTS,
    CLUB,
    LOGO,
    MANIFEST,
    README,
    SEAL,
    WEEKLY,
    Manifest,
    ZipWriter,
    seal_of,
)
from league.office.archives.archive_schema import ARCHIVED, BY_NAME
from league.office.archives.archived import Line
from league.office.archives.archived_lines import lines_of, weekly_line
from league.office.archives.club_reader import (
    club_settings,
    read_accounts,
    read_club,
    read_logo_of,
    read_weekly_results,
)
from league.office.archives.kitty_rows import after_reading, hold_kitty_of
from league.office.archives.models import ClubMark
from league.office.archives.opened_archive import OpenedArchive, open_archive
from league.office.archives.reading_report import Report
from league.office.archives.references import References, next_ids
from league.office.archives.row_reader import RowReader, insert
from league.office.archives.row_values import NUMBER, to_json
from league.office.archives.scope import Extent, Referred, Scope, rows_of, weekly_results_of
from league.office.archives.soundness import check_sound
from league.office.archives.tables_for_people import papers_of, put_tables
from league.office.kitty.models import EventCharges
from league.office.kitty.services import charge_event
from league.play.events.models import Event
from league.play.prepared.models import PreparedSet
from league.tables.ratings.models import ClubRatings
from league.tables.ratings.services import rebuild as rebuild_ratings
from league.tables.standings.services.rebuilding import mark_standings_stale
from league.tables.standings.services.rebuilding import rebuild as rebuild_standings
from league.tables.statistics.models import StageStatistics
from league.tables.statistics.services import recount


class CannotRead(Refused):
    """The archive is whole, and yet cannot be read into this club."""

    code = "archive_cannot_be_read"


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What came of reading: the club (None after a trial), the report and what is to be rebuilt."""

    club: Club | None
    manifest: Manifest
    report: Report
    stages: Collection[int] = ()


def address_in(file: IO[bytes]) -> str:
    """Return the address of the club that an archive is of. Raises NotAnArchive."""
    return open_archive(file).manifest.club


class _OnlyTried(Exception):
    """Takes back what a trial did."""


def read_archive(
    file: IO[bytes],
    *,
    by: Act,
    into: Club | None = None,
    slug: str = "",
    owner: User | None = None,
    only_try: bool = False,
    within_limits: bool = False,
    progress: Progress = SILENT,
) -> Read:
    """Read an archive in one transaction: `into` a club, or as a new one with the address `slug`.

    A new club has the address of the archive's unless another one is given, and `owner` as its
    owner. `within_limits`, a club has no more players than the site allows, and an account makes
    no more clubs. With `only_try` everything is done and taken back: the report says what would
    be. Read again, the same archive changes nothing. What was changed here since stays as it is
    here.
    Standings, ratings and statistics are wanted; `rebuild_what_follows` makes them at once.
    Raises NotAnArchive, CannotRead, Cancelled, or what a limit says; nothing is changed then.
    """
    archive = open_archive(file, progress=progress)
    if within_limits:
        # before anything of it is read: it has no more lines than its manifest says
        club_limits.check_players(lambda: 0, more=archive.rows_in(BY_NAME["players"].path))
    report = Report()
    try:
        with transaction.atomic():
            done = _read(archive, report, into, slug, owner, by, progress)
            if within_limits:
                _check_limits(done, owner if into is None and not only_try else None, by.at)
            _check_constraints()
            if only_try:
                raise _OnlyTried
    except _OnlyTried:
        return Read(club=into, manifest=archive.manifest, report=report)
    except DatabaseError as error:
        raise _contradicts(error) from error
    return done


def _read(
    archive: OpenedArchive,
    report: Report,
    into: Club | None,
    slug: str,
    owner: User | None,
    by: Act,
    progress: Progress,
) -> Read:
    club = _new_club(archive, slug, owner) if into is None else lock_club(into.pk)
    is_empty = into is not None and not club.players.exists() and not club.events.exists()
    kitty = hold_kitty_of(club)
    references = References(club, archive, is_own=_is_own(archive, club))
    read_accounts(archive, references)
    if archive.manifest.extent == Extent.CLUB:
        read_club(archive, club, report, is_new=into is None, is_empty=is_empty)
    reader = RowReader(archive, references, report, has_people=into is not None and not is_empty)
    total = sum(archive.rows_in(one.path) for one in ARCHIVED)
    progress.step(_("Reading the records"), total)
    done = 0
    for archived in ARCHIVED:
        for lines in reader.read(archived):
            done += lines
            progress.report(done)
    if archive.manifest.extent == Extent.CLUB:
        read_weekly_results(archive, club, report)
        read_logo_of(archive, club, by)
    made = reader.made
    after_reading(references, before=kitty, events=made["events"])
    check_sound(events=made["events"], rules=made["house_rules"], evenings=made["evenings"])
    _note_what_is_missing(archive, report)
    if report.changes_something:
        sort_players(Club.objects.get(pk=club.pk))
        _follow(club, reader.stages, archive, report, by)
    return Read(club=club, manifest=archive.manifest, report=report, stages=reader.stages)


def _check_limits(done: Read, maker: User | None, at: datetime) -> None:
    """Raises TooManyPlayers, or TooOften for who makes too many clubs."""
    club, made = done.club, done.report.of("players").made
    assert club is not None  # noqa: S101  it was read into one
    club_limits.check_players(lambda: club.players.count() - made, more=made)
    if maker is not None:
        count(CLUBS_OF_ACCOUNT, maker.pk, at)


def _new_club(archive: OpenedArchive, slug: str, owner: User | None) -> Club:
    settings = club_settings(archive)
    settings["slug"] = slug or settings.get("slug", "")
    if settings["slug"] != slugify(settings["slug"]) or settings["slug"] in {*RESERVED, ""}:
        raise CannotRead(
            _("“%(slug)s” cannot be an address; use letters, digits and hyphens.")
            % {"slug": settings["slug"]},
            field="slug",
        )
    if Club.objects.filter(slug=settings["slug"]).exists():
        raise CannotRead(
            _("Another club has the address “%(slug)s”; choose another one.")
            % {"slug": settings["slug"]},
            field="slug",
        )
    number = next_ids(Club, 1)[0]
    insert(Club, [settings | {"id": number}])
    if owner is not None:
        Member.objects.create(club_id=number, user=owner, role=Role.OWNER)
    return lock_club(number)


def _is_own(archive: OpenedArchive, club: Club) -> bool:
    """Say whether this site made the archive of this very club, and nobody changed it since."""
    marks = ClubMark.objects.filter(club=club, mark=archive.manifest.mark)
    return archive.is_sealed and marks.exists()


def _check_constraints() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def _note_what_is_missing(archive: OpenedArchive, report: Report) -> None:
    count = archive.manifest.left_out.get("prepared_sets", 0)
    if count:
        report.note(
            _(
                "Prepared deals that were still secret when the archive was made are not in it: "
                "%(count)d. Their results are."
            )
            % {"count": count}
        )
    known = {one.path for one in ARCHIVED}
    for path in archive.manifest.files:
        if path.startswith("rows/") and path not in known:
            report.note(
                _("%(file)s is of a newer release and was left out.") % {"file": path[:100]}
            )


def _follow(
    club: Club,
    stages: Collection[int],
    archive: OpenedArchive,
    report: Report,
    by: Act,
) -> None:
    """Ask for what follows the facts, and write into the journal what was read."""
    mark_standings_stale(stage_ids=stages, at=by.at)
    derived_state.mark_stale(StageStatistics, stages, at=by.at)
    derived_state.mark_stale(ClubRatings, [club.pk], at=by.at)
    derived_state.mark_stale(EventCharges, _events_with_charges(club, stages), at=by.at)
    journal.append(
        kind="archive.read",
        by=by,
        club_id=club.pk,
        subject=club,
        data={
            "of": archive.manifest.name,
            "made": report.total("made"),
            "updated": report.total("updated"),
        },
    )


def rebuild_what_follows(read: Read, *, at: datetime, progress: Progress = SILENT) -> None:
    """Work out standings, statistics and ratings of what was read. May run twice or late."""
    if read.club is None or not read.report.changes_something:
        return
    stages = progress.track(read.stages, _("Working out the standings"), len(read.stages))
    for stage_id in stages:
        rebuild_standings(stage_id=stage_id, at=at)
        recount(stage_id=stage_id, at=at)
    progress.step(_("Working out the ratings"))
    rebuild_ratings(club_id=read.club.pk, at=at)
    for event_id in _events_with_charges(read.club, read.stages):
        charge_event(event_id=event_id, at=at)


def _events_with_charges(club: Club, stages: Collection[int]) -> list[int]:
    """Return the events of the stages, where the club keeps a kitty that is switched on."""
    events = Event.objects.filter(club=club, club__kitty__is_on=True, stages__in=stages)
    return sorted(set(events.values_list("pk", flat=True)))


def _contradicts(error: DatabaseError) -> CannotRead:
    """Say in words that the database refused it, and which of its rules did."""
    cause = error.__cause__
    rule = getattr(getattr(cause, "diag", None), "constraint_name", None) or type(error).__name__
    return CannotRead(
        _(
            "The archive contradicts what is here, or itself (%(rule)s). Nothing was changed. Read "
            "it as a new club instead."
        )
        % {"rule": rule}
    )


# --- Writing an archive: one picture of the club at one moment, row by row into a file ---

# columns of the club itself that stay at the site, each with the reason
CLUB_WITHOUT = {"id": "the mark stands for it", "logo": "pictures/logo.webp"}


def club_columns() -> list[str]:
    """Return the columns of a club that an archive holds."""
    return [one.name for one in Club._meta.concrete_fields if one.name not in CLUB_WITHOUT]


def write_archive(
    scope: Scope,
    out: IO[bytes],
    *,
    at: datetime,
    with_addresses: bool = False,
    progress: Progress = SILENT,
) -> Manifest:
    """Write the archive of a scope into a file that can be sought in; return its manifest.

    Everything in it is as it was at one moment. Memory does not grow with the club. Raises
    Cancelled; what is in the file then is no archive.
    """
    mark, _is_new = ClubMark.objects.get_or_create(club=scope.club)
    with at_one_moment(), ZipWriter(out, at=at) as zip:
        zip.put(README, ABOUT.encode())
        referred = Referred(scope)
        # backwards, so that all is known that refers to rows before they are written
        for archived in progress.track(ARCHIVED[::-1], _("Writing the records")):
            rows = rows_of(archived, scope, referred.numbers)
            lines = lines_of(archived, rows, referred, with_addresses=with_addresses)
            zip.put_lines(archived.path, lines)
        _put_club(zip, scope, referred, at=at, with_addresses=with_addresses)
        progress.step(_("Writing the tables"))
        put_tables(zip, scope, referred, with_addresses=with_addresses)
        for path, paper in progress.track(papers_of(scope, at=at), _("Printing the standings")):
            zip.put(path, paper)
        manifest = Manifest(
            made_at=at,
            release=build_id(),
            extent=scope.extent.value,
            name=scope.name,
            mark=mark.mark,
            club=scope.club.slug,
            season=scope.season.slug if scope.season else "",
            event=scope.event.slug if scope.event else "",
            with_addresses=with_addresses,
            left_out=_left_out(scope),
            files=zip.listed,
        )
        text = manifest.to_bytes()
        zip.put_unlisted(MANIFEST, text)
        zip.put_unlisted(SEAL, seal_of(text).encode())
    return manifest


@contextmanager
def at_one_moment() -> Iterator[None]:
    """See the database as it is at one moment, whatever others write meanwhile.

    Inside of another transaction the picture is that of each statement. Rows are read by cursors
    of the server, which a pooler that parts transactions allows inside of one.
    """
    is_outermost = not connection.in_atomic_block
    wanted = connection.settings_dict
    without_cursors = wanted.get("DISABLE_SERVER_SIDE_CURSORS", False)
    with transaction.atomic():
        if is_outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        wanted["DISABLE_SERVER_SIDE_CURSORS"] = False
        try:
            yield
        finally:
            wanted["DISABLE_SERVER_SIDE_CURSORS"] = without_cursors


def _put_club(
    zip: ZipWriter, scope: Scope, referred: Referred, *, at: datetime, with_addresses: bool
) -> None:
    club = scope.club
    values = {name: to_json(getattr(club, name)) for name in club_columns()}
    with zip.file(CLUB) as written:
        written.line(values)
    zip.put_lines(ACCOUNTS, _accounts(club, referred.numbers["accounts"], with_addresses))
    zip.put_lines(WEEKLY, map(weekly_line, weekly_results_of(scope, at=at)))
    if club.logo is not None:
        zip.put(LOGO, bytes(club.logo.content))


def _accounts(club: Club, numbers: set[int], with_addresses: bool) -> Iterator[Line]:
    """Go through the members and those who did something: names and roles, never how to sign in."""
    roles = dict(Member.objects.filter(club=club).values_list("user_id", "role"))
    rows = User.objects.filter(pk__in=numbers | roles.keys()).order_by("pk")
    for number, name, email in rows.values_list("pk", "name", "email").iterator():
        line: Line = {NUMBER: number, "name": name, "role": roles.get(number)}
        line["is_named_in_rows"] = number in numbers
        yield line | ({"email": email} if with_addresses else {})


def _left_out(scope: Scope) -> dict[str, Any]:
    """Count what belongs to the scope and is not in the archive, because it is secret yet."""
    secret = PreparedSet.objects.filter(stage__event__in=scope.events.values("pk"))
    count = secret.filter(released_at__isnull=True).count()
    return {"prepared_sets": count} if count else {}

"""Writing an archive: one picture of the club at one moment, row by row into a file."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import IO, Any

from django.db import connection, transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club, Member, User
from league.foundation.jobs.apart import SILENT, Progress
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
    seal_of,
)
from league.office.archives.archive_schema import ARCHIVED
from league.office.archives.archive_zip import ZipWriter
from league.office.archives.archived import Line
from league.office.archives.archived_lines import Accounts, lines_of, weekly_line
from league.office.archives.final_papers import papers_of
from league.office.archives.models import ClubMark
from league.office.archives.row_values import NUMBER, to_json
from league.office.archives.scope import Scope, rows_of, weekly_results_of
from league.office.archives.tables_for_people import put_tables
from league.play.prepared.models import PreparedSet
from league.tables.standings.models import Snapshot

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
        accounts = Accounts()
        for archived in progress.track(ARCHIVED, _("Writing the records")):
            rows = rows_of(archived, scope)
            lines = lines_of(archived, rows, accounts, with_addresses=with_addresses)
            zip.put_lines(archived.path, lines)
        _put_club(zip, scope, accounts, at=at, with_addresses=with_addresses)
        progress.step(_("Writing the tables"))
        put_tables(zip, scope, with_addresses=with_addresses)
        _put_papers(zip, scope, progress)
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
    zip: ZipWriter, scope: Scope, accounts: Accounts, *, at: datetime, with_addresses: bool
) -> None:
    club = scope.club
    values = {name: to_json(getattr(club, name)) for name in club_columns()}
    with zip.file(CLUB) as written:
        written.line(values)
    zip.put_lines(ACCOUNTS, _accounts(club, accounts.numbers, with_addresses))
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


def _put_papers(zip: ZipWriter, scope: Scope, progress: Progress) -> None:
    stages = Snapshot.objects.filter(stage__event__in=scope.events.values("pk"))
    total = stages.values("stage").distinct().count()
    for path, content in progress.track(papers_of(scope), _("Printing the standings"), total):
        zip.put(path, content)


def _left_out(scope: Scope) -> dict[str, Any]:
    """Count what belongs to the scope and is not in the archive, because it is secret yet."""
    secret = PreparedSet.objects.filter(stage__event__in=scope.events.values("pk"))
    count = secret.filter(released_at__isnull=True).count()
    return {"prepared_sets": count} if count else {}

"""Which row here each row of an archive is: found, remembered, or given an id before it is made."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from django.db import connection
from django.db.models import Model

from league.clubs.models import Club
from league.office.archives.archive_schema import BY_NAME
from league.office.archives.models import Origin
from league.office.archives.opened_archive import OpenedArchive


class Known(NamedTuple):
    """The id of a row here, and the digest it had when it was last read; "" if it never was."""

    id: int
    digest: str = ""


class References:
    """Numbers of one archive as ids of one club here.

    An archive that this site made of this club itself has the ids themselves (`is_own`): what was
    deleted since comes back under its own. For any other the club remembers what it read.
    """

    def __init__(self, club: Club, archive: OpenedArchive, *, is_own: bool) -> None:
        self.club = club
        self.source = archive.manifest.mark
        self.is_own = is_own
        self.accounts: dict[int, int] = {}
        # numbers of rows that could not be brought in, and what belongs to them
        self.left_out: dict[str, set[int]] = {}

    def known(self, kind: str, numbers: Collection[int]) -> dict[int, Known]:
        """Return those of the numbers that are known; at most one query."""
        if kind == "accounts":
            return {one: Known(self.accounts[one]) for one in numbers if one in self.accounts}
        if self.is_own:
            return {one: Known(one) for one in numbers}
        rows = Origin.objects.filter(
            club=self.club, source=self.source, kind=kind, number__in=numbers
        )
        found = rows.values_list("number", "local_id", "digest")
        return {number: Known(local_id, digest) for number, local_id, digest in found}

    def allocate(self, kind: str, numbers: Iterable[int]) -> dict[int, Known]:
        """Give rows that are still to be made their ids, in the order of their numbers."""
        wanted = sorted(numbers)
        ids = next_ids(BY_NAME[kind].model, len(wanted))
        given = {number: Known(one) for number, one in zip(wanted, ids, strict=True)}
        self.note(kind, given)
        return given

    def note(self, kind: str, known: Mapping[int, Known]) -> None:
        """Remember which rows here those of the archive are, and how they are now."""
        if self.is_own or not known:
            return
        Origin.objects.bulk_create(
            [
                Origin(
                    club=self.club,
                    source=self.source,
                    kind=kind,
                    number=number,
                    local_id=one.id,
                    digest=one.digest,
                )
                for number, one in known.items()
            ],
            update_conflicts=True,
            unique_fields=["club", "source", "kind", "number"],
            update_fields=["local_id", "digest"],
        )

    def finder(self, wanted: Mapping[str, Collection[int]]) -> Callable[[str, int], int | None]:
        """Return what finds the id of a row, for these numbers by kind; a query a kind."""
        found = {
            kind: self.known(kind, numbers) for kind, numbers in wanted.items() if kind != "club"
        }

        def find(kind: str, number: int) -> int | None:
            if kind == "club":
                return self.club.pk
            known = found.get(kind, {}).get(number)
            return known.id if known else None

        return find

    def leave_out(self, kind: str, number: int) -> None:
        self.left_out.setdefault(kind, set()).add(number)

    def is_left_out(self, kind: str, number: int | None) -> bool:
        return number in self.left_out.get(kind, ())


def next_ids(model: type[Model], count: int) -> list[int]:
    """Take so many ids of a table, in their order."""
    primary = model._meta.pk
    assert primary is not None  # noqa: S101  every model has one
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
            [model._meta.db_table, primary.column, count],
        )
        return sorted(row[0] for row in cursor.fetchall())

"""Bringing the rows of one kind after the other into a club, so many at once."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any
from uuid import uuid4

import orjson
from django.db import DatabaseError, connection, transaction
from django.db.models import F, Model, UUIDField
from django.utils.translation import gettext as _

from games import services as games
from games.engine.errors import Refusal
from games.engine.ruleset import Ruleset
from games.models import Deal
from games.services import RulesetRefused
from league.foundation.journal.models import Happening, Undelivered
from league.foundation.records.models import Record
from league.office.archives.archived import Archived, Line
from league.office.archives.archived_lines import deal_from_the_door
from league.office.archives.inner_numbers import adapted
from league.office.archives.kitty_rows import give_free_numbers, settle, without_place
from league.office.archives.matching import days_taken, match
from league.office.archives.opened_archive import NotAnArchive, OpenedArchive
from league.office.archives.reading_report import Report
from league.office.archives.references import Known, References
from league.office.archives.row_values import (
    NUMBER,
    BadLine,
    digest_of,
    fields_of,
    kind_referred_to,
    number_of,
    to_json,
    unknown_columns,
    values_of,
)
from league.office.archives.version_1 import UNLIKE, of_version_1
from league.play.events.models import Event
from league.tables.seasons.models import Division

REMEMBERED = ("events", "house_rules", "evenings")
Values = dict[str, Any]


class RowReader:
    """Reads the rows of an archive into a club: makes, updates and keeps, and counts it all."""

    def __init__(
        self, archive: OpenedArchive, references: References, report: Report, *, has_people: bool
    ) -> None:
        """With `has_people` the club had rows before: names may be taken, people be here."""
        self.archive = archive
        self.references = references
        self.report = report
        self.has_people = has_people
        # the ids here of all stages of the archive, and of what was made or changed of some kinds
        self.stages: list[int] = []
        self.made: dict[str, list[int]] = {kind: [] for kind in REMEMBERED}

    def read(self, archived: Archived) -> Iterator[int]:
        """Read a kind; yields how many lines were read each time some were. Raises NotAnArchive."""
        for batch in self.archive.batches(archived.path):
            try:
                self._read(archived, batch)
            except BadLine as bad:
                raise unreadable(archived.path, str(bad)) from bad
            yield len(batch)

    def _read(self, archived: Archived, batch: list[Line]) -> None:
        if archived.name == "deals":
            batch = [deal_from_the_door(line) for line in batch]
            check_deals(batch, is_sealed=self.archive.is_sealed)
        if self.archive.manifest.version == 1:
            batch = [of_version_1(archived.name, line) for line in batch]
        self._note_unknown(archived, batch)
        numbers = [number_of(line) for line in batch]
        if len(set(numbers)) < len(numbers):
            raise BadLine("a number stands twice")
        self._match(archived, batch)
        lines = {line[NUMBER]: line for line in self._adapted(archived, batch)}
        rows = {number: values_of(archived.name, line) for number, line in lines.items()}
        referring = [(one, kind_referred_to(one)) for one in fields_of(archived.name)]
        keys = [(one, kind) for one, kind in referring if kind is not None]
        self._leave_out(archived, batch, rows, keys)
        if archived.name == "transactions":
            give_free_numbers(rows, self.references)
        known = self.references.known(archived.name, rows)
        known |= self.references.allocate(archived.name, rows.keys() - known.keys())
        self._resolve(archived, rows, keys)
        self._store(archived, lines, rows, known)

    def _match(self, archived: Archived, batch: Sequence[Line]) -> None:
        """Find rows of another club's archive that are here already, by their names."""
        if self.references.is_own:
            return
        settle(archived.name, list(batch), self.references, has_people=self.has_people)
        if not self.has_people:
            return
        known = self.references.known(archived.name, [line[NUMBER] for line in batch])
        new = [line for line in batch if line[NUMBER] not in known]
        found = match(archived.name, self.references.club, new, self.report)
        self.references.note(archived.name, found)

    def _note_unknown(self, archived: Archived, batch: Sequence[Line]) -> None:
        unknown = {name for line in batch for name in unknown_columns(archived.name, line)}
        for name in sorted(unknown):
            self.report.note(
                _("“%(column)s” of %(file)s is not known here and was left out.")
                % {"column": name[:60], "file": archived.path}
            )

    # ---- references

    def _resolve(
        self, archived: Archived, rows: Mapping[int, Values], keys: Sequence[tuple[Any, str]]
    ) -> None:
        """Replace the numbers of other rows by their ids here; those that come later get one."""
        wanted: dict[str, set[int]] = {kind: set() for _one, kind in keys}
        for one, kind in keys:
            wanted[kind] |= {values[one.attname] for values in rows.values()} - {None}
        own = wanted.get(archived.name, set())
        later = own - self.references.known(archived.name, own).keys()
        self.references.allocate(archived.name, later)
        find = self.references.finder(wanted)
        for values in rows.values():
            for one, kind in keys:
                number = values[one.attname]
                values[one.attname] = None if number is None else find(kind, number)
                if values[one.attname] is None and not one.null:
                    raise BadLine(f"{one.name} refers to a row that is not there")

    def _adapted(self, archived: Archived, batch: Sequence[Line]) -> list[Line]:
        """Replace the numbers that stand inside of columns, looked up all at once."""
        wanted: dict[str, set[int]] = {}

        def remember(kind: str, number: int) -> None:
            wanted.setdefault(kind, set()).add(number)

        for line in batch:
            adapted(archived, line, remember)
        find = self.references.finder(wanted)
        return [adapted(archived, line, find) for line in batch]

    def _leave_out(
        self,
        archived: Archived,
        batch: Sequence[Line],
        rows: dict[int, Values],
        keys: Sequence[tuple[Any, str]],
    ) -> None:
        """Leave out rows that have no place here, and all that belong to them."""
        out = {
            number
            for number, values in rows.items()
            if any(self.references.is_left_out(kind, values[one.attname]) for one, kind in keys)
        }
        out |= without_place(
            archived.name,
            {number: one for number, one in rows.items() if number not in out},
            self.references,
            self.report,
        )
        out |= self._without_place(archived, batch, rows)
        for number in out:
            self.references.leave_out(archived.name, number)
            del rows[number]
        self.report.of(archived.name).kept += len(out)

    def _without_place(
        self, archived: Archived, batch: Sequence[Line], rows: Mapping[int, Values]
    ) -> set[int]:
        if archived.name == "division_events":
            return self._of_another_season(rows)
        if self.references.is_own or not self.has_people:
            return set()
        if archived.season == "season":
            # a season that was here already keeps its own table; what is of such a row goes with it
            seasons = self.references.known("seasons", {one["season_id"] for one in rows.values()})
            here = {number for number, one in seasons.items() if not one.digest}
            return {number for number, one in rows.items() if one["season_id"] in here}
        if archived.name == "evenings":
            return self._evenings_without_day(batch)
        return set()

    def _of_another_season(self, rows: Mapping[int, Values]) -> set[int]:
        """An event that is of another season here stays out of the divisions of its old one."""
        seasons = {
            kind: self._seasons_here(kind, model, {one[column] for one in rows.values()})
            for kind, model, column in (
                ("events", Event, "event_id"),
                ("divisions", Division, "division_id"),
            )
        }
        return {
            number
            for number, one in rows.items()
            if (season := seasons["events"].get(one["event_id"])) is None
            or season != seasons["divisions"].get(one["division_id"])
        }

    def _seasons_here(
        self, kind: str, model: type[Model], numbers: set[int]
    ) -> dict[int, int | None]:
        """Return the season here of rows by their numbers in the archive."""
        known = self.references.known(kind, numbers)
        ids = [one.id for one in known.values()]
        rows = model._default_manager.filter(pk__in=ids).values_list("pk", "season_id")
        seasons = dict(rows)
        return {number: seasons.get(one.id) for number, one in known.items()}

    def _evenings_without_day(self, batch: Sequence[Line]) -> set[int]:
        """An evening that has not started has no place on a day that has one already."""
        known = self.references.known("evenings", [line[NUMBER] for line in batch])
        taken = days_taken(self.references.club)
        out = set()
        for line in batch:
            waits = line.get("event") is None and line[NUMBER] not in known
            if waits and line.get("day") in taken:
                out.add(line[NUMBER])
                self.report.note(
                    _("The evening of %(day)s was left out: there is one already on that day.")
                    % {"day": line["day"]}
                )
        return out

    # ---- rows

    def _store(
        self,
        archived: Archived,
        lines: Mapping[int, Line],
        rows: Mapping[int, Values],
        known: Mapping[int, Known],
    ) -> None:
        club = self.references.club
        own = {archived.club: club.pk, "pk__in": [known[number].id for number in rows]}
        here = {row.pk: row for row in archived.model._default_manager.filter(**own)}
        new = {number: values for number, values in rows.items() if known[number].id not in here}
        self._make(archived, new, known)
        there = self.report.of(archived.name)
        for number, values in rows.items():
            row = here.get(known[number].id)
            if row is None:
                continue
            if archived.is_final:
                there.same += 1
            else:
                self._compare(archived, row, lines[number], values, known[number], number)
        if archived.name == "stages":
            self.stages += [known[number].id for number in rows]

    def _make(
        self, archived: Archived, new: Mapping[int, Values], known: Mapping[int, Known]
    ) -> None:
        if not new:
            return
        fields = fields_of(archived.name)
        insert(
            archived.model,
            [
                {
                    **values,
                    **self._of_the_club(archived),
                    archived.model._meta.pk.attname: known[number].id,
                }
                for number, values in sorted(new.items())
            ],
        )
        if archived.model is Happening:
            ids = [known[number].id for number in new]
            # what happened elsewhere is sent to nobody again: no mail, no rebuild for each
            Undelivered.objects.filter(happening_id__in=ids).delete()
        digests = {
            number: known[number]._replace(digest=digest_of([v[f.attname] for f in fields]))
            for number, v in new.items()
        }
        self.references.note(archived.name, digests)
        self.report.of(archived.name).made += len(new)
        if archived.name in self.made:
            self.made[archived.name] += [known[number].id for number in new]

    def _of_the_club(self, archived: Archived) -> Values:
        return {"club_id": self.references.club.pk} if archived.club in ("club", "club_id") else {}

    def _compare(
        self,
        archived: Archived,
        row: Model,
        line: Line,
        values: Values,
        known: Known,
        number: int,
    ) -> None:
        """Update a row that is as it was last read; keep one that was changed here since."""
        fields = fields_of(archived.name)
        current = {one.attname: one.value_from_object(row) for one in fields}
        unlike = UNLIKE.get(archived.name, ()) if self.archive.manifest.version == 1 else ()
        differs = {
            one.attname: values[one.attname]
            for one in fields
            if one.name in line
            and one.name not in unlike
            and to_json(current[one.attname]) != to_json(values[one.attname])
        }
        counts = self.report.of(archived.name)
        if not differs:
            counts.same += 1
        elif digest_of(list(current.values())) == known.digest and self._update(
            archived, row, differs
        ):
            counts.updated += 1
            if archived.name in self.made:
                self.made[archived.name].append(known.id)
            digest = digest_of(list((current | differs).values()))
            self.references.note(archived.name, {number: known._replace(digest=digest)})
        else:
            counts.kept += 1
            self.report.note(
                _("%(what)s is not the same here and in the archive, and stays as it is here.")
                % {"what": _called(archived, row)}
            )

    def _update(self, archived: Archived, row: Model, differs: Values) -> bool:
        also = {"version": F("version") + 1} if isinstance(row, Record) else {}
        try:
            with transaction.atomic():
                rows = archived.model._default_manager.filter(pk=row.pk)
                rows.update(**differs, **also)
        except DatabaseError:
            return False
        return True


def check_deals(lines: Sequence[Line], *, is_sealed: bool) -> None:
    """Refuse deals that could not have been entered here. Raises BadLine.

    Those of an archive that this site has sealed were: they are not scored once more.
    """
    for line in lines:
        ruleset = _ruleset_of(line)
        if not is_sealed and line.get("form") != Deal.Form.FINAL:
            _check_record(ruleset, line.get("data"))
        score, written = line.get("score"), line.get("lines")
        points = score if isinstance(score, list) else [None]
        if not all(isinstance(one, int | float) for one in points):
            raise BadLine("a deal has no score")
        if not isinstance(written, list) or not all(map(_is_score_line, written)):
            raise BadLine("a deal has no score lines")
        if not isinstance(line.get("detail"), dict):
            raise BadLine("a deal has no detail")
        if line.get("form") == Deal.Form.FINAL and not _says_of_what(line["detail"]):
            raise BadLine("a final score does not say what it is of")


def _ruleset_of(line: Line) -> Ruleset:
    variant, preset, options = line.get("variant"), line.get("preset"), line.get("options")
    players = line.get("players")
    if not isinstance(variant, str) or not isinstance(preset, str) or not isinstance(players, int):
        raise BadLine("a deal has no game")
    try:
        return _ruleset(variant, preset, orjson.dumps(options), players)
    except RulesetRefused as refused:
        raise BadLine(games.render_sentence(refused.sentence)) from refused
    except (AttributeError, LookupError, TypeError, ValueError) as wrong:
        raise BadLine("a deal has rules that are none") from wrong


@lru_cache(maxsize=64)
def _ruleset(variant: str, preset: str, options: bytes, players: int) -> Ruleset:
    return games.ruleset(variant, preset, orjson.loads(options), players)


def _check_record(ruleset: Ruleset, data: Any) -> None:
    try:
        games.score_deal(ruleset, data)
    except Refusal as refused:
        raise BadLine(games.render_sentence(refused.sentence)) from refused


def _says_of_what(detail: dict[str, Any]) -> bool:
    """Say whether the detail of a final score has what pages read of it."""
    return detail.keys() >= {"final_score", "unfinished", "wins_game"}


def _is_score_line(line: Any) -> bool:
    return isinstance(line, dict) and {"side", "points", "code", "sentence"} <= line.keys()


def _called(archived: Archived, row: Model) -> str:
    return f"{archived.name.replace('_', ' ')}: {row}"


def insert(model: type[Model], rows: Sequence[Values]) -> None:
    """Write new rows with every column as it is given, and its default where it is not.

    A key of a request, which no archive has, is a new one: nobody sends the request again.
    """
    fields = list(model._meta.concrete_fields)
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(one.column)) for one in fields)
    copying = f"COPY {quote(model._meta.db_table)} ({columns}) FROM STDIN"
    with (
        connection.wrap_database_errors,
        connection.cursor() as cursor,
        cursor.copy(copying) as copy,
    ):
        for values in rows:
            copy.write_row([_stored(one, values) for one in fields])


def _stored(one: Any, values: Values) -> Any:
    if one.attname in values:
        value = values[one.attname]
    else:
        value = uuid4() if isinstance(one, UUIDField) and not one.null else one.get_default()
    return one.get_db_prep_save(value, connection)


def unreadable(path: str, what: str) -> NotAnArchive:
    return NotAnArchive(
        _("%(file)s of the archive cannot be read: %(what)s. Nothing was changed.")
        % {"file": path, "what": what}
    )

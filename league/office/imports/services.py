"""Imports step by step: a file is kept, chosen about, planned, and carried out once."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

import orjson
from django.db import transaction
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from league.clubs.models import Club, User
from league.foundation.club_limits import services as club_limits
from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import SILENT, Progress
from league.foundation.jobs.kinds import Kind as JobKind
from league.foundation.jobs.kinds import Outcome
from league.foundation.jobs.models import Job
from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate, Refused
from league.office.imports.choices import Choices
from league.office.imports.kept_plans import NotReadYet, is_plan_of, kept_plan, plan_as_json
from league.office.imports.kind import Kind, Material, Plan, Row, rows_by_field
from league.office.imports.kinds import kind_called
from league.office.imports.models import LARGEST, Upload
from league.office.imports.reading.bounds import READ_AT_ONCE
from league.office.imports.reading.delimited import Grid
from league.office.imports.reading.unreadable import FileUnreadable
from league.office.imports.reading.workbook import is_workbook, sheet_as_csv
from league.office.imports.reading_apart import grid_as_json, grid_from, is_read_at_once, read_apart

RETENTION = timedelta(hours=24)
LONG = 300  # lines; more are imported by a worker, not while a page waits
LARGEST_UNPACKED = 4 * READ_AT_ONCE.bytes  # of a sheet as CSV that a request reads
MOST_TITLES = 10  # lines among which the headings are looked for
MOST_READINGS = 6  # of a file by one job, where it is chosen otherwise meanwhile
MOST_UPLOADS = 20  # that a club has on its way


class ColumnsMissing(Refused):
    """A column that the import needs is not among those that were matched."""

    code = "columns_missing"


class TooManyUploads(Refused):
    """A club has as many imports on their way as it may."""

    code = "too_many_uploads"


class Read(NamedTuple):
    """A file as it was read, with the headings and the columns that count."""

    kind: Kind
    grid: Grid
    headings: list[str]
    columns: dict[int, str]
    has_headings: bool
    titles: tuple[str, ...] = ()  # of the lines above the headings, which are left out

    @property
    def rows(self) -> list[Row]:
        lines = self.grid.lines[1:] if self.has_headings else self.grid.lines
        return rows_by_field(lines, self.columns)


@transaction.atomic
def keep_upload(
    *,
    club: Club,
    user: User,
    kind: str,
    content: bytes,
    name: str = "",
    is_typed: bool = False,
    by: Act,
) -> Upload:
    """Keep a file between the steps of its import, and have a worker read it if it is large.

    What cannot be read is not kept. Raises FileUnreadable, TooManyUploads, or LimitReached for
    more jobs than a club may have.
    """
    if len(content) > LARGEST:
        raise FileUnreadable(
            _("The file has %(size)d kB; an import can have %(most)d at most.")
            % {"size": len(content) // 1000, "most": LARGEST // 1000}
        )
    if club.uploads.filter(kept_until__gt=by.at).count() >= MOST_UPLOADS:
        raise TooManyUploads(
            _(
                "%(count)d imports of your club are not finished. Finish or discard one of them, "
                "or wait a day."
            )
            % {"count": MOST_UPLOADS}
        )
    upload = Upload(
        club=club,
        made_by=user,
        kind=kind,
        name=name[:120],
        content=content,
        is_typed=is_typed,
        is_large=not is_read_at_once(content),
        choices=Choices(language=get_language() or "").as_json(),
        made_at=by.at,
        kept_until=by.at + RETENTION,
    )
    if not upload.is_large:
        _unpack(upload)
    if len(upload.content) > LARGEST_UNPACKED:
        # its cells refer to one text many times
        upload.is_large, upload.content, upload.workbook, upload.sheets = True, content, None, []
        upload.choices = Choices(language=get_language() or "").as_json()
    if not upload.is_large:
        read_upload(upload)
    upload.save()
    if upload.is_large:
        request_reading(upload=upload, by=by)
    return upload


def _unpack(upload: Upload, sheet: str = "") -> None:
    """Put the sheet of a workbook in the place of the file. Raises FileUnreadable."""
    content = bytes(upload.workbook or upload.content)
    if not is_workbook(content):
        return
    upload.content, name, upload.sheets = sheet_as_csv(content, sheet)
    upload.workbook = content if len(upload.sheets) > 1 else None
    chosen = Choices.of(upload.choices)
    upload.choices = replace(chosen, sheet=name, encoding="utf-8", delimiter=",").as_json()


def choose(upload: Upload, choices: Choices) -> Upload:
    """Keep what was chosen about a file."""
    if upload.is_large:
        return _choose_of_large(upload, choices)
    before = choices_of(upload).sheet
    upload.choices = choices.as_json()
    if upload.workbook is not None and choices.sheet != before:
        # the columns of another sheet are others
        upload.choices = replace(choices, columns=None, has_headings=None).as_json()
        _unpack(upload, choices.sheet)
    elif upload.sheets:
        chosen = replace(choices, sheet=before, encoding="utf-8", delimiter=",")
        upload.choices = chosen.as_json()
    upload.save(update_fields=["choices", "content", "workbook", "sheets"])
    return upload


def _choose_of_large(upload: Upload, choices: Choices) -> Upload:
    """Keep what was chosen; what is to be read otherwise has to be read again."""
    before = choices_of(upload)
    if choices.sheet != before.sheet:
        # the columns of another sheet are others
        choices = replace(choices, columns=None, has_headings=None)
    if _reading_of(choices) != _reading_of(before):
        upload.reading = None
    upload.choices = choices.as_json()
    upload.save(update_fields=["choices", "reading"])
    return upload


def _reading_of(choices: Choices) -> tuple[str, str, str]:
    return choices.encoding, choices.delimiter, choices.sheet


@transaction.atomic
def choose_readable(*, upload: Upload, choices: Choices, by: Act) -> Upload:
    """Keep what was chosen; a large file that is to be read otherwise is read by a job.

    Raises FileUnreadable for a file that cannot be read like this; then nothing is kept.
    """
    choose(upload, choices)
    if not is_ready(upload):
        request_reading(upload=upload, by=by)
    elif not upload.is_large:
        read_upload(upload)
    return upload


def retype(upload: Upload, content: bytes) -> Upload:
    """Keep a text that was typed as it was corrected. Raises FileUnreadable.

    What was chosen about it stays, but of columns that have another heading now.
    """
    before = () if upload.is_large else read_upload(upload).headings
    upload.content, upload.reading = content, None
    upload.is_large = not is_read_at_once(content)
    if not upload.is_large:
        _keep_columns(upload, before)
    upload.save(update_fields=["content", "reading", "is_large", "choices"])
    return upload


def _keep_columns(upload: Upload, before: Sequence[str]) -> None:
    """Keep the columns that were chosen under headings that stand there still."""
    read, choices = read_upload(upload), choices_of(upload)
    if before and choices.columns is not None and read.headings != before:
        columns = _columns_again(read, before, choices.columns)
        upload.choices = replace(choices, columns=columns).as_json()


def _columns_again(read: Read, before: Sequence[str], chosen: Mapping[int, str]) -> dict[int, str]:
    """Return the columns as they were chosen, and guessed where the heading is another one."""
    headings = zip(before, read.headings, strict=False)
    same = {number for number, (old, new) in enumerate(headings) if old == new}
    columns = {number: name for number, name in chosen.items() if number in same}
    for number, name in read.kind.guessed_columns(read.headings).items():
        if number not in same:
            columns[number] = name if name not in columns.values() else ""
    return columns


def discard(upload: Upload) -> None:
    """Forget a file; discarded twice it is gone once."""
    Upload.objects.filter(pk=upload.pk).delete()


def kind_of(upload: Upload) -> Kind:
    kind = kind_called(upload.kind)
    if kind is None:
        raise OutOfDate(_("This kind of import no longer exists; begin again."))
    return kind


def choices_of(upload: Upload) -> Choices:
    return Choices.of(upload.choices)


def read_upload(upload: Upload) -> Read:
    """Read the file as it was chosen. Raises FileUnreadable, NotReadYet."""
    kind, choices = kind_of(upload), choices_of(upload)
    grid = _grid_of(upload, kind, choices)
    above = 0 if choices.has_headings is False else _lines_above_headings(kind, grid)
    titles = tuple(" ".join(cells) for _line, cells in grid.lines[:above])
    grid = replace(grid, lines=grid.lines[above:])
    first = grid.lines[0][1]
    guessed = kind.guessed_columns(first)
    has_headings = choices.has_headings
    if has_headings is None:
        has_headings = any(guessed.values())
    headings = first if has_headings else []
    headings = [*headings, *[""] * (grid.width - len(headings))]
    columns = choices.columns
    if columns is None:
        columns = guessed if has_headings else _alone(kind, grid)
    known = {field.name for field in kind.fields}
    clean = {
        number: columns.get(number, "") if columns.get(number, "") in known else ""
        for number in range(grid.width)
    }
    return Read(kind, grid, headings, clean, has_headings, titles)


def _lines_above_headings(kind: Kind, grid: Grid) -> int:
    """Return how many lines stand above the one that names most columns, a title for example."""
    named = [
        sum(map(bool, kind.guessed_columns(cells).values()))
        for _line, cells in grid.lines[:MOST_TITLES]
    ]
    return named.index(max(named))


def is_read(upload: Upload) -> bool:
    """Say whether nobody has to wait until a worker has read the file."""
    return not upload.is_large or upload.reading is not None


def _grid_of(upload: Upload, kind: Kind, choices: Choices) -> Grid:
    if upload.is_large:
        if upload.reading is None:
            raise NotReadYet
        return grid_from(orjson.loads(bytes(upload.reading)))
    grid = kind.read(bytes(upload.content), choices)
    if not upload.sheets:
        return grid
    return replace(
        grid, encoding="", delimiter="", sheet=choices.sheet, sheets=tuple(upload.sheets)
    )


def _alone(kind: Kind, grid: Grid) -> dict[int, str]:
    """Return the columns of a list without headings: of names alone it is clear."""
    return {0: next(field.name for field in kind.fields if field.needed)} if grid.width == 1 else {}


def missing_columns(read: Read) -> list[str]:
    """Return the labels of fields that are needed and that no column has."""
    there = set(read.columns.values())
    return [
        str(field.label)
        for field in read.kind.fields
        if field.needed and field.name not in there and not there & set(field.instead)
    ]


def is_clear(upload: Upload) -> bool:
    """Say whether nothing is to be asked of the file before it is looked at."""
    read = read_upload(upload)
    is_unknown = any(
        heading and not read.columns[number] for number, heading in enumerate(read.headings)
    )
    asks = is_unknown or read.grid.lost or len(read.grid.sheets) > 1 or read.kind.options
    return not asks and not missing_columns(read)


def options_of(upload: Upload, read: Read) -> dict[str, str]:
    """Return the options as they were chosen, else as the file or the kind suggests them."""
    chosen = choices_of(upload).options
    return {
        option.name: chosen.get(option.name, read.grid.suggested.get(option.name, option.default))
        for option in read.kind.options
    }


def material_of(upload: Upload) -> Material:
    """Return what the import is planned from. Raises FileUnreadable, ColumnsMissing."""
    return _material(upload, read_upload(upload))


def _material(upload: Upload, read: Read) -> Material:
    if missing := missing_columns(read):
        raise ColumnsMissing(
            _("No column is matched with “%(field)s”: choose one.") % {"field": missing[0]}
        )
    return Material(
        club=upload.club,
        rows=read.rows,
        options=options_of(upload, read),
        people=choices_of(upload).people,
        source=upload.name or str(_("a pasted list")),
        language=choices_of(upload).language,
        is_workbook=bool(upload.sheets),
    )


def plan_of(upload: Upload) -> Plan:
    """Say what the import would do; nothing is stored. Raises Refused."""
    return read_and_planned(upload)[1]


def read_and_planned(upload: Upload) -> tuple[Read, Plan]:
    """Return how the file is read, and what the import would do. Raises Refused."""
    read = read_upload(upload)
    if upload.is_large:
        return read, kept_plan(upload.plan, mark=mark_of(upload))
    return read, read.kind.plan(_material(upload, read))


def is_ready(upload: Upload) -> bool:
    """Say whether nobody has to wait until a worker has read and planned the file."""
    if not upload.is_large:
        return True
    return is_read(upload) and is_plan_of(upload.plan, mark=mark_of(upload))


def mark_of(upload: Upload) -> str:
    """Return a digest of the file and the choices: a confirmation shows what was seen."""
    parts = (upload.kind, bytes(upload.content), sorted(upload.choices.items(), key=str))
    return sha256(repr(parts).encode()).hexdigest()


def import_now(*, upload: Upload, progress: Progress = SILENT, by: Act) -> str:
    """Carry the import out and forget the file; return what was done, as a sentence.

    All of it or nothing. Raises Refused, and OutOfDate where it is done already.
    """
    with transaction.atomic():
        found = Upload.objects.select_for_update().filter(pk=upload.pk).first()
        if found is None:
            raise OutOfDate(_("This file is imported or discarded already."))
        progress.step(_("Reading the file"))
        kind = kind_of(found)
        material = material_of(found)
        if not kind.counts_itself:
            club_limits.count(club_limits.IMPORTS, found.club_id, by.at)
        sentence = kind.carry_out(material, progress, by)
        found.delete()
    return sentence


@transaction.atomic
def request_import(*, upload: Upload, by: Act) -> Job:
    """Request a job that carries the import out; asked for twice, there is one job."""
    club_limits.check(club_limits.IMPORTS, upload.club_id, by.at)
    return jobs.enqueue(
        kind=IMPORT.name,
        club_id=upload.club_id,
        subject_id=upload.pk,
        data={"mark": mark_of(upload)},
        by=by,
    )


def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
    """Carry a requested import out. Cancelled, nothing of it is stored."""
    upload = Upload.objects.filter(pk=job.subject_id, club_id=job.club_id).first()
    if upload is None:
        raise OutOfDate(_("This file is imported or discarded already."))
    if mark_of(upload) != job.data.get("mark"):
        raise OutOfDate(_("The import was changed after it was confirmed; look at it again."))
    sentence = import_now(upload=upload, progress=progress, by=Act(job.asked_by, at))
    return Outcome(sentence=sentence)


# Large files, which a worker reads.


def request_reading(*, upload: Upload, by: Act) -> Job:
    """Request a job that reads a large file; asked for twice, there is one job."""
    return jobs.enqueue(kind=READING.name, club_id=upload.club_id, subject_id=upload.pk, by=by)


def read_large(job: Job, progress: Progress, _at: datetime) -> Outcome:
    """Read a large file as it was chosen. What cannot be read at all is discarded."""
    for _again in range(MOST_READINGS):
        upload = Upload.objects.filter(pk=job.subject_id, club_id=job.club_id).first()
        if upload is None:
            raise OutOfDate(_("This file is imported or discarded already."))
        is_first = upload.plan is None
        if not is_read(upload):
            _read_again(upload, progress)
        elif _plan_and_keep(upload, progress):
            return _was_read(upload, is_first=is_first)
    raise OutOfDate(_("The import was changed meanwhile: look at it once more."))


def _read_again(upload: Upload, progress: Progress) -> None:
    progress.step(_("Reading the file"))
    try:
        _read_and_keep(upload, choices_of(upload), progress)
    except FileUnreadable:
        _read_as_before(upload, progress)
        raise


def _plan_and_keep(upload: Upload, progress: Progress) -> bool:
    """Plan a file that is read; False where something else was chosen meanwhile."""
    progress.step(_("Looking at what happens to each line"))
    read = read_upload(upload)
    try:
        planned = plan_as_json(read.kind.plan(_material(upload, read)))
    except Refused as refused:
        planned = {"refused": str(refused), "field": refused.field}
    kept = orjson.dumps(planned | {"mark": mark_of(upload)})
    rows = Upload.objects.filter(pk=upload.pk, choices=upload.choices)
    return bool(rows.update(plan=kept))


def _was_read(upload: Upload, *, is_first: bool) -> Outcome:
    lines = len(read_upload(upload).grid.lines)
    page = "import_columns" if is_first and not is_clear(upload) else "import_preview"
    sentence = ngettext(
        "The file is read: %(count)d line.", "The file is read: %(count)d lines.", lines
    )
    return Outcome(sentence=sentence % {"count": lines}, result={"upload": upload.pk, "page": page})


def _read_and_keep(upload: Upload, choices: Choices, progress: Progress) -> None:
    """Have the file read and keep what was read, unless something else was chosen meanwhile."""
    before = upload.choices
    grid = read_apart(upload.kind, bytes(upload.content), choices, progress)
    if not grid.lines:
        raise FileUnreadable(_("The list is empty; paste it or choose a file."))
    chosen = replace(choices, sheet=grid.sheet).as_json()
    rows = Upload.objects.filter(pk=upload.pk, choices=before)
    rows.update(reading=orjson.dumps(grid_as_json(grid)), choices=chosen)


def _read_as_before(upload: Upload, progress: Progress) -> None:
    """Read a file as it seems to be, because it cannot be read as it was chosen; else forget it."""
    before = choices_of(upload)
    guessed = Choices(people=before.people, language=before.language)
    try:
        if _reading_of(before) == _reading_of(guessed):
            raise FileUnreadable("")
        _read_and_keep(upload, guessed, progress)
    except FileUnreadable:
        discard(upload)


def add_answers(choices: Choices, answers: Mapping[str, int]) -> Choices:
    """Return the choices with answers to questions on names added."""
    return replace(choices, people={**choices.people, **answers})


def overdue(before: datetime) -> Any:
    """Return the uploads that nobody finished until their time was over."""
    return Upload.objects.filter(kept_until__lt=before)


IMPORT = JobKind(
    name="import",
    label=gettext_lazy("An imported file"),
    permission="clubs.change_people",
    carry_out=carry_out,
)
READING = JobKind(
    name="import_reading",
    label=gettext_lazy("Reading a file"),
    permission="clubs.change_people",
    carry_out=read_large,
    one_at_a_time=True,
)

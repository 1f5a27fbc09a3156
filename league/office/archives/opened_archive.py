"""An archive as it is opened: checked before anything of it is believed.

The file may be from anybody. Its names, sizes and digests are checked first, and never more of it
is listed or unpacked than it says of itself, which is bounded.
"""

import os
import struct
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from io import BufferedReader, RawIOBase
from typing import IO, Any, cast

import orjson
from django.utils.translation import gettext as _

from league.foundation.jobs.apart import SILENT, Progress
from league.foundation.refusal import Refused
from league.office.archives.archive_format import (
    LARGEST_CONTENT,
    LARGEST_LINE,
    LARGEST_MANIFEST,
    MANIFEST,
    MOST_FILES,
    MOST_ROWS,
    MOST_TIMES_SMALLER,
    SEAL,
    VERSION,
    Listed,
    Manifest,
    NewerFormat,
    is_sealed_here,
    manifest_from,
)
from league.office.archives.archived import Line

AT_ONCE = 256 * 1024
LINES_AT_ONCE = 500
MOST_AT_ONCE = 8 * 1024 * 1024  # bytes of lines that are held at once
SMALL = 64 * 1024  # files as small as this may be packed as tightly as they like
# the last bytes of a zip say how long the list of its files is; before them a larger zip than an
# archive may be has where another list stands
END_MARK, END = b"PK\5\6", struct.Struct("<4s8xL4xH")
LOCATOR_MARK, LOCATOR_BYTES = b"PK\6\7", 20
LARGEST_LIST = 4 * 1024 * 1024


# what zipfile and the manifest raise of a file that is none, or was cut off
_UNREADABLE = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, OSError),
    *(KeyError, RuntimeError, ValueError, OverflowError),
)


class NotAnArchive(Refused):
    """The file is no archive, or not the one that was made."""

    code = "not_an_archive"


class OpenedArchive:
    """An archive that has been checked: `manifest`, and the lines of its files.

    `is_sealed` says that this very site made it and that nothing in it was changed.
    """

    def __init__(self, zip: zipfile.ZipFile, manifest: Manifest, *, is_sealed: bool) -> None:
        self._zip = zip
        self.manifest = manifest
        self.is_sealed = is_sealed

    def has(self, path: str) -> bool:
        return path in self.manifest.files

    def rows_in(self, path: str) -> int:
        listed = self.manifest.files.get(path)
        return (listed.rows or 0) if listed else 0

    def lines(self, path: str) -> Iterator[Line]:
        """Go through the lines of a file; none where the archive does not have it."""
        return (line for line, _length in self._sized(path))

    def _sized(self, path: str) -> Iterator[tuple[Line, int]]:
        """Go through lines with their bytes, as many as the manifest says. Raises NotAnArchive."""
        if not self.has(path):
            return
        rows = self.rows_in(path)
        # a zip's own file reads line by line in Python
        with (
            self._zip.open(path) as packed,
            BufferedReader(cast(RawIOBase, packed), AT_ONCE) as inside,
        ):
            for number, text in enumerate(iter(lambda: inside.readline(LARGEST_LINE), b""), 1):
                line = _line(path, number, text)
                if number > rows:
                    raise _changed()
                yield line, len(text)

    def batches(self, path: str) -> Iterator[list[Line]]:
        """Go through the lines of a file, at most so many at once, and few where they are long."""
        batch: list[Line] = []
        size = 0
        for line, length in self._sized(path):
            batch.append(line)
            size += length
            if len(batch) == LINES_AT_ONCE or size > MOST_AT_ONCE:
                yield batch
                batch, size = [], 0
        if batch:
            yield batch

    def content(self, path: str, *, most: int) -> bytes | None:
        """Return a small file whole; None where the archive does not have it, or it is larger."""
        listed = self.manifest.files.get(path)
        if listed is None or listed.bytes > most:
            return None
        with self._zip.open(path) as inside:
            return inside.read(most)


def open_archive(file: IO[bytes], *, progress: Progress = SILENT) -> OpenedArchive:
    """Check an archive wholly and return it. Raises NotAnArchive, which says what is wrong."""
    try:
        _check_list(file)
        zip = zipfile.ZipFile(file)
        text, seal = _small(zip, MANIFEST, LARGEST_MANIFEST), _small(zip, SEAL, 1_000)
        manifest = manifest_from(text)
        _check_names(zip, manifest)
        for path, one in progress.track(manifest.files.items(), _("Checking the archive")):
            _check_digest(zip, path, one)
    except NewerFormat as newer:
        raise NotAnArchive(
            _(
                "This archive has version %(version)d of the format, and this site reads version "
                "%(known)d: it was made by a newer release. Update this site, then read it again."
            )
            % {"version": newer.args[0], "known": VERSION}
        ) from None
    except _UNREADABLE as wrong:
        raise _damaged() from wrong
    sealed = is_sealed_here(text, seal.decode(errors="replace"))
    return OpenedArchive(zip, manifest, is_sealed=sealed)


def _check_list(file: IO[bytes]) -> None:
    """Look at how long the zip's list of its files is: Python holds a kilobyte of each of them."""
    end = file.seek(0, os.SEEK_END)
    file.seek(max(0, end - LOCATOR_BYTES - END.size))
    locator, last = file.read(LOCATOR_BYTES), file.read()
    if len(last) < END.size:
        raise zipfile.BadZipFile
    mark, length, comment = END.unpack(last)
    if mark != END_MARK or comment:
        raise zipfile.BadZipFile
    if locator.startswith(LOCATOR_MARK) or length > LARGEST_LIST:
        raise _too_large()


def _small(zip: zipfile.ZipFile, path: str, most: int) -> bytes:
    """Return a file that the manifest cannot vouch for. Raises KeyError without it."""
    info = zip.getinfo(path)
    if info.file_size > most:
        raise ValueError(f"{path} is too large")
    with zip.open(info) as inside:
        return inside.read(most)


def _check_names(zip: zipfile.ZipFile, manifest: Manifest) -> None:
    """Compare what the zip says it holds with what the manifest says, before anything is read."""
    there = {info.filename: info for info in zip.infolist()}
    listed = manifest.files
    if len(zip.infolist()) != len(there) or there.keys() != {*listed, MANIFEST, SEAL}:
        raise _changed()
    if len(there) > MOST_FILES or any(one.bytes < 0 for one in listed.values()):
        raise _too_large()
    if sum(one.bytes for one in listed.values()) > LARGEST_CONTENT:
        raise _too_large()
    if sum(one.rows or 0 for one in listed.values()) > MOST_ROWS:
        raise NotAnArchive(
            _("This archive has more than %(most)d records, and is not read.") % {"most": MOST_ROWS}
        )
    for path, one in listed.items():
        info = there[path]
        if info.file_size != one.bytes:
            raise _changed()
        if one.bytes > SMALL and one.bytes > info.compress_size * MOST_TIMES_SMALLER:
            raise _too_large()


def _check_digest(zip: zipfile.ZipFile, path: str, listed: Listed) -> None:
    digest, left = sha256(), listed.bytes
    with zip.open(path) as inside:
        while content := inside.read(AT_ONCE):
            left -= len(content)
            if left < 0:
                raise _changed()
            digest.update(content)
    if left or digest.hexdigest() != listed.sha256:
        raise _changed()


def _line(path: str, number: int, text: bytes) -> Line:
    line: Any = None
    if text.endswith(b"\n"):
        try:
            line = orjson.loads(text)
        except orjson.JSONDecodeError:
            line = None
    if not isinstance(line, dict):
        raise NotAnArchive(
            _("Line %(line)d of %(file)s in the archive cannot be read. Nothing was changed.")
            % {"line": number, "file": path}
        )
    return line


def _damaged() -> NotAnArchive:
    return NotAnArchive(
        _("This file is no archive of a club, or it is damaged. Download the archive once more.")
    )


def _changed() -> NotAnArchive:
    return NotAnArchive(
        _(
            "This archive is not as it was made: a file in it was changed, added or lost. "
            "Download the archive once more."
        )
    )


def _too_large() -> NotAnArchive:
    return NotAnArchive(
        _("This archive says that it is larger than an archive may be: at most %(most)d GB.")
        % {"most": LARGEST_CONTENT // 1024**3}
    )

"""The file itself: a zip that is written file by file, with a digest of each."""

import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from typing import IO, Any

import orjson

from league.office.archives.archive_format import Listed

# for seeing it change: a zip knows nothing before this year
OLDEST = 1980


class ZipWriter:
    """Writes files one after the other and remembers what a manifest says of each."""

    def __init__(self, out: IO[bytes], *, at: datetime) -> None:
        self._zip = zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6)
        self._at = at.timetuple()[:6] if at.year >= OLDEST else (OLDEST, 1, 1, 0, 0, 0)
        self.listed: dict[str, Listed] = {}

    def __enter__(self) -> "ZipWriter":
        return self

    def __exit__(self, *_error: object) -> None:
        self._zip.close()

    @contextmanager
    def file(self, path: str) -> Iterator["WrittenFile"]:
        """Open the next file. It is listed when the block ends."""
        with self._zip.open(self._info(path), "w", force_zip64=True) as inside:
            written = WrittenFile(inside)
            yield written
        self.listed[path] = written.listed

    def put(self, path: str, content: bytes) -> None:
        with self.file(path) as written:
            written.write(content)

    def put_lines(self, path: str, lines: Iterable[Any]) -> int:
        """Write each value as a line of JSON; return how many there were."""
        with self.file(path) as written:
            for line in lines:
                written.line(line)
        return written.rows or 0

    def put_unlisted(self, path: str, content: bytes) -> None:
        """Write what the manifest cannot list: itself, and its seal."""
        self._zip.writestr(self._info(path), content)

    def _info(self, path: str) -> zipfile.ZipInfo:
        info = zipfile.ZipInfo(path, self._at)
        info.compress_type = zipfile.ZIP_DEFLATED
        info.external_attr = 0o644 << 16
        return info


class WrittenFile:
    """A file inside of the zip, while it is written."""

    def __init__(self, inside: IO[bytes]) -> None:
        self._inside = inside
        self._digest = sha256()
        self._bytes = 0
        self.rows: int | None = None

    def write(self, content: bytes) -> int:
        self._digest.update(content)
        self._bytes += len(content)
        return self._inside.write(content)

    def line(self, value: Any) -> None:
        self.write(orjson.dumps(value) + b"\n")
        self.rows = (self.rows or 0) + 1

    @property
    def listed(self) -> Listed:
        return Listed(bytes=self._bytes, sha256=self._digest.hexdigest(), rows=self.rows)

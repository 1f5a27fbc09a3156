"""A file of happenings that have passed: compressed JSON lines which say themselves if they hold.

The first line names the format, the last one how many happenings stand between them and the
SHA-256 of all bytes above it (docs/backup.md, “The journal’s archive”).
"""

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

Line: TypeAlias = Mapping[str, Any]

FORMAT = "tricktable journal 1"
BEGUN = ".begun"
PIECE = 1 << 20  # bytes read at once


class DamagedArchive(Exception):
    """A file is not, byte for byte, what was written; the text says where."""


def write_archive(file: Path, happenings: Iterable[Line]) -> int:
    """Write the file; under its name it is complete and on the disk. Returns how many were written.

    The same happenings make the same bytes.
    """
    begun = file.with_name(f".{file.name}{BEGUN}")
    with open(begun, "wb", opener=_for_its_owner) as raw:
        with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
            count = _write_lines(packed, happenings)
        raw.flush()
        os.fsync(raw.fileno())
    begun.replace(file)
    _sync_folder(file.parent)
    return count


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _write_lines(packed: gzip.GzipFile, happenings: Iterable[Line]) -> int:
    digest, count = hashlib.sha256(), -1
    for line in chain([{"format": FORMAT}], happenings):
        packed.write(written := _as_bytes(line))
        digest.update(written)
        count += 1
    packed.write(_as_bytes({"happenings": count, "sha256": digest.hexdigest()}))
    return count


def _as_bytes(line: Line) -> bytes:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _sync_folder(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def read_archive(file: Path) -> Iterator[Line]:
    """Yield the happenings of a file. Raises DamagedArchive, at the latest behind the last one."""
    try:
        with gzip.open(file) as lines:
            yield from _read_lines(lines)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise DamagedArchive(f"{file} cannot be read: {error}.") from error


def _read_lines(lines: Iterable[bytes]) -> Iterator[Line]:
    """Raises ValueError for what `write_archive` has not written."""
    digest, count, ahead = hashlib.sha256(), -1, b""
    for line in lines:
        if ahead:
            if count > -1:
                yield json.loads(ahead)
            elif json.loads(ahead) != {"format": FORMAT}:
                raise ValueError(f"its first line is not that of the format “{FORMAT}”")
            digest.update(ahead)
            count += 1
        ahead = line
    if ahead != _as_bytes({"happenings": count, "sha256": digest.hexdigest()}):
        raise ValueError("its last line does not fit the lines above it")


def digest_of(file: Path) -> str:
    """Return the SHA-256 of the file as it is on the disk, in hexadecimal digits."""
    digest = hashlib.sha256()
    with file.open("rb") as content:
        while piece := content.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()

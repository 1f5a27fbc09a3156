"""The form of an archive: its files, its manifest, and how large it may be (docs/archive.md)."""

import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import IO, Any
from uuid import UUID

import orjson
from django.core.signing import BadSignature, Signer

FORMAT = "tricktable-archive"
VERSION = 2
MANIFEST, SEAL, README = "manifest.json", "seal.txt", "README.txt"
CLUB, ACCOUNTS, LOGO, WEEKLY = (
    "club.json",
    "accounts.jsonl",
    "pictures/logo.webp",
    "weekly_results.jsonl",
)
# folders of files for people, which are not read back
FOR_PEOPLE = ("tables/", "papers/")

MOST_FILES = 20_000
LARGEST_FILE = 256 * 1024 * 1024  # of the archive as it is stored, in bytes
LARGEST_CONTENT = 4 * 1024 * 1024 * 1024  # of all its files together
MOST_ROWS = 10_000_000  # of all its files together
LARGEST_MANIFEST = 8 * 1024 * 1024
LARGEST_LINE = 1024 * 1024
MOST_TIMES_SMALLER = 400  # a file that was packed tighter than rows of text are is a trap

_SEAL = Signer(salt="league.archives")

ABOUT = """\
This is an archive of a card club, made by Tricktable.

manifest.json    what this is of, when and where it was made, and for each file its size, its rows
                 and its SHA-256, so that anybody can check that nothing was changed
seal.txt         by which the site that made it knows it again
club.json        the settings of the club
accounts.jsonl   the names and roles of members, and of those who did something
rows/            everything else, a file a kind, a JSON object a line; references are the numbers
                 of other lines
rows/deals.jsonl the records and summaries of all deals, as the command "score" reads them
tables/          players, entries, results, standings and ratings as CSV, for people
papers/          the final standings as PDF, for people
pictures/        the club's logo

It holds no password, no link, no key and no seed of deals that are still to be played. E-mail
addresses are in it only if the owner who made it wished so: see "with_addresses".
docs/archive.md of Tricktable describes it wholly.
"""


# what a manifest says of the club, the season or the event that the archive is of
OF = ("extent", "name", "club", "season", "event")


class NewerFormat(Exception):
    """The archive has a higher version of the format than this site knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A file of an archive as the manifest lists it; `rows` are its lines, where it has lines."""

    bytes: int
    sha256: str
    rows: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What an archive says of itself.

    `mark` is that of the club it was made of, `extent` "club", "season" or "event"; `left_out`
    says how many rows of a kind are not in it although they belong to it.
    """

    made_at: datetime
    release: str
    extent: str
    name: str
    mark: UUID
    club: str
    version: int = VERSION
    season: str = ""
    event: str = ""
    with_addresses: bool = False
    left_out: Mapping[str, int] = field(default_factory=dict)
    files: Mapping[str, Listed] = field(default_factory=dict)

    def to_bytes(self) -> bytes:
        """Return it as JSON; the same manifest gives the same bytes."""
        data = asdict(self)
        data["of"] = {name: value for name in OF if (value := data.pop(name))}
        for listed in data["files"].values():
            if listed["rows"] is None:
                del listed["rows"]
        options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS
        return orjson.dumps({"format": FORMAT, **data}, option=options)


def manifest_from(text: bytes) -> Manifest:
    """Return what a manifest says. Raises NewerFormat, or ValueError where it is none of these."""
    try:
        data = orjson.loads(text)
        if data["format"] != FORMAT:
            raise ValueError("it is of another format")
        if isinstance(data["version"], int) and data["version"] > VERSION:
            raise NewerFormat(data["version"])
        return Manifest(
            **{name: str(data["of"].get(name, ""))[:200] for name in OF},
            version=int(data["version"]),
            made_at=datetime.fromisoformat(data["made_at"]),
            release=str(data["release"])[:100],
            mark=UUID(data["mark"]),
            with_addresses=bool(data["with_addresses"]),
            left_out={str(name): int(count) for name, count in data["left_out"].items()},
            files={str(path): _listed(one) for path, one in data["files"].items()},
        )
    except (KeyError, TypeError, AttributeError, orjson.JSONDecodeError) as wrong:
        raise ValueError("its manifest cannot be read") from wrong


def _listed(one: Mapping[str, Any]) -> Listed:
    rows = one.get("rows")
    return Listed(
        bytes=int(one["bytes"]),
        sha256=str(one["sha256"]),
        rows=None if rows is None else int(rows),
    )


def seal_of(manifest: bytes) -> str:
    """Return by what this site knows the manifest again; other sites cannot make it."""
    return _SEAL.sign(sha256(manifest).hexdigest())


def is_sealed_here(manifest: bytes, seal: str) -> bool:
    """Say whether this site made the manifest, to the last byte."""
    try:
        return _SEAL.unsign(seal) == sha256(manifest).hexdigest()
    except BadSignature:
        return False


# --- The file itself: a zip that is written file by file, with a digest of each ---

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

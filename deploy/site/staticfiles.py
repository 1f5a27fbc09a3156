"""What pages load of other people's packages, which hold thousands more, and how it is stored."""

import hashlib
import json
import os
import threading
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import Any

import brotli  # type: ignore[import-untyped]
from django.conf import settings
from django.contrib.staticfiles.finders import AppDirectoriesFinder, BaseFinder, find, get_finders
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.base import ContentFile, File
from django.core.files.storage import FileSystemStorage
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from deploy.site.files import OF_RELEASE, marks_of_releases
from deploy.site.minified import KINDS, minify
from deploy.site.page_fonts import BLANK, LATIN, ranges_of_blank

URL_PREFIX = "npm/"
# the stylesheet of every page, and the folder of its parts, which are numbered in their order
SITE_SHEET = "site/site.css"
STYLES = settings.BASE_DIR / "deploy" / "site" / "styles"
# the script before the first paint of a page in Japanese; in others it is the first part alone
FIRST_SCRIPT = "site/first.js"
PARTS_OF_FIRST_SCRIPT = ("site/theme.js", "site/japanese.js")
# the script of a table's page: one for a slow network to bring instead of a dozen, and smaller
TABLE_SCRIPT = "table/page.js"
PARTS_OF_TABLE_SCRIPT = (
    "site/pad.js",
    "table/questions.js",
    "table/answers.js",
    "table/laid.js",
    "table/stage.js",
    "table/steps.js",
    "table/network.js",
    "table/kept.js",
    "table/deal.js",
    "table/own-check.js",
    "table/said.js",
    "table/display.js",
    "table/feedback.js",
    "site/clock.js",
)

# of npm packages; the sheet of every page has Inter's own sheet in it
INTER = "@fontsource-variable/inter"
ALLOWED = (
    "@fontsource-variable/inter/files/*-wght-normal.woff2",
    "@fontsource-variable/noto-sans-jp/index.css",
    "@fontsource-variable/noto-sans-jp/files/*-wght-normal.woff2",
)
# of Python packages; of the site's own apps everything
ALLOWED_OF_APPS = (
    "django_htmx/htmx-2.min.js",
    "drf_spectacular_sidecar/swagger-ui-dist/favicon-32x32.png",
    "drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css*",
    "drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js*",
    "drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-standalone-preset.js*",
)
OWN_APPS = "league."
FOLDERS_OF_OTHERS = {URL_PREFIX.rstrip("/"), *(path.split("/")[0] for path in ALLOWED_OF_APPS)}


def as_served(path: str, data: bytes) -> bytes:
    """Return the file as pages load it: our styles and scripts made small, others' as they are."""
    kind = Path(path).suffix
    if kind not in KINDS or path.split("/")[0] in FOLDERS_OF_OTHERS:
        return data
    return minify(data, kind=kind)


def allowed_files(root: Path) -> Iterator[str]:
    """Yield the allowed paths that exist below root, with forward slashes."""
    for pattern in ALLOWED:
        for path in sorted(root.glob(pattern)):
            if path.is_file():
                yield path.relative_to(root).as_posix()


def is_allowed(path: str, allowed: Iterable[str] = ALLOWED) -> bool:
    # fnmatch's star also crosses folders, so the depth must agree
    return ".." not in path.split("/") and any(
        path.count("/") == pattern.count("/") and fnmatch(path, pattern) for pattern in allowed
    )


class NpmFinder(BaseFinder):
    """Finds /static/npm/<package>/<path> in node_modules, for allowed paths only."""

    def __init__(self, *_args: Any, **_kwargs: Any) -> None:
        self.root = Path(settings.NPM_ROOT)
        self.storage = FileSystemStorage(location=self.root)
        self.storage.prefix = URL_PREFIX.rstrip("/")  # type: ignore[attr-defined]

    def check(self, **_kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:
        inside = path.removeprefix(URL_PREFIX)
        file = self.root / inside
        if inside == path or not is_allowed(inside) or not file.is_file():
            return []
        return [str(file)] if find_all else str(file)

    def list(
        self, ignore_patterns: Iterable[str] | None
    ) -> Iterator[tuple[str, FileSystemStorage]]:
        for path in allowed_files(self.root):
            if not matches_patterns(path, [*(ignore_patterns or ())]):
                yield path, self.storage


def parts_of_sheet() -> list[str]:
    return [part.read_text(encoding="utf-8") for part in sorted(STYLES.glob("*.css"))]


def faces_of_inter() -> str:
    """Return Inter's own sheet, as part of ours, with the smaller font for Latin letters.

    A font that comes late is for the next page: on this one it would move what is being read.
    """
    sheet = (Path(settings.NPM_ROOT) / INTER / "index.css").read_text(encoding="utf-8")
    there = sheet.replace("url(./files/", f"url(../{URL_PREFIX}{INTER}/files/")
    there = there.replace("font-display: swap", "font-display: optional")
    return there.replace(f"../{URL_PREFIX}{LATIN}", "inter-latin.woff2")


def site_sheet() -> bytes:
    return "\n".join([faces_of_inter(), *parts_of_sheet()]).encode()


def first_script() -> bytes:
    blank = b64encode(Path(str(find(BLANK))).read_bytes()).decode()
    script = _joined(PARTS_OF_FIRST_SCRIPT)
    script = script.replace("{{ blank }}", blank).replace("{{ ranges }}", ranges_of_blank())
    return script.encode()


def table_script() -> bytes:
    return _joined(PARTS_OF_TABLE_SCRIPT).encode()


def _joined(parts: Iterable[str]) -> str:
    return "\n".join(Path(str(find(part))).read_text(encoding="utf-8") for part in parts)


JOINED: dict[str, Callable[[], bytes]] = {
    SITE_SHEET: site_sheet,
    FIRST_SCRIPT: first_script,
    TABLE_SCRIPT: table_script,
}


class JoinedFinder(BaseFinder):
    """Finds what is joined of several files when asked for: a sheet with its font, a script."""

    def __init__(self, *_args: Any, **_kwargs: Any) -> None:
        self.storage = FileSystemStorage(location=settings.MADE_FILES / "joined")

    def check(self, **_kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:
        if path not in JOINED:
            return []
        joined = self._join(path)
        return [joined] if find_all else joined

    def list(
        self, ignore_patterns: Iterable[str] | None
    ) -> Iterator[tuple[str, FileSystemStorage]]:
        for path in JOINED:
            if not matches_patterns(path, [*(ignore_patterns or ())]):
                self._join(path)
                yield path, self.storage

    def _join(self, path: str) -> str:
        """Return where the joined file is, written again if a part has changed since."""
        joined = Path(self.storage.path(path))
        content = JOINED[path]()
        if not joined.is_file() or joined.read_bytes() != content:
            joined.parent.mkdir(parents=True, exist_ok=True)
            begun = joined.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
            begun.write_bytes(content)
            begun.replace(joined)
        return str(joined)


class AppFinder(AppDirectoriesFinder):
    """Finds all static files of our own apps, and of the others those that pages load."""

    def list(
        self, ignore_patterns: Iterable[str] | None
    ) -> Iterator[tuple[str, FileSystemStorage]]:
        of_app = {id(storage): app for app, storage in self.storages.items()}
        for path, storage in super().list(ignore_patterns):
            if self._may_be_had(of_app[id(storage)], path):
                yield path, storage

    def find_in_app(self, app: str, path: str) -> str | None:
        return super().find_in_app(app, path) if self._may_be_had(app, path) else None

    def _may_be_had(self, app: str, path: str) -> bool:
        return app.startswith(OWN_APPS) or is_allowed(path, ALLOWED_OF_APPS)


def digest_of_sources() -> str:
    """Return a digest of all files that pages may load, by name and content, as they lie."""
    sources: dict[str, tuple[FileSystemStorage, str]] = {}
    for finder in get_finders():
        for path, storage in finder.list(None):
            name = os.path.join(getattr(storage, "prefix", None) or "", path)
            sources.setdefault(name, (storage, path))
    digest = hashlib.sha256()
    for name, (storage, path) in sorted(sources.items(), key=lambda source: source[0]):
        content = Path(storage.path(path)).read_bytes()
        digest.update(f"{name}\n{hashlib.sha256(content).hexdigest()}\n".encode())
    return digest.hexdigest()


# from so many bytes on a file is compressed a little less, in a tenth of the time
LARGE = 500_000


class WholeCompressor(Compressor):  # type: ignore[misc]  # untyped
    """Gives a compressed file its name when it is whole: one that has it is never made again."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        return bytes(brotli.compress(data, quality=9 if len(data) >= LARGE else 11))

    def write_data(self, path: str, data: bytes, suffix: str, stat_result: os.stat_result) -> str:
        begun: str = super().write_data(path, data, f"{suffix}.begun", stat_result)
        whole = path + suffix
        os.replace(begun, whole)
        return whole


def of_one(path: Path) -> set[Path]:
    """Return the file, and the one that it is the compressed form of."""
    return {path, path.with_suffix("")} if path.suffix in (".gz", ".br") else {path}


class CollectedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Keeps files as served, under the name that has their digest; compresses each of them once."""

    keep_only_hashed_files = True
    # what was collected, beside it: a digest of the files as they were
    sources_name = f"collected-from{OF_RELEASE}.txt"
    manifest_name = settings.STATIC_MANIFEST

    @cached_property
    def addresses(self) -> dict[str, str]:
        """The addresses given so far; a page asks for a score of them, and none ever changes."""
        return {}

    def url(self, name: str | None, force: bool = False) -> str:
        if force or name is None:
            return str(super().url(name, force))
        address = self.addresses.get(name)
        if address is None:
            address = self.addresses[name] = str(super().url(name))
        return address

    def _save(self, name: str, content: "File[Any]") -> str:
        if Path(name).suffix in KINDS:
            content = ContentFile(as_served(name, b"".join(content.chunks())))
        saved: str = super()._save(name, content)
        return saved

    def collected_from(self) -> str:
        """Return `digest_of_sources` of when files were last collected, "" if they never were."""
        try:
            return Path(self.path(self.sources_name)).read_text()
        except FileNotFoundError:
            return ""

    def post_process(self, *paths: Any, **options: Any) -> Iterator[tuple[str, str, bool]]:
        yield from super().post_process(*paths, **options)
        if not options.get("dry_run"):
            Path(self.path(self.sources_name)).write_text(digest_of_sources())

    def remove_former(self) -> int:
        """Remove what no release that is installed names; return how many files that were.

        Where none of them has collected, nothing is removed: the folder may be somebody else's.
        """
        root, kept = Path(self.location), set[Path]()
        for mark in marks_of_releases():
            manifest = root / f"staticfiles{mark}.json"
            if manifest.is_file():
                named = json.loads(manifest.read_text(encoding="utf-8"))["paths"].values()
                kept |= {
                    manifest,
                    root / f"collected-from{mark}.txt",
                    *(root / one for one in named),
                }
        if not kept:
            return 0
        former = [path for path in root.rglob("*") if path.is_file() and not kept & of_one(path)]
        for path in former:
            path.unlink()
        return len(former)

    def create_compressor(self, **options: Any) -> Compressor:
        return WholeCompressor(**options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        yield from super().compress_files(path for path in paths if not self.exists(f"{path}.gz"))

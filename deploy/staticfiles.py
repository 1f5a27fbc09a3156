"""The few files of npm packages that pages may load; the packages hold thousands more."""

from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage

URL_PREFIX = "npm/"

ALLOWED = (
    "@picocss/pico/css/pico.min.css",
    "@picocss/pico/css/pico.css",
    "@fontsource-variable/inter/index.css",
    "@fontsource-variable/inter/wght.css",
    "@fontsource-variable/inter/files/*-wght-normal.woff2",
    "@fontsource-variable/noto-sans-jp/index.css",
    "@fontsource-variable/noto-sans-jp/wght.css",
    "@fontsource-variable/noto-sans-jp/files/*-wght-normal.woff2",
)


def allowed_files(root: Path) -> Iterator[str]:
    """Yield the allowed paths that exist below root, with forward slashes."""
    for pattern in ALLOWED:
        for path in sorted(root.glob(pattern)):
            if path.is_file():
                yield path.relative_to(root).as_posix()


def is_allowed(path: str) -> bool:
    # fnmatch's star also crosses folders, so the depth must agree
    return ".." not in path.split("/") and any(
        path.count("/") == pattern.count("/") and fnmatch(path, pattern) for pattern in ALLOWED
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
        found = self.root / inside
        if inside == path or not is_allowed(inside) or not found.is_file():
            return []
        return [str(found)] if find_all else str(found)

    def list(
        self, ignore_patterns: Iterable[str] | None
    ) -> Iterator[tuple[str, FileSystemStorage]]:
        for path in allowed_files(self.root):
            if not matches_patterns(path, [*(ignore_patterns or ())]):
                yield path, self.storage

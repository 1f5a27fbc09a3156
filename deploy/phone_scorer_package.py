"""What a phone needs to score a deal by itself: the engine as it is, and its sentences' words."""

import zipfile
from collections.abc import Iterator
from io import BytesIO

from django.conf import settings

from deploy.files import CODE
from games.phone_scorer import CATALOGUE

# the engine and what it stands on; nothing of it knows the site
PARTS = (
    *("games/__init__.py", "games/phone_scorer.py"),
    *("games/engine/**/*.py", "games/sentences/**/*.py"),
)
# so that the same files always make the same package
NEW_YEAR = (1980, 1, 1, 0, 0, 0)


def package() -> bytes:
    """Return the ZIP archive that games/phone_scorer.py runs in."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in _files():
            archive.writestr(zipfile.ZipInfo(name, NEW_YEAR), content, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()


def _files() -> Iterator[tuple[str, bytes]]:
    for part in PARTS:
        for path in sorted(CODE.glob(part)):
            yield path.relative_to(CODE).as_posix(), path.read_bytes()
    for language, _name in settings.LANGUAGES:
        words = CODE / "games" / "locale" / language / "LC_MESSAGES" / "django.mo"
        if words.is_file():
            yield CATALOGUE.format(language=language), words.read_bytes()

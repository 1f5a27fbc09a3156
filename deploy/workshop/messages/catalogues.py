"""Bring the catalogues up to date with the texts in the code, check them, compile them.

Each subject keeps the texts of its code and its templates, in a `locale/` of its own. What several
subjects say, and what belongs to none, stands once, in the `locale/` of the whole site.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from deploy.site.catalogues import FOLDERS

ROOT = Path(__file__).resolve().parents[3]
DOMAIN = "django"
SOURCES = ("deploy", "games", "league", "templates")
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
    "say": None,
}
METHODS = [
    ("**/tests/**", "ignore"),
    ("**/migrations/**", "ignore"),
    ("**.py", "python"),
    ("**.html", "deploy.workshop.messages.catalogues.extract_template"),
    ("**.txt", "deploy.workshop.messages.catalogues.extract_template"),
]
# lines of the header that change with every run or name nobody
DROPPED = tuple(
    f'"{name}'.encode()
    for name in (
        "POT-Creation-Date",
        "PO-Revision-Date",
        "Generated-By",
        "Last-Translator",
        "Report-Msgid-Bugs-To",
        "Language-Team",
    )
)
PLACEHOLDER = re.compile(r"%\((\w+)\)|%(?:s|d)|\{(\w*)\}")


def catalogue_path(language: str, subject: str = "") -> Path:
    """Return where the catalogue of a subject stands ("league/clubs"); "" is the whole site."""
    return ROOT / subject / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def catalogue_paths(language: str = "*") -> list[Path]:
    """Return the catalogues that there are, that of the whole site first."""
    return [
        path
        for folder in FOLDERS
        for path in sorted(ROOT.glob(f"{folder}/{language}/LC_MESSAGES/{DOMAIN}.po"))
    ]


def subject_of(source: str) -> str:
    """Return whose text it is that stands in this file: "games", "league/faces/desk", or ""."""
    top, *inner = source.split("/")
    if top == "games":
        return top
    league = ROOT / "league"
    if top == "league" and len(inner) > 1:
        # a subject is an app, or stands in a wing, which is none
        is_app = (league / inner[0] / "apps.py").exists()
        folder = league.joinpath(*inner[: 1 if is_app else 2])
        return str(folder.relative_to(ROOT)) if folder.is_dir() else ""
    if top == "templates":
        for folder in (*league.glob(inner[0]), *league.glob(f"*/{inner[0]}")):
            return str(folder.relative_to(ROOT))
    return ""


def extract(language: str) -> dict[str, Catalog]:
    """Return by subject every text that the code and the templates mark for translation."""
    by_folder: dict[str, Catalog] = defaultdict(lambda: _empty(language))
    for message in texts_of(_extract_all()):
        subjects = {subject_of(source) for source, _line in message.locations}
        subject = subjects.pop() if len(subjects) == 1 else ""
        by_folder[subject].add(
            message.id,
            locations=message.locations,
            auto_comments=message.auto_comments,
            context=message.context,
        )
    return by_folder


def _empty(language: str) -> Catalog:
    catalogue = Catalog(locale=language, project="Tricktable", version="1", fuzzy=False)
    catalogue.header_comment = f"# Tricktable, {language}: kept by 'make messages'."
    return catalogue


def _extract_all() -> Catalog:
    catalogue = Catalog(fuzzy=False)
    for source in SOURCES:
        folder = ROOT / source
        texts = extract_from_dir(
            folder,
            method_map=METHODS,
            options_map={"**.py": {"encoding": "utf-8"}},
            keywords=KEYWORDS,
            comment_tags=("Translators:",),
            strip_comment_tags=True,
        )
        for name, _line, text, comments, context in texts:
            # the file and not the line: a line moves with every edit above it
            catalogue.add(
                text,
                locations=[(f"{source}/{name}", None)],  # type: ignore[list-item]
                auto_comments=comments,
                context=context,
            )
    return catalogue


def update(language: str) -> tuple[int, int]:
    """Write the language's catalogues; return how many texts they have and how many wait."""
    known = [read(path, language) for path in catalogue_paths(language)]
    extracted = extract(language)
    texts = [message for catalogue in extracted.values() for message in texts_of(catalogue)]
    for message in texts:
        # a guess from a similar text is worse than none: nobody sees that it is wrong
        for catalogue in known:
            old = catalogue.get(message.id, message.context)
            if old is not None and isinstance(old.id, str) == isinstance(message.id, str):
                message.string = old.string
                break
    for path in catalogue_paths(language):
        path.unlink()
    for subject, catalogue in extracted.items():
        path = catalogue_path(language, subject)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(in_text(catalogue))
    return len(texts), sum(not is_translated(message) for message in texts)


def waiting_in(language: str) -> Iterator[tuple[Path, int]]:
    """Yield the catalogues with texts without a translation, and how many these are."""
    for path in sorted(catalogue_paths(language)):
        waiting = sum(not is_translated(text) for text in texts_of(read(path, language)))
        if waiting:
            yield path.relative_to(ROOT), waiting


def in_text(catalogue: Catalog) -> bytes:
    """Return the catalogue as it is kept: sorted, without line numbers and dates, small diffs."""
    out = BytesIO()
    write_po(out, catalogue, width=100, omit_header=False, sort_output=True, include_lineno=False)
    lines = out.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(DROPPED))


def read(path: Path, language: str) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN, abort_invalid=True)


def is_translated(message: Message) -> bool:
    return bool(message.string) and all(_forms(message.string)) and not message.fuzzy


def faults(language: str) -> Iterator[str]:
    """Yield what is wrong with the language's catalogues: texts missing, or with other blanks."""
    for subject, wanted in extract(language).items():
        path = catalogue_path(language, subject)
        name = path.relative_to(ROOT)
        if not path.exists():
            yield f"{name} is missing: run 'make messages'"
            continue
        catalogue = read(path, language)
        for message in texts_of(wanted):
            if catalogue.get(message.id, message.context) is None:
                yield f"{name} lacks {message.id!r}: run 'make messages'"
        for message in texts_of(catalogue):
            if wanted.get(message.id, message.context) is None:
                yield f"{name} has {message.id!r}, which is not its text: run 'make messages'"
            elif not is_translated(message):
                yield f"{name}: {message.id!r} is not translated"
            else:
                yield from _placeholder_faults(language, message)


def texts_of(catalogue: Catalog) -> list[Message]:
    """Return the messages of a catalogue without its header."""
    return [message for message in catalogue if message.id]


def _placeholder_faults(language: str, message: Message) -> Iterator[str]:
    sources, targets = _forms(message.id), _forms(message.string)
    known = {blank for text in sources for blank in _placeholders(text)}
    for text in targets:
        unknown = set(_placeholders(text)) - known
        if unknown:
            yield f"{language}: {message.id!r} has no blank named {', '.join(sorted(unknown))}"
    # of plural forms one may say "one deal" without the number
    if len(sources) == 1 and known - set(_placeholders(targets[0])):
        yield f"{language}: the translation of {message.id!r} leaves out one of its blanks"


def _forms(text: object) -> list[str]:
    """Return the singular and the plural forms of a text, or the one form of a text without."""
    return [str(form) for form in text] if isinstance(text, list | tuple) else [str(text)]


def _placeholders(text: str) -> list[str]:
    return [match.group(0) for match in PLACEHOLDER.finditer(text)]


# --- Texts of Django templates for Babel's extractor, read the way Django itself reads them ---

Found = tuple[int, str | tuple[str, ...], list[str], str | None]


def extract_template(
    file: BinaryIO, keywords: Any, comment_tags: Any, options: Any
) -> Iterator[Found]:
    """Yield the texts that {% translate %} and {% blocktranslate %} mark."""
    marked = templatize(file.read().decode("utf-8"), origin=getattr(file, "name", None))
    # in brackets, because the page's indentation is not Python's
    code = BytesIO(f"({marked})".encode())
    yield from extract_python(code, keywords, comment_tags, options)

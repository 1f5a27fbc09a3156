"""Bring the catalogues up to date with the texts in the code, check them, compile them."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[2]
LOCALE = ROOT / "locale"
DOMAIN = "django"
# English is what the code says and needs no catalogue
LANGUAGES = ("ja",)
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
    ("**.html", "deploy.messages.templates.extract_template"),
    ("**.txt", "deploy.messages.templates.extract_template"),
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


def catalogue_path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def extract() -> Catalog:
    """Return every text that the code and the templates mark for translation."""
    found = Catalog(project="Tricktable", fuzzy=False)
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
            found.add(
                text,
                locations=[(f"{source}/{name}", None)],  # type: ignore[list-item]
                auto_comments=comments,
                context=context,
            )
    return found


def update(language: str) -> tuple[int, int]:
    """Write the language's catalogue; return how many texts it has and how many wait."""
    path = catalogue_path(language)
    catalogue = read(path, language) if path.exists() else Catalog(locale=language, fuzzy=False)
    catalogue.header_comment = f"# Tricktable, {language}: kept by 'make messages'."
    catalogue.project, catalogue.version = "Tricktable", "1"
    # a guess from a similar text is worse than none: nobody sees that it is wrong
    catalogue.update(extract(), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(in_text(catalogue))
    texts = [message for message in catalogue if message.id]
    return len(texts), sum(not is_translated(message) for message in texts)


def in_text(catalogue: Catalog) -> bytes:
    """Return the catalogue as it is kept: sorted, without line numbers and dates, small diffs."""
    out = BytesIO()
    write_po(out, catalogue, width=100, omit_header=False, sort_output=True, include_lineno=False)
    lines = out.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(DROPPED))


def read(path: Path, language: str) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN, abort_invalid=True)


def compile_catalogue(path: Path) -> None:
    catalogue = read(path, path.parent.parent.name)
    # beside and then renamed: a server that starts meanwhile never reads half a file
    draft = path.with_suffix(".mo.new")
    with draft.open("wb") as file:
        write_mo(file, catalogue)
    draft.rename(path.with_suffix(".mo"))


def is_translated(message: Message) -> bool:
    return bool(message.string) and all(_forms(message.string)) and not message.fuzzy


def faults(language: str) -> Iterator[str]:
    """Yield what is wrong with the language's catalogue: texts missing, or with other blanks."""
    path = catalogue_path(language)
    if not path.exists():
        yield f"{path} is missing: run 'make messages'"
        return
    catalogue, wanted = read(path, language), extract()
    for message in wanted:
        if message.id and catalogue.get(message.id, message.context) is None:
            yield f"{path.name} ({language}) lacks {message.id!r}: run 'make messages'"
    for message in catalogue:
        if not message.id:
            continue
        if not is_translated(message):
            yield f"{language}: {message.id!r} is not translated"
        elif is_translated(message):
            yield from _placeholder_faults(language, message)


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
    return [found.group(0) for found in PLACEHOLDER.finditer(text)]

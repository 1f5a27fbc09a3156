"""Texts of Django templates for Babel's extractor, read the way Django itself reads them."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any, BinaryIO

from babel.messages.extract import extract_python
from django.utils.translation.template import templatize

Found = tuple[int, str | tuple[str, ...], list[str], str | None]


def extract_template(
    file: BinaryIO, keywords: Any, comment_tags: Any, options: Any
) -> Iterator[Found]:
    """Yield the texts that {% translate %} and {% blocktranslate %} mark."""
    marked = templatize(file.read().decode("utf-8"), origin=getattr(file, "name", None))
    # in brackets, because the page's indentation is not Python's
    code = BytesIO(f"({marked})".encode())
    yield from extract_python(code, keywords, comment_tags, options)

"""QR codes as pages show and print them."""

from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe

# squares of white that a reader needs around the code
QUIET = 4


def qr_svg(text: str) -> SafeString:
    """Return a QR code as an SVG that may stand in a page."""
    code = segno.make(text, micro=False, error="m").svg_inline(border=QUIET, omitsize=True)
    return mark_safe(code)  # noqa: S308 - drawn by segno from an address of our own


@lru_cache(maxsize=256)
def qr_squares(text: str) -> tuple[bytes, ...]:
    """Return a QR code as rows of squares, 1 for a dark one, with the quiet zone around it."""
    code = segno.make(text, micro=False, error="m")
    return tuple(bytes(row) for row in code.matrix_iter(border=QUIET))

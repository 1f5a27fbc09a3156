"""QR codes as pages show and print them."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_svg(text: str) -> SafeString:
    """Return a QR code as an SVG that may stand in a page."""
    code = segno.make(text, micro=False, error="m").svg_inline(border=4, omitsize=True)
    return mark_safe(code)  # noqa: S308 - drawn by segno from an address of our own

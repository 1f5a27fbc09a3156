"""What people wrote about their club or event: plain text, with its addresses to be followed."""

import re

from django import template
from django.utils.html import escape, linebreaks, urlize
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

# Japanese has no blanks around an address; those that browsers copy are of these characters alone
_ASCII_RUN = re.compile(r"([!-~]+)")


@register.filter
def plain_text(written: str) -> SafeString:
    """Return paragraphs in which web and mail addresses are links; everything else is escaped.

    Marks such as asterisks stay as they were typed: this is no Markdown.
    """
    parts = _ASCII_RUN.split(written)
    shown = "".join(
        urlize(part, nofollow=True, autoescape=True) if place % 2 else escape(part)
        for place, part in enumerate(parts)
    )
    # `linebreaks` would escape again, also what is safe
    return mark_safe(linebreaks(shown, autoescape=False))  # noqa: S308 - escaped above

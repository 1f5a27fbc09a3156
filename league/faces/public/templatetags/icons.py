"""Signs from the sprite `site/icons.svg`: decoration beside words, never instead of them."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

# state of a thing -> (tone, icon): a state is shown by word and sign, the colour only helps
STATES: dict[str, tuple[str, str]] = {
    "draft": ("quiet", "pencil"),
    "planned": ("quiet", "calendar"),
    "waiting": ("quiet", "clock"),
    "applied": ("info", "clock"),
    "accepted": ("good", "check"),
    "withdrawn": ("quiet", "void"),
    "open": ("info", "door"),
    "drawn": ("info", "people"),
    "running": ("info", "play"),
    "playing": ("info", "play"),
    "live": ("good", "live"),
    "done": ("good", "check"),
    "closed": ("quiet", "lock"),
    "finished": ("good", "trophy"),
    "archived": ("quiet", "box"),
    "entered": ("warn", "clock"),
    "late": ("warn", "clock"),
    "submitted": ("warn", "clock"),
    "confirmed": ("good", "check"),
    "disputed": ("bad", "dispute"),
    "corrected": ("info", "pencil"),
    "void": ("quiet", "void"),
    "provisional": ("warn", "clock"),
}

# where lines run from right to left, these are drawn the other way round
SIDEWAYS = frozenset({"arrow-left", "arrow-right", "first", "last", "undo"})

TONE_ICONS = {"good": "check", "warn": "alert", "bad": "alert", "info": "info", "quiet": ""}


@register.simple_tag
def icon(name: str, extra: str = "") -> SafeString:
    """Draw a sign that screen readers pass over."""
    return format_html(
        '<svg class="icon {}" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#{}"/></svg>',
        f"{extra} sideways".strip() if name in SIDEWAYS else extra,
        static("site/icons.svg"),
        name,
    )


@register.filter
def tone_of(state: str) -> str:
    """Return the tone of a state's badge; an unknown state is quiet."""
    return STATES.get(str(state), ("quiet", ""))[0]


@register.filter
def icon_of(state: str) -> str:
    """Return the icon of a state's badge, or nothing."""
    return STATES.get(str(state), ("quiet", ""))[1]


@register.filter
def icon_of_tone(tone: str) -> str:
    """Return the icon that goes with a tone, or nothing."""
    return TONE_ICONS.get(str(tone), "")

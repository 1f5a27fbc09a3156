"""The pages of an event at the desk, as tabs above each of them."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from league.play.events.models import EntryKind


def event_tabs(event: Any, current: str) -> list[tuple[str, str, bool]]:
    """Return the pages of an event at the desk, as `event_page` found it."""
    at = [event.club.slug, event.slug]
    pages = [
        ("home", _("Overview"), reverse("desk:event", args=at)),
        ("setup", _("Set-up"), reverse("desk:event_setup", args=[*at, "game"])),
        ("entries", _("Entries"), reverse("desk:entries", args=at)),
        ("draw", _("Draw and rounds"), reverse("desk:draw", args=at)),
        ("calendar", _("Calendar"), reverse("desk:calendar", args=at)),
        ("substitutes", _("Substitutes"), reverse("desk:substitutes", args=at)),
    ]
    if event.entry_kind == EntryKind.TEAM or event.are_arranged:
        pages.append(("matches", _("Matches"), reverse("desk:matches", args=at)))
    return [(url, label, name == current) for name, label, url in pages]

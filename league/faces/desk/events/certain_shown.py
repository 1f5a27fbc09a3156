"""What is certain of entries by now, for the desk's page of an event that is being played."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from league.foundation.lists import listed
from league.play.events.models import Event, EventState
from league.play.events.names import name_of
from league.tables.outlook.models import EntryOutlook, OutlookState, StageOutlook
from league.tables.outlook.selectors import marked_in
from league.tables.outlook.shown import MARKS


def certain_shown(event: Event) -> dict[str, Any]:
    """Return what `desk/events/_certain.html` shows; nothing where nothing can be said."""
    if event.state != EventState.RUNNING:
        return {}
    outlooks = StageOutlook.objects.filter(stage__event=event, state=OutlookState.KNOWN)
    last = outlooks.select_related("stage__event").order_by("stage__number").last()
    if last is None:
        return {}
    stage = last.stage
    address = reverse("public:outlook", args=[event.club.slug, event.slug])
    return {
        "certain": _by_mark(marked_in(stage)),
        "outlook_url": f"{address}?stage={stage.number}",
    }


def _by_mark(rows: Iterable[EntryOutlook]) -> list[tuple[str, str]]:
    """Return each mark that there is, in its order, with the names of those who have it."""
    names: dict[str, list[str]] = {}
    for row in rows:
        names.setdefault(row.mark, []).append(name_of(row.entry, public=False))
    return [(str(MARKS[mark]), listed(names[mark])) for mark in MARKS if mark in names]

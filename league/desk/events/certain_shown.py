"""What is certain of entries by now, for the desk's page of an event that is being played."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from league.events.models import Event, EventState, Stage
from league.events.names import name_of
from league.lists import listed
from league.outlook.models import EntryOutlook
from league.outlook.selectors import marked_in, outlook_of
from league.outlook.shown import MARKS
from league.rounds.drawing import format_named


def certain_shown(event: Event, stages: Iterable[Stage]) -> dict[str, Any]:
    """Return what `desk/events/_certain.html` shows; nothing where nothing can be said."""
    if event.state != EventState.RUNNING:
        return {}
    playing = [stage for stage in stages if not format_named(stage.format).has_bracket]
    known = [(stage, outlook) for stage in playing if (outlook := outlook_of(stage))]
    if not known:
        return {}
    stage, _outlook = known[-1]
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

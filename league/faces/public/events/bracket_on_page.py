"""The bracket that an event's page shows."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from league.faces.public.pictures.bracket import bracket_shown
from league.faces.public.pictures.links import has_bracket
from league.faces.public.visitors import EventPage
from league.play.events.models import Stage
from league.tables.standings.deciding import best_last


def bracket_on_page(page: EventPage, stages: Sequence[Stage]) -> dict[str, Any]:
    """Return the `bracket` of the stage that decides, and its `bracket_url`.

    Nothing for formats without one, and before the first round is shown.
    """
    for stage in reversed(best_last(stages)):
        shown = bracket_shown(page, stage) if has_bracket(stage) else {"parts": []}
        if shown["parts"]:
            address = reverse("public:bracket", args=[page.club.slug, page.event.slug])
            return {"bracket": shown, "bracket_url": f"{address}?stage={stage.number}"}
    return {}

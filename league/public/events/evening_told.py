"""What is told of events that are over: their recap and the deals of their nights, kept.

What was made is kept under what it was made from: the pulse of the standings, which counts results,
when names last changed, and how far the statistics have come.
"""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar

from django.core.cache import cache
from django.utils.translation import get_language

from league.documents.news_of_event import news_of
from league.documents.night_deals import ChosenDeal, deals_of_the_nights, deals_shown
from league.events.models import Event, Stage
from league.paper.recap import recap
from league.release import release
from league.seasons.selectors import stamp_of_season
from league.standings.names import names_as_of

KEPT_SECONDS = 24 * 3_600
Made = TypeVar("Made")


def recap_kept(event: Event) -> list[str]:
    """Return the sentences of the event's recap, by the names that everybody sees."""
    stamp = stamps_of([event])[event.pk]
    if event.season is not None:
        stamp += stamp_of_season(event.season)
    return _kept("recap", stamp, lambda: recap(news_of(event)))


def night_deals_kept(events: Sequence[Event]) -> dict[int, list[ChosenDeal]]:
    """Return by event the deal of each of its nights, the last one first.

    One query, and some for each event whose deals nobody has asked for since they changed.
    """
    return {
        event.pk: _kept("night-deals", stamp, partial(_night_deals, event))
        for event, stamp in zip(events, stamps_of(events).values(), strict=True)
    }


def _night_deals(event: Event) -> list[ChosenDeal]:
    return deals_of_the_nights(event, deals_shown(event))


def stamps_of(events: Collection[Event]) -> dict[int, str]:
    """Return by event what its recap and its deals are made from, as a short name; one query."""
    rows: dict[int, list[Any]] = {event.pk: [event.name, event.state] for event in events}
    states = Stage.objects.filter(event__in=list(rows)).order_by("event_id", "number")
    columns = ("pk", "standings__version", "standings__pulse", "statistics_state__built")
    names = names_as_of("event", "event__club")
    for event_id, *state in states.values_list("event_id", *columns, *names):
        rows[event_id].append(state)
    return {pk: sha256(repr(row).encode()).hexdigest()[:32] for pk, row in rows.items()}


def _kept(kind: str, stamp: str, make: Callable[[], Made]) -> Made:
    key = f"page:{kind}:{release()}:{stamp}:{get_language()}"
    made: Made | None = cache.get(key)
    if made is None:
        made = make()
        cache.set(key, made, KEPT_SECONDS)
    return made

"""What is played at a club now: live events with who leads, and others that run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.urls import reverse

from league.clubs.models import Club
from league.faces.public.club.running_events import RunningEvent, running_events
from league.faces.public.events.event_cards import select_card_columns
from league.faces.public.events.outcomes import Outcomes, outcomes_of
from league.faces.public.events.remarkable_deal import last_remarkable
from league.foundation.compiled_queries import CompiledQuery
from league.play.events.models import Event, EventState, Visibility
from league.play.results.models import Submission
from league.play.rounds.clock import Clock

# with who leads; further ones are lines among the others that run
MOST_LIVE = 4
MOST_RUNNING = 30

FOR_EVERYBODY = Q(visibility=Visibility.PUBLIC)
FOR_MEMBERS = ~Q(visibility=Visibility.HIDDEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveEvent:
    """An event of tonight: how it stands, its clock if there is one, and its tables' progress.

    `tables` are those done in the present round, and all of it.
    """

    running: RunningEvent
    clock: Clock | None
    tables: tuple[int, int]

    @property
    def round_url(self) -> str:
        event, round = self.running.event, self.running.round
        assert round is not None, "what is live has a round"  # noqa: S101
        address = [event.club.slug, event.slug, round.stage.number, round.number]
        return reverse("public:round", args=address)


def _running_of(listed: Q) -> "CompiledQuery[Event]":
    return CompiledQuery(
        lambda value: select_card_columns(
            Event.objects.filter(listed, club=value("club"), state=EventState.RUNNING)
        ).order_by("-starts_on", "-id")[:MOST_RUNNING]
    )


RUNNING = {False: _running_of(FOR_EVERYBODY), True: _running_of(FOR_MEMBERS)}


def playing_now(club: Club, *, full_names: bool) -> dict[str, Any]:
    """Return what `public/_playing_now.html` needs; as many queries for many events as for one.

    With `full_names` it is for the club's own people, who see its events for members too; what
    only directors see is on nobody's page here, so that one rendering is right for all of them.
    """
    events = running_at(club, full_names=full_names)
    return {"club": club, **now_among(events, outcomes_of(events), full_names)}


def running_at(club: Club, *, full_names: bool) -> list[Event]:
    """Return the running events of a club that these readers find in lists; one query."""
    events = RUNNING[full_names](club=club.pk)
    for event in events:
        event.club = club
    return events


def running_among(events: Sequence[Event], *, full_names: bool) -> list[Event]:
    """Return of a club's events, the newest first, those that `playing_now` reads."""
    seen = [
        event
        for event in events
        if event.state == EventState.RUNNING and _is_for(event, full_names)
    ]
    return seen[:MOST_RUNNING]


def _is_for(event: Event, full_names: bool) -> bool:
    if full_names:
        return event.visibility != Visibility.HIDDEN
    return event.visibility == Visibility.PUBLIC


def now_among(
    events: Sequence[Event],
    outcomes: Outcomes,
    full_names: bool,
    deals: Mapping[int, Submission] | None = None,
) -> dict[str, Any]:
    """Return what `public/_playing_now.html` needs beside the club, of events that were read.

    `deals` are those that were remarkable, where they were read.
    """
    running = running_events(events, outcomes, full_names=full_names) if events else []
    live = _moved_last([one for one in running if one.is_live])
    shown = {one.event.pk: one.event for one in live}
    return {
        "live": _with_progress(live),
        "others": [one for one in running if one.event.pk not in shown],
        "remarkable": last_remarkable([*shown.values()], deals, public=not full_names)
        if shown
        else None,
    }


def _moved_last(live: Sequence[RunningEvent]) -> list[RunningEvent]:
    """Return those in which something happened last, in the order in which they came."""
    moved = sorted(live, key=lambda one: (one.moved_at is not None, one.moved_at), reverse=True)
    kept = {one.event.pk for one in moved[:MOST_LIVE]}
    return [one for one in live if one.event.pk in kept]


def _with_progress(live: Sequence[RunningEvent]) -> list[LiveEvent]:
    return [
        LiveEvent(running=one, clock=one.clock, tables=one.tables)
        for one in live
        if one.tables is not None
    ]

"""Events as cards in a list; the number of queries does not depend on how many there are."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Prefetch, Q
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.services import in_words, variants
from league.events.models import EntryState, Event, EventState, Stage
from league.events.names import entries_in_words
from league.events.selectors import entries_in
from league.lists import listed
from league.public.stages.stages_shown import best_last
from league.public.visitors import name_in
from league.rounds.models import Round, RoundState
from league.rounds.rounds_expected import entries_expected, expected_of
from league.standings.selectors import leaders


def with_counts(events: Any) -> Any:
    """Return the query with what a card of an event shows."""
    taking_part = entries_in(EntryState.ACCEPTED)
    return events.select_related("season", "club").annotate(taking_part=taking_part)


def event_cards(events: Sequence[Event], *, full_names: bool) -> list[dict[str, Any]]:
    """Return a card for each event; four queries more than the events' own."""
    stages = deciding_stages(events)
    progress = _progress([event for event in events if event.state == EventState.RUNNING])
    finished = [
        stages[event.pk].pk
        for event in events
        if event.state in (EventState.FINISHED, EventState.ARCHIVED) and event.pk in stages
    ]
    winners = leaders(finished) if finished else {}
    return [
        _card(event, stages.get(event.pk), winners, full_names) | progress.get(event.pk, {})
        for event in events
    ]


def game_name(event: Event) -> str:
    """Return the game in words; one that is no longer known keeps its name."""
    known = {info.id: info.label for info in variants()}
    return in_words(known[event.variant]) if event.variant in known else event.variant


def deciding_stages(events: Sequence[Event]) -> dict[int, Stage]:
    """Return of each event the last stage that has rounds, and is not for the rest."""
    rounds = Prefetch("rounds", Round.objects.only("stage_id", "state"), to_attr="all_rounds")
    by_event: dict[int, list[Stage]] = {}
    stages = Stage.objects.filter(event__in=[event.pk for event in events])
    stages = stages.select_related("qualifying").prefetch_related(rounds)
    for stage in stages.order_by("event_id", "number"):
        by_event.setdefault(stage.event_id, []).append(stage)
    return {
        event: ([stage for stage in best_last(theirs) if stage.all_rounds] or theirs[:1])[-1]  # type: ignore[attr-defined]
        for event, theirs in by_event.items()
    }


def _card(
    event: Event, stage: Stage | None, winners: dict[int, Any], full_names: bool
) -> dict[str, Any]:
    card: dict[str, Any] = {
        "name": event.name,
        "url": reverse("public:event", args=[event.club.slug, event.slug]),
        "state": event.state,
        "state_label": event.get_state_display(),
        "game": game_name(event),
        "when": date_format(event.starts_on, "DATE_FORMAT"),
        "entries": entries_in_words(event, event.taking_part),  # type: ignore[attr-defined]
    }
    rows = winners.get(stage.pk, []) if stage else []
    if rows:
        card["winner"] = listed(name_in(row, full_names) for row in rows)
    return card


def _progress(events: Sequence[Event]) -> dict[int, dict[str, Any]]:
    """Return how far each event is, of all the rounds that its stages will have; one query.

    Where nobody knows how many that will be, it is said how many were played.
    """
    if not events:
        return {}
    rows = Stage.objects.filter(event__in=[event.pk for event in events]).annotate(
        closed=Count("rounds", filter=Q(rounds__state=RoundState.CLOSED), distinct=True),
        drawn=Count("rounds", distinct=True),
        filled=Count("stage_entries", distinct=True),
    )
    by_event: dict[int, list[Any]] = {}
    for stage in rows.select_related("qualifying").order_by("event_id", "number"):
        by_event.setdefault(stage.event_id, []).append(stage)
    return {event.pk: _rounds_played(event, by_event.get(event.pk, [])) for event in events}


def _rounds_played(event: Event, stages: Sequence[Any]) -> dict[str, Any]:
    closed = sum(stage.closed for stage in stages)
    filled = {stage.pk: stage.filled for stage in stages}
    entries = entries_expected(stages, filled, event.taking_part)  # type: ignore[attr-defined]
    expected = [
        expected_of(stage, entries=entries[stage.pk], drawn=stage.drawn).in_all for stage in stages
    ]
    known = [day for day in expected if day is not None]
    if known and len(known) == len(expected):
        return {"round_text": _("Rounds played"), "done": closed, "total": sum(known)}
    if not closed:
        return {}
    text = ngettext("%(count)d round played", "%(count)d rounds played", closed)
    return {"round_text": text % {"count": closed}}

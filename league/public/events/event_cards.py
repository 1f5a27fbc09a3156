"""Events as cards in a list; the number of queries does not depend on how many there are."""

from collections.abc import Sequence
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, Count, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.services import in_words, variant_named
from league.events.models import EntryState, Event, EventState, Stage, StageEntry
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
    accepted = entries_in(EntryState.ACCEPTED)
    return events.select_related("club").annotate(taking_part=accepted)


def event_cards(events: Sequence[Event], *, full_names: bool) -> list[dict[str, Any]]:
    """Return a card for each event; two queries more than the events' own."""
    stages = stages_by_event(events)
    deciding = {event: deciding_of(theirs) for event, theirs in stages.items()}
    finished = [
        deciding[event.pk].pk
        for event in events
        if event.state in (EventState.FINISHED, EventState.ARCHIVED) and event.pk in deciding
    ]
    winners = leaders(finished) if finished else {}
    return [
        _card(event, deciding.get(event.pk), winners, full_names)
        | _progress(event, stages.get(event.pk, []))
        for event in events
    ]


def game_name(event: Event) -> str:
    """Return the game in words; one that is no longer known keeps its name."""
    game = variant_named(event.variant)
    return in_words(game.label) if game else event.variant


def stages_by_event(events: Sequence[Event]) -> dict[int, list[Stage]]:
    """Return the stages of each event that has some, in their order; one query.

    `round_states` are the states of a stage's rounds; `filled` is how many entries were put into
    it, counted where the event is being played.
    """
    states = Round.objects.filter(stage=OuterRef("pk")).values("state")
    playing = When(
        event__state=EventState.RUNNING, then=_count_of(StageEntry.objects.all(), "stage")
    )
    stages = (
        Stage.objects.filter(event__in=[event.pk for event in events])
        .select_related("qualifying")
        .annotate(round_states=ArraySubquery(states), filled=Case(playing, default=0))
        .order_by("event_id", "number")
    )
    by_event: dict[int, list[Stage]] = {}
    for stage in stages:
        by_event.setdefault(stage.event_id, []).append(stage)
    return by_event


def deciding_of(stages: Sequence[Any]) -> Stage:
    """Return of an event's stages the last one that has rounds, and is not for the rest."""
    played: list[Stage] = [stage for stage in best_last(stages) if stage.round_states]
    return (played or stages[:1])[-1]


def _count_of(rows: "QuerySet[Any]", name: str) -> Coalesce:
    """Count the rows whose field of that name is the row of the query around it."""
    mine = rows.filter(**{name: OuterRef("pk")}).order_by()
    return Coalesce(Subquery(mine.values(name).annotate(count=Count("*")).values("count")), 0)


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


def _progress(event: Event, stages: Sequence[Any]) -> dict[str, Any]:
    """Return how far a running event is, of all the rounds that its stages will have.

    Where nobody knows how many that will be, it is said how many were played.
    """
    if event.state != EventState.RUNNING:
        return {}
    closed = sum(stage.round_states.count(RoundState.CLOSED) for stage in stages)
    filled = {stage.pk: stage.filled for stage in stages}
    entries = entries_expected(stages, filled, event.taking_part)  # type: ignore[attr-defined]
    expected = [
        expected_of(stage, entries=entries[stage.pk], drawn=len(stage.round_states)).in_all
        for stage in stages
    ]
    known = [day for day in expected if day is not None]
    if known and len(known) == len(expected):
        return {"round_text": _("Rounds played"), "done": closed, "total": sum(known)}
    if not closed:
        return {}
    text = ngettext("%(count)d round played", "%(count)d rounds played", closed)
    return {"round_text": text % {"count": closed}}

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
from league.lists import listed
from league.public.stages import best_last
from league.public.standings import name_in
from league.rounds.models import Round, RoundState
from league.standings.selectors import leaders


def with_counts(events: Any) -> Any:
    """Return the query with what a card of an event shows."""
    taking_part = Count("entries", filter=Q(entries__state=EntryState.ACCEPTED))
    return events.select_related("season", "club").annotate(taking_part=taking_part)


def event_cards(events: Sequence[Event], *, full_names: bool) -> list[dict[str, Any]]:
    """Return a card for each event; two queries more than the events' own."""
    stages = deciding_stages(events)
    finished = [
        stages[event.pk].pk
        for event in events
        if event.state in (EventState.FINISHED, EventState.ARCHIVED) and event.pk in stages
    ]
    winners = leaders(finished) if finished else {}
    return [_card(event, stages.get(event.pk), winners, full_names) for event in events]


def game_name(event: Event) -> str:
    """Return the game in words; one that is no longer known keeps its name."""
    known = {info.id: info.label for info in variants()}
    return in_words(known[event.variant]) if event.variant in known else event.variant


def deciding_stages(events: Sequence[Event]) -> dict[int, Stage]:
    """Return of each event the last stage that has rounds, and is not for the rest."""
    rounds = Prefetch("rounds", Round.objects.only("stage_id", "state"), to_attr="all_rounds")
    found: dict[int, list[Stage]] = {}
    stages = Stage.objects.filter(event__in=[event.pk for event in events])
    stages = stages.select_related("qualifying").prefetch_related(rounds)
    for stage in stages.order_by("event_id", "number"):
        found.setdefault(stage.event_id, []).append(stage)
    return {
        event: ([one for one in best_last(theirs) if one.all_rounds] or theirs[:1])[-1]  # type: ignore[attr-defined]
        for event, theirs in found.items()
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
        "entries": entries_in_words(event.taking_part),  # type: ignore[attr-defined]
    }
    if event.state == EventState.RUNNING and stage:
        card |= _progress(stage)
    rows = winners.get(stage.pk, []) if stage else []
    if rows:
        card["winner"] = listed(name_in(row, full_names) for row in rows)
    return card


def entries_in_words(count: int) -> str:
    return ngettext("%(count)d entry", "%(count)d entries", count) % {"count": count}


def _progress(stage: Stage) -> dict[str, Any]:
    rounds: list[Round] = stage.all_rounds  # type: ignore[attr-defined]
    closed = sum(one.state == RoundState.CLOSED for one in rounds)
    total = max(stage.rounds_planned or 0, len(rounds))
    return {"round_text": _("Rounds played"), "done": closed, "total": total} if total else {}

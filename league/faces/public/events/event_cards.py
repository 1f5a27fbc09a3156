"""Events as cards in a list; the number of queries does not depend on how many there are."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.services import render_sentence, variant_named
from league.faces.public.events.outcomes import Outcomes, outcomes_of
from league.foundation.lists import listed
from league.play.events.models import EntryState, Event, EventState
from league.play.events.names import day_of, entries_in_words
from league.play.events.selectors import entries_in
from league.play.rounds.models import RoundState
from league.play.rounds.rounds_expected import entries_expected, expected_of
from league.tables.standings.standings_shown import name_in

# what a card shows, and what says who was first; the rest of an event's seventy columns is not read
COLUMNS = (
    *("name", "slug", "state", "starts_on", "begins_at", "finished_at"),
    *("variant", "entry_kind", "method", "table_play", "deals_a_round", "visibility"),
    *("club__name", "club__slug", "club__time_zone", "season__name"),
)


def select_card_columns(events: Any) -> Any:
    """Return the query with what a card of an event shows beside its club, and no more."""
    return events.only(*COLUMNS).annotate(taking_part=entries_in(EntryState.ACCEPTED))


def event_cards(
    events: Sequence[Event], *, full_names: bool, outcomes: Outcomes | None = None
) -> list[dict[str, Any]]:
    """Return a card for each event; two queries more, unless their outcomes are known."""
    known = outcomes or outcomes_of(events)
    return [_card(event, known, full_names) | _progress(event, known) for event in events]


def game_name(event: Event) -> str:
    """Return the game in words; one that is no longer known keeps its name."""
    game = variant_named(event.variant)
    return render_sentence(game.label) if game else event.variant


def _card(event: Event, outcomes: Outcomes, full_names: bool) -> dict[str, Any]:
    card: dict[str, Any] = {
        "name": event.name,
        "url": reverse("public:event", args=[event.club.slug, event.slug]),
        "state": event.state,
        "state_label": event.get_state_display(),
        "game": game_name(event),
        "when": day_of(event),
        "entries": entries_in_words(event, event.taking_part),  # type: ignore[attr-defined]
    }
    winners = [row for row in outcomes.first.get(event.pk, []) if row.rank == 1]
    if winners:
        card["winner"] = listed(name_in(row, full_names) for row in winners)
    return card


def _progress(event: Event, outcomes: Outcomes) -> dict[str, Any]:
    """Return how far a running event is, of all the rounds that its stages will have.

    Where nobody knows how many that will be, it is said how many were played.
    """
    if event.state != EventState.RUNNING:
        return {}
    stages = outcomes.stages.get(event.pk, [])
    closed = sum(stage.round_states.count(RoundState.CLOSED) for stage in stages)
    expected = list(rounds_expected(event, stages).values())
    known = [day for day in expected if day is not None]
    if known and len(known) == len(expected):
        return {"round_text": _("Rounds played"), "done": closed, "total": sum(known)}
    if not closed:
        return {}
    text = ngettext("%(count)d round played", "%(count)d rounds played", closed)
    return {"round_text": text % {"count": closed}}


def rounds_expected(event: Event, stages: Sequence[Any]) -> dict[int, int | None]:
    """Return by stage how many rounds it will have had, None where nobody knows.

    Event and stages were loaded by `select_card_columns` and `outcomes_of`.
    """
    filled = {stage.pk: stage.filled for stage in stages}
    entries = entries_expected(stages, filled, event.taking_part)  # type: ignore[attr-defined]
    return {
        stage.pk: expected_of(
            stage,
            entries=entries[stage.pk],
            drawn=len(stage.round_states),
            of_draw=stage.of_draw or 0,
        ).in_all
        for stage in stages
    }

"""Which prepared deals everybody may see, and who was shown them before."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q, QuerySet

from league.clubs.models import User
from league.play.events.models import EventState, Stage
from league.play.prepared.hiding import hidden_of
from league.play.prepared.models import PreparedLook, PreparedSet
from league.play.prepared.stage_deals import set_of
from league.play.rounds.models import RoundState, Table

CONFIRMED = "confirmed"
OVER = (EventState.FINISHED, EventState.ARCHIVED)
FEW = 24  # deals that are looked for by their numbers


@dataclass(slots=True, kw_only=True)
class DealProgress:
    """At which tables a deal is played: `played` has a confirmed result, `waiting` has not."""

    number: int
    played: int = 0
    waiting: list[tuple[int, int]] = field(default_factory=list)  # (round, table)

    @property
    def is_open(self) -> bool:
        """Everybody who plays it has played it."""
        return self.played > 0 and not self.waiting


def progress_of(stage: Stage) -> dict[int, DealProgress]:
    """Return how far each deal of a stage is that is prepared or played; three queries."""
    prepared = set_of(stage)
    deals = prepared.deals if prepared else 0
    known = {n: DealProgress(number=n) for n in range(1, deals + 1)}
    return _progress_at(stage, Table.objects.filter(round__stage=stage), known)


def _progress_at(
    stage: Stage, tables: "QuerySet[Table]", progress: dict[int, DealProgress]
) -> dict[int, DealProgress]:
    """Return how far the deals are that these tables play, with those known already."""
    is_event_over = stage.event.state in OVER
    confirmed: dict[int, set[int]] = defaultdict(set)
    submitted = tables.filter(submissions__state=CONFIRMED).values_list("pk", "submissions__number")
    for table, place in submitted:
        confirmed[table].add(place)
    rows = tables.order_by("round__number", "number", "room").values_list(
        "pk", "deal_numbers", "number", "round__number", "round__state", "result__awarded"
    )
    for table, numbers, table_number, round_number, state, awarded in rows:
        # nothing more is played there
        is_over = is_event_over or state == RoundState.CLOSED or awarded is not None
        for place, number in enumerate(numbers, start=1):
            deal = progress.setdefault(number, DealProgress(number=number))
            if is_over or place in confirmed[table]:
                deal.played += 1
            else:
                deal.waiting.append((round_number, table_number))
    return dict(sorted(progress.items()))


def is_open(stage: Stage, number: int) -> bool:
    """Return whether everybody may see the cards and the results of a deal."""
    return number in open_deals(stage, [number])


def open_deals(stage: Stage, numbers: Sequence[int]) -> set[int]:
    """Return those of the deals that everybody may see."""
    prepared = set_of(stage)
    if prepared is not None and prepared.released_at is not None:
        return set(numbers)
    progress = _progress_at(stage, _tables_with(stage, numbers), {})
    return {n for n in numbers if n in progress and progress[n].is_open}


def _tables_with(stage: Stage, numbers: Sequence[int]) -> "QuerySet[Table]":
    """Return the tables of a stage, where few deals are asked for only those that play them."""
    tables = Table.objects.filter(round__stage=stage)
    if len(numbers) > FEW:
        return tables
    playing = Q(pk__in=[])
    for number in numbers:
        playing |= Q(deal_numbers__contains=[number])
    return tables.filter(playing)


def deals_known_to(prepared: PreparedSet, numbers: Sequence[int], user: User | None) -> set[int]:
    """Return those of the deals on whose cards an answer to this person may depend.

    They are the open ones; and for a director those looked at before with a reason, which is in
    the journal. None: whoever acts for a table. At most three queries.
    """
    known = open_deals(prepared.stage, numbers)
    if user is None or not user.has_perm("prepared.look_at_deals", prepared.stage):
        return known
    looks = list(prepared.looks.filter(user=user).values_list("first", "last"))
    return known | {n for n in numbers if any(first <= n <= last for first, last in looks)}


def hidden_places(table: Table) -> set[int]:
    """Return the places on a table's sheet whose deals are still to be played elsewhere.

    The table's round and stage are loaded. No query where it plays no numbered deals.
    """
    return set(hidden_of([table]).places(table.pk))


def was_shown(prepared: PreparedSet, user: Any, first: int, last: int) -> bool:
    """Say whether a person has said why before, for all these deals at once."""
    return (
        isinstance(user, User)
        and PreparedLook.objects.filter(
            prepared=prepared, user=user, first__lte=first, last__gte=last
        ).exists()
    )


def looks_at(prepared: PreparedSet) -> "list[PreparedLook]":
    """Return who was shown deals before they were open, newest first."""
    return list(prepared.looks.select_related("user").order_by("-looked_at", "-id"))


def may_see(made: PreparedSet, user: Any, numbers: range) -> bool:
    """Say whether this account was shown all these deals, or everybody has played them."""
    if was_shown(made, user, numbers.start, numbers.stop - 1):
        return True
    return open_deals(made.stage, numbers) == set(numbers)

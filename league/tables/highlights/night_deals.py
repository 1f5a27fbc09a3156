"""The deal of the night: of each evening of an event one deal, chosen by a rule from the facts.

An evening are the rounds that were opened on one day, which lasts until five in the morning. Of
its confirmed deals that nobody has still to play, it is the one in which the most was done that
the game has a name for; of several that in which a side got the most points; then the first.
Final scores entered in place of deals are none.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from itertools import groupby

from django.db.models import QuerySet
from django.utils import timezone

from games import services as games
from games.models import Deal
from league.play.events.models import Event
from league.play.prepared.hiding import hidden_in_events
from league.play.results.models import Submission, SubmissionState
from league.play.results.visible_results import submissions_shown
from league.play.rounds.models import Round
from league.play.rounds.selectors import shown_rounds
from league.tables.statistics.models import Achievement

NIGHT_ENDS = timedelta(hours=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """The rounds of an event that were opened on one day, in their order."""

    day: date
    rounds: Sequence[Round]


def evenings_of(event: Event) -> list[Evening]:
    """Return the evenings of an event, the first one first, in the time of its club; one query."""
    with timezone.override(event.club.time_zone):
        rounds = sorted(shown_rounds(event), key=lambda one: (_day(event, one), one.stage.number))
        grouped = groupby(rounds, key=lambda one: _day(event, one))
        return [Evening(day=day, rounds=list(found)) for day, found in grouped]


def _day(event: Event, round_: Round) -> date:
    if round_.opened_at is None:
        return event.starts_on
    return timezone.localtime(round_.opened_at - NIGHT_ENDS).date()


def deals_shown(event: Event) -> "QuerySet[Submission]":
    """Return the confirmed deals; none that others have still to play, and no final scores."""
    rows = Submission.objects.filter(
        table__round__stage__event=event, state=SubmissionState.CONFIRMED
    ).exclude(deal__form=Deal.Form.FINAL)
    return submissions_shown(rows, hidden_in_events([event.pk]))


def deals_of_the_nights(
    event: Event, deals: "QuerySet[Submission]", evenings: Iterable[Evening]
) -> list[tuple[date, int]]:
    """Return (day, submission) of each evening that has a deal, the last first; two queries."""
    day_of = {one.pk: evening.day for evening in evenings for one in evening.rounds}
    columns = ("pk", "table__round_id", "deal__score")
    scored = [
        (pk, day_of[round_id], max(score, default=0))
        for pk, round_id, score in deals.order_by("pk").values_list(*columns)
        if round_id in day_of
    ]
    chosen = best_of_each(scored, remembered_count(deals))
    return [(day, chosen[day]) for day in sorted(chosen, reverse=True)]


def best_of_each(
    scored: Iterable[tuple[int, date, int]], remembered: Mapping[int, int]
) -> dict[date, int]:
    """Return the deal of each day, by the rule.

    `scored` are deals (id, day, most points of a side) in the order in which they were played;
    `remembered` says how much was done in a deal that has a name. A deal without either is none.
    """
    best: dict[date, tuple[tuple[int, int], int]] = {}
    for pk, day, points in scored:
        worth = remembered.get(pk, 0), points
        if worth > (0, 0) and (day not in best or worth > best[day][0]):
            best[day] = worth, pk
    return {day: pk for day, (_worth, pk) in best.items()}


def remembered_count(deals: "QuerySet[Submission]") -> dict[int, int]:
    """Return of the deals in which something was done that has a name how much; one query."""
    label = cache(games.achievement_label)
    kinds: dict[int, set[str]] = defaultdict(set)
    rows = Achievement.objects.filter(submission__in=deals)
    for pk, variant, kind in rows.values_list("submission_id", "variant", "kind"):
        if label(variant, kind) is not None:
            kinds[pk].add(kind)
    return {pk: len(found) for pk, found in kinds.items()}

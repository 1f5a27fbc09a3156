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
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from games import services as games
from games.models import Deal
from league.embedding import absolute
from league.events.models import Event
from league.paper.news import NamedAchievement, NightDeal
from league.prepared.hiding import hidden_in_events
from league.results.deal_words import Names
from league.results.models import Submission, SubmissionState
from league.results.remembered import remembered_of
from league.results.visible_results import submissions_shown
from league.rounds.models import Round
from league.rounds.selectors import load_placements_and_seats, shown_rounds
from league.statistics.models import Achievement

NIGHT_ENDS = timedelta(hours=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """The rounds of an event that were opened on one day, in their order."""

    day: date
    rounds: Sequence[Round]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenDeal:
    """The deal of an evening: its submission, what is told of it, by the names of the public."""

    day: date
    submission: int
    told: NightDeal


def evenings_of(event: Event) -> list[Evening]:
    """Return the evenings of an event, the first one first, in the time in force; one query."""
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


def deals_of_the_nights(event: Event, deals: "QuerySet[Submission]") -> list[ChosenDeal]:
    """Return the deal of each evening that has one, the last evening first; ten queries or so."""
    evenings = evenings_of(event)
    day_of = {one.pk: evening.day for evening in evenings for one in evening.rounds}
    columns = ("pk", "table__round_id", "deal__score")
    scored = [
        (pk, day_of[round_id], max(score, default=0))
        for pk, round_id, score in deals.order_by("pk").values_list(*columns)
        if round_id in day_of
    ]
    chosen = best_of_each(scored, remembered_count(deals))
    loaded = _loaded(chosen.values())
    return [
        ChosenDeal(day=day, submission=chosen[day], told=_told(loaded[chosen[day]]))
        for day in sorted(chosen, reverse=True)
    ]


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


def _loaded(ids: Iterable[int]) -> dict[int, Any]:
    rows = Submission.objects.select_related("deal", "table__round").in_bulk(list(ids))
    load_placements_and_seats([row.table for row in rows.values()])
    return rows


def _told(row: Submission) -> NightDeal:
    names, score = Names(row.table, public=True), row.deal.score
    return NightDeal(
        round=row.table.round.number,
        table=row.table.shown_number,
        number=row.number,
        side=names.side(score.index(max(score))),
        points=max(score),
        url=absolute(reverse("public:deal", args=[row.pk])),
        achievements=[
            NamedAchievement(name=one.who(names), what=one.label) for one in remembered_of(row.deal)
        ],
    )

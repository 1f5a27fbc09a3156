"""The deals of the nights in words: what each gave, and what somebody did in it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.urls import reverse

from league.foundation.embedding import absolute
from league.office.paper.news import NamedAchievement, NightDeal
from league.play.events.models import Event
from league.play.results.deal_words import Names
from league.play.results.models import Submission, SubmissionState
from league.play.results.remembered import remembered_of
from league.play.rounds.selectors import load_placements_and_seats
from league.tables.highlights.selectors import highlights_of

# (its day, the submission)
Chosen = tuple[date, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenDeal:
    """The deal of an evening: its submission, what is told of it, by the names of the public."""

    day: date
    submission: int
    told: NightDeal


def deals_of_last_nights(events: Iterable[Event]) -> dict[int, list[ChosenDeal]]:
    """Return by event, of these that are over, the deal of its last night; five queries."""
    stored = highlights_of([event.pk for event in events])
    return describe_deals({pk: found.nights[:1] for pk, found in stored.items()})


def describe_deals(chosen: Mapping[int, Sequence[Chosen]]) -> dict[int, list[ChosenDeal]]:
    """Return by event the deals that were chosen of its nights in words, in their order.

    Four queries however many. A deal that is not confirmed any more is left out.
    """
    found = _loaded(submission for deals in chosen.values() for _day, submission in deals)
    return {
        event: [
            ChosenDeal(day=day, submission=submission, told=_told(found[submission]))
            for day, submission in deals
            if submission in found
        ]
        for event, deals in chosen.items()
    }


def _loaded(ids: Iterable[int]) -> dict[int, Submission]:
    wanted = list(ids)
    if not wanted:
        return {}
    rows = Submission.objects.filter(pk__in=wanted, state=SubmissionState.CONFIRMED)
    found = {row.pk: row for row in rows.select_related("deal", "table__round")}
    load_placements_and_seats([row.table for row in found.values()])
    return found


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

"""The deals of the nights in words: what each gave, and what somebody did in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.urls import reverse

from league.foundation.embedding import absolute
from league.office.paper.news import NamedAchievement, NightDeal
from league.play.events.models import Event
from league.play.results.deal_words import Names
from league.play.results.models import Submission
from league.play.results.submitted_deals import remembered_of
from league.tables.highlights.selectors import deals_with_people, nights_of

# (its day, the submission)
Chosen = tuple[date, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenDeal:
    """The deal of an evening: its submission, what is said of it, by the names of the public."""

    day: date
    submission: int
    deal: NightDeal


def deals_of_last_nights(events: Sequence[Event]) -> dict[int, list[ChosenDeal]]:
    """Return by event, of these that are over, the deal of its last night; two queries.

    One for events that were loaded with their highlights.
    """
    return describe_deals(last_nights(events))


def last_nights(events: Sequence[Event]) -> dict[int, Sequence[Chosen]]:
    """Return by event the deal that was chosen of its last night, none or one."""
    return {pk: nights[:1] for pk, nights in nights_of(events).items()}


def describe_deals(
    chosen: Mapping[int, Sequence[Chosen]], deals: Mapping[int, Submission] | None = None
) -> dict[int, list[ChosenDeal]]:
    """Return by event the deals that were chosen of its nights in words, in their order.

    One query however many, none where the `deals` are known. One that is not confirmed any more
    is left out.
    """
    ids = [submission for nights in chosen.values() for _day, submission in nights]
    found = deals_with_people(ids) if deals is None else deals
    return {
        event: [
            ChosenDeal(day=day, submission=submission, deal=_night_deal(found[submission]))
            for day, submission in nights
            if submission in found
        ]
        for event, nights in chosen.items()
    }


def _night_deal(row: Submission) -> NightDeal:
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

"""What becomes of dates when a draw is changed by hand or undone: a match of others keeps none."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import F

from league.calendar.match_dates.models import DateProposal, DateState, MatchDate
from league.calendar.match_dates.services.dating import place_of
from league.foundation.journal.actor import Actor
from league.play.events.journaling import journal_stage
from league.play.rounds.edited_matches import EditedMatches
from league.play.rounds.models import Placement, Round
from league.play.rounds.numbered_rows import renumber


def follow_edit(round: Round, edited: EditedMatches) -> None:
    """Drop the dates of matches that are gone, with their proposals; the others go with theirs."""
    dates = MatchDate.objects.filter(round=round)
    dates.filter(number__in=edited.freed).delete()
    turned = dates.filter(number__in=edited.turned)
    DateProposal.objects.filter(match_date__in=turned).update(by_side=1 - F("by_side"))
    turned.filter(home_side__isnull=False).update(home_side=1 - F("home_side"))
    renumber(dates, edited.moved)


def journal_called_off(ending: Sequence[tuple[Round, int]], actor: Actor, at: datetime) -> None:
    """Write down which of these matches had a day that people know: they are off now."""
    rounds = {round.pk: round for round, _number in ending}
    known = MatchDate.objects.filter(round__in=rounds, begins_at__isnull=False)
    known = known.exclude(state=DateState.DRAFT).select_related("venue")
    dates = {(date.round_id, date.number): date for date in known}
    entries = _entries_at(rounds) if dates else {}
    for round, number in ending:
        date = dates.get((round.pk, number))
        if date is not None:
            journal_stage(
                "match.called_off",
                round.stage,
                actor=actor,
                at=at,
                round=round.number,
                round_id=round.pk,
                table=number,
                sequence=date.sequence + 1,
                old=place_of(date),
                entries=sorted(entries[round.pk, number]),
            )


def _entries_at(rounds: Iterable[int]) -> dict[tuple[int, int], set[int]]:
    """Return who plays at each number of each round; one query."""
    rows = Placement.objects.filter(round__in=rounds, table__isnull=False)
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    for round, number, entry in rows.values_list("round", "table__number", "entry"):
        found[round, number or 0].add(entry)
    return found

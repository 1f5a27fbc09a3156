"""Undo of a date that the organiser ruled: the match has the one before, and both sides learn it.

A request for another date that it had decided is open again, with its proposals.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.calendar.captains.match_journal import journal_match
from league.calendar.captains.matches import Match
from league.calendar.captains.models import Outcome, Postponement
from league.calendar.captains.services.postponing import RULED, date_as_it_is, hold_undecided
from league.calendar.match_dates.models import (
    DateProposal,
    DateState,
    MatchDate,
    ProposalState,
    Venue,
)
from league.calendar.match_dates.services import set_date
from league.foundation.journal.actor import Actor
from league.foundation.journal.models import Happening
from league.foundation.journal.undoing import change_made, change_to_undo, is_undone
from league.foundation.refusal import OutOfDate


def ruling_change(match: Match, *, actor: Actor, at: datetime) -> Happening | None:
    """Return what somebody's ruling at a moment wrote, if it can be undone."""
    return change_made("table", match.tables[0].pk, (RULED,), actor=actor, at=at)


@transaction.atomic
def undo_ruling(*, match: Match, change: int, actor: Actor, at: datetime) -> None:
    """Give a match the date before a ruling, a happening by its number; twice it is done once.

    Raises OutOfDate where the date has changed since, another one is asked for or the earlier venue
    is gone, and DatesRefused once it is played.
    """
    made = change_to_undo("table", match.tables[0].pk, (RULED,), change)
    if made is not None and is_undone(made):
        return
    match = hold_undecided(match)
    date = MatchDate.objects.filter(round=match.round, number=match.number).first()
    if made is None or date is None or _has_changed(date, made.data["was"]):
        raise OutOfDate(
            _("This can no longer be undone: somebody has changed the date since then.")
        )
    _set_back(match, made.data["was"]["before"], actor=actor, at=at)
    _ask_again(made.data["was"])
    journal_match("match_date.ruling_undone", match, actor=actor, at=at, undoes=made.pk)


def _has_changed(date: MatchDate, was: dict[str, Any]) -> bool:
    asked = Postponement.objects.filter(match_date=date, outcome=Outcome.OPEN)
    return date_as_it_is(date) != was["after"] or asked.exists()


def _set_back(match: Match, before: dict[str, Any], *, actor: Actor, at: datetime) -> None:
    begins_at = before["begins_at"]
    venue = Venue.objects.filter(pk=before["venue"] or 0).first()
    if before["venue"] and venue is None:
        raise OutOfDate(
            _("This can no longer be undone: the earlier venue no longer exists. Set the date.")
        )
    set_date(
        round=match.round,
        number=match.number,
        begins_at=datetime.fromisoformat(begins_at) if begins_at else None,
        venue=venue,
        home_side=before["home_side"],
        state=DateState(before["state"]),
        actor=actor,
        at=at,
    )


def _ask_again(was: dict[str, Any]) -> None:
    Postponement.objects.filter(pk__in=was["asked"]).update(outcome=Outcome.OPEN, ended_at=None)
    DateProposal.objects.filter(pk__in=was["proposals"]).update(
        state=ProposalState.OPEN, answered_at=None
    )

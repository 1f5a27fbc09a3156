"""The result of a match: entered by the home captain, confirmed or disputed by the other."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from league.calendar.captains.happenings import format_moment
from league.calendar.captains.match_rules import rules_of
from league.calendar.captains.matches import Match, date_of, home_side, side_at
from league.foundation.journal.actor import Actor
from league.foundation.refusal import NotAllowed, OutOfDate, Refused
from league.play.results import services as results
from league.play.results.models import Dispute, Submission, SubmissionState
from league.play.rounds.models import Table

# what the other side has entered and nobody has confirmed
ANSWERABLE = (SubmissionState.SUBMITTED, SubmissionState.DISPUTED)


class NotHomeSide(NotAllowed):
    """The captain of the home side enters the result."""

    code = "not_the_home_side"


class PlaysLater(Refused):
    """The match is to be played on a later day."""

    code = "plays_later"


def plays_later(match: Match, *, at: datetime) -> bool:
    """Say whether the day of the match, by its club's clock, is still to come."""
    date = date_of(match)
    begins_at = None if date is None else date.begins_at
    return begins_at is not None and match.day_of(at) < match.day_of(begins_at)


def enters_result(match: Match, side: int) -> bool:
    """Say whether the captain of a side enters the result by the rules of the stage."""
    return not rules_of(match.round.stage).home_enters or side == home_side(date_of(match))


@transaction.atomic
def enter_result(
    *,
    match: Match,
    table: Table,
    side: int,
    data: Mapping[str, Any],
    key: UUID,
    even_early: bool = False,
    actor: Actor,
    at: datetime,
) -> Submission:
    """Enter the final score of a table of the match for a side; its numbers are by side there.

    Raises NotHomeSide, PlaysLater before the day of the match unless `even_early`, and what
    `results.services.submit` raises.
    """
    if not enters_result(match, side):
        home = match.names[home_side(date_of(match))]
        raise NotHomeSide(
            _("%(home)s enters the result, and you confirm it. Ask their captain to enter it.")
            % {"home": home}
        )
    if plays_later(match, at=at) and not even_early:
        raise _plays_later(match)
    return results.submit(
        table=table, data=data, key=key, by_side=side_at(table, side), actor=actor, at=at
    )


def _plays_later(match: Match) -> PlaysLater:
    date = date_of(match)
    assert date is not None and date.begins_at is not None  # noqa: S101, PT018
    return PlaysLater(
        _(
            "This match is to be played on %(day)s: if it has been played already, tick that it "
            "has, and enter the result again."
        )
        % {"day": format_moment(date.begins_at, match.zone)},
        field="even_early",
    )


@transaction.atomic
def confirm_result(*, match: Match, side: int, actor: Actor, at: datetime) -> list[Submission]:
    """Confirm for a side what the other one entered, at every table of the match.

    Confirming twice changes nothing. Raises what `results.services.confirm` raises.
    """
    confirmed: list[Submission] = []
    for table in match.tables:
        own = side_at(table, side)
        confirmed += results.confirm(table=table, side=own, even_disputed=False, actor=actor, at=at)
    return confirmed


@transaction.atomic
def dispute_result(
    *, match: Match, side: int, reason: str, actor: Actor, at: datetime
) -> list[Dispute]:
    """Say for a side that what the other one entered is wrong, and why: the organiser settles it.

    Disputed twice it is disputed once. Raises OutOfDate where nothing waits for an answer, and what
    `results.services.dispute` raises.
    """
    disputed: list[Dispute] = []
    for table in match.tables:
        own = side_at(table, side)
        entered = table.submissions.filter(state__in=ANSWERABLE).exclude(by_side=own)
        disputed += [
            results.dispute(submission=submission, side=own, reason=reason, actor=actor, at=at)
            for submission in entered.order_by("number", "pk")
        ]
    if not disputed:
        raise OutOfDate(_("No result waits for your answer any more. Look at the match again."))
    return disputed

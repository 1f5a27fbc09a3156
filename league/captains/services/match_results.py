"""The result of a match, entered by the captain of the home side and confirmed by the other."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from league.captains.match_rules import rules_of
from league.captains.matches import Match, date_of, home_side, side_at
from league.journal.actor import Actor
from league.refusal import NotAllowed
from league.results import services as results
from league.results.models import Submission
from league.rounds.models import Table


class NotHomeSide(NotAllowed):
    """The captain of the home side enters the result."""

    code = "not_the_home_side"


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
    actor: Actor,
    at: datetime,
) -> Submission:
    """Enter the final score of a table of the match for a side; its numbers are by side there.

    Raises NotHomeSide, and what `results.services.submit` raises.
    """
    if not enters_result(match, side):
        home = match.names[home_side(date_of(match))]
        raise NotHomeSide(
            _("%(home)s enters the result, and you confirm it. Ask their captain to enter it.")
            % {"home": home}
        )
    return results.submit(
        table=table, data=data, key=key, by_side=side_at(table, side), actor=actor, at=at
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

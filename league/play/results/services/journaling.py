"""Writing results into the journal, in words that name the deal, the table and the round."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.db import transaction
from django.utils import timezone

from games import services as games
from games.models import Deal
from league.foundation.journal.actor import Act, Actor
from league.play.events.journaling import journal_stage
from league.play.results.models import Submission
from league.play.results.submitted_deals import CardsRefused
from league.play.rounds.models import Table


def journal_table(kind: str, table: Table, *, by: Act, **data: Any) -> None:
    """Write what happened at a table that knows its round, stage and event."""
    stage = table.round.stage
    journal_stage(
        kind,
        stage,
        subject=table,
        by=by,
        round=table.round.number,
        table=table.number,
        room=table.room,
        round_id=table.round_id,
        table_id=table.pk,
        **data,
    )


def by_whom(actor: Actor) -> dict[str, Any]:
    """Return the columns of `ByWhom` for what somebody sends."""
    return {
        "by_user_id": actor.user_id,
        "by_players": list(actor.players),
        "by_name": actor.word[:120],
    }


def journal_deal(kind: str, table: Table, submission: Submission, *, by: Act, **data: Any) -> None:
    """Write what happened to one submission of a deal, or of a final score: `final` is of what."""
    if submission.deal.form == Deal.Form.FINAL:
        data["final"] = submission.deal.detail[games.FINAL_SCORE]
    journal_table(
        kind,
        table,
        by=by,
        deal=submission.number,
        submission=submission.pk,
        score=submission.deal.score,
        **data,
    )


# A director's entry refused because of hidden cards, written down although nothing else is.

P = ParamSpec("P")
T = TypeVar("T")


def journals_refused_cards(service: Callable[P, T]) -> Callable[P, T]:
    """Decorate a service: each CardsRefused it raises is written into the journal.

    That is done after the service's transaction was rolled back. The service has an argument
    `by`, who enters the deal. Every refusal shows a little of the hidden cards, and many would
    show them all: so no attempt goes unrecorded.
    """

    @wraps(service)
    def noted(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return service(*args, **kwargs)
        except CardsRefused as refused:
            by = kwargs["by"]
            assert isinstance(by, Act), "every service that writes knows who acts"  # noqa: S101
            journal_refused_cards(refused, actor=by.actor)
            raise

    return noted


@transaction.atomic
def journal_refused_cards(refused: CardsRefused, *, actor: Actor) -> None:
    """Write that a director's entry was refused because of hidden cards."""
    journal_table(
        "deals.entry_refused",
        refused.table,
        by=Act(actor, timezone.now()),
        deal=refused.number,
        prepared=refused.prepared_number,
    )

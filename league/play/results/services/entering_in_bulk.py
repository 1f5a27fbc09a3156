"""Deals of several tables of an event entered at once: all of them, or none and every reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.journal.actor import Actor
from league.foundation.refusal import Refused, RowsRefused
from league.play.events.models import Event
from league.play.results.models import Submission
from league.play.results.prepared_cards import CardsRefused
from league.play.results.services.correcting import enter
from league.play.results.services.journaling import journal_refused_cards
from league.play.rounds.models import Table

MOST_DEALS_AT_ONCE = 200


class UnknownTable(Refused):
    """The event has no table with this number."""

    code = "unknown_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDeal:
    """A deal with the id of its table; `number` as in `enter`, and the key it is sent under."""

    table: int
    data: Mapping[str, Any]
    key: UUID
    number: int | None = None


def enter_deals(
    *, event: Event, deals: Sequence[TableDeal], actor: Actor, at: datetime
) -> list[Submission]:
    """Enter deals as the director, each like `enter`, and return them in their order.

    Raises RowsRefused with the reason of every deal that cannot be entered. An attempt at hidden
    cards is written into the journal, also where nothing else is.
    """
    try:
        return _enter_all(event, deals, actor, at)
    except RowsRefused as refused:
        journal_attempts(refused, actor=actor)
        raise


def journal_attempts(refused: Refused, *, actor: Actor) -> None:
    """Write into the journal which hidden cards a refused request has tried, of all its rows.

    Whoever rolls back more than the service that refused it does so afterwards.
    """
    rows = refused.rows.values() if isinstance(refused, RowsRefused) else [refused]
    for why in rows:
        if isinstance(why, CardsRefused):
            journal_refused_cards(why, actor=actor)


@transaction.atomic
def _enter_all(
    event: Event, deals: Sequence[TableDeal], actor: Actor, at: datetime
) -> list[Submission]:
    rows = Table.objects.filter(round__stage__event=event, pk__in={deal.table for deal in deals})
    tables = {table.pk: table for table in rows.select_related("round__stage__event__club")}
    entered: dict[int, Submission] = {}
    refused: dict[int, Refused] = {}
    # tables are locked in one order, so that two who enter the same ones never wait in a circle
    for index in sorted(range(len(deals)), key=lambda index: deals[index].table):
        try:
            entered[index] = _enter(tables, deals[index], actor, at)
        except Refused as why:
            refused[index] = why
    if refused:
        raise RowsRefused(refused, field="deals")
    return [entered[index] for index in range(len(deals))]


def _enter(tables: Mapping[int, Table], deal: TableDeal, actor: Actor, at: datetime) -> Submission:
    table = tables.get(deal.table)
    if table is None:
        raise UnknownTable(
            _("The event has no table with the number %(id)d.") % {"id": deal.table}, field="table"
        )
    return enter(table=table, number=deal.number, data=deal.data, key=deal.key, actor=actor, at=at)

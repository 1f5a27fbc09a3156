"""The last deal of events in which somebody did something to remember, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.play.events.models import Event
from league.play.prepared.hiding import hidden_of
from league.play.results.deal_words import Names, label_of
from league.play.results.models import Submission
from league.play.results.remembered import remembered_of
from league.tables.highlights.selectors import deals_with_people, remarkable_of


def last_remarkable(
    events: Sequence[Event], deals: Mapping[int, Submission] | None = None, *, public: bool
) -> dict[str, Any] | None:
    """Return the last confirmed deal of these events that is worth a line, or None.

    With `public` names it says who did it as the players show themselves to everybody. One query,
    none where the `deals` are known, and another one where the table plays numbered deals.
    """
    ids = remarkable_of(events)
    deals = deals_with_people(ids) if deals is None else deals
    found = [deals[pk] for pk in ids if pk in deals]
    row = max(found, key=lambda deal: (deal.confirmed_at, deal.pk), default=None)
    if row is None or row.number in hidden_of([row.table]).places(row.table_id):
        return None
    remembered = next(remembered_of(row.deal), None)
    if remembered is None:
        return None
    return {
        "id": row.pk,
        "event": row.table.round.stage.event_id,
        "label": remembered.label,
        "who": remembered.who(Names(row.table, public=public)),
        "deal": label_of(row.deal, row.number),
        "table": _("Table %(number)s") % {"number": row.table.shown_number},
    }

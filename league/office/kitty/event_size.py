"""How large an event is for what is charged: how many deals its tables have played."""

from django.db.models import IntegerField, OuterRef, Subquery, Sum
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from league.play.results.models import TableResult


def deals_of_event() -> Combinable:
    """Return the deals at the tables of an event, of a row with an `event_id`, as an expression."""
    results = TableResult.objects.filter(round__stage__event=OuterRef("event_id")).order_by()
    summed = results.values("round__stage__event").annotate(number=Sum("deals")).values("number")
    return Coalesce(Subquery(summed, output_field=IntegerField()), 0)

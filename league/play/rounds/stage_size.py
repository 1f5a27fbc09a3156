"""How large a stage is, as the database counts it: what is worked out of it takes that long."""

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Greatest

from league.play.events.models import StageEntry
from league.play.rounds.models import Round

# places of entries in rounds that take about a second to be ranked and stored
MANY_PLACES = 5_000
# a few rounds of very many entries cost as much as this many
LEAST_ROUNDS = 10


def places_of_stage() -> Combinable:
    """Return entries times rounds, of a row with a `stage_id`, as an expression."""
    entries = _count(StageEntry.objects.filter(stage_id=OuterRef("stage_id")))
    rounds = _count(Round.objects.filter(stage_id=OuterRef("stage_id")))
    return entries * Greatest(rounds, Value(LEAST_ROUNDS))


def _count(rows: "QuerySet[StageEntry] | QuerySet[Round]") -> Coalesce:
    counted = rows.order_by().values("stage_id").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)

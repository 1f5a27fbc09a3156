"""Byes that entries asked for: who has how many, and who rests in a round to come."""

from django.db.models import Prefetch, QuerySet

from league.events.models import Entry, Stage
from league.events.selectors import members_with_players
from league.rounds.drawing import format_named
from league.rounds.drawing.stage_options import BYE_REQUESTS, USUAL_REQUESTS
from league.rounds.models import ByeRequest, ByeWorth, PlacementKind

KIND_OF = {ByeWorth.HALF.value: PlacementKind.HALF_BYE, ByeWorth.ZERO.value: PlacementKind.ZERO_BYE}
# what a drawn match is worth is known beforehand, and so is half a win
HALVES_KNOWN = frozenset({"match_points", "victory_points", "percentage"})


def takes_requests(stage: Stage) -> bool:
    """Say whether entries of the stage can ask for a bye: it is drawn round by round, by scores."""
    return any(option.name == BYE_REQUESTS for option in format_named(stage.format).options)


def halves_allowed(stage: Stage) -> int:
    """Return how many half-point byes an entry may ask for in the stage."""
    if stage.event.method.get("name") not in HALVES_KNOWN:
        return 0
    given = stage.options.get(BYE_REQUESTS)
    return USUAL_REQUESTS if given is None else int(given)


def resting_in(stage: Stage, number: int) -> dict[int, str]:
    """Return who asked for a bye in a round, with the kind of it; one query."""
    rows = ByeRequest.objects.filter(stage=stage, round_number=number, taken_back_at__isnull=True)
    return {entry: KIND_OF[worth] for entry, worth in rows.values_list("entry_id", "worth")}


def requests_of(stage: Stage) -> "QuerySet[ByeRequest]":
    """Return what entries have asked for, with their names; what was taken back is left out."""
    entries = Entry.objects.prefetch_related(members_with_players())
    return (
        ByeRequest.objects.filter(stage=stage, taken_back_at__isnull=True)
        .select_related("stage", "made_by")
        .prefetch_related(Prefetch("entry", entries))
        .order_by("round_number", "entry__number")
    )

"""How an event came out, as numbers: what its recap is made of."""

from decimal import Decimal
from fractions import Fraction

import msgspec

from league.play.events.models import Event
from league.play.prepared.hiding import hidden_in_stages
from league.play.rounds.unsettled import final_of
from league.tables.standings.deciding import is_for_the_rest
from league.tables.standings.models import SnapshotRow
from league.tables.standings.selectors import StandingsPage, standings_page
from league.tables.standings.standings_shown import ranked_by_bracket

# places that a newsletter prints
MOST_PLACES = 10


class PlaceFact(msgspec.Struct, frozen=True, kw_only=True):
    """An entry (id) of the first places, in the order of the standings, group by group."""

    entry: int
    rank: int
    points: Decimal
    group: str = ""


class FinalFact(msgspec.Struct, frozen=True, kw_only=True):
    """The last match of a knock-out, as entries (ids).

    `points` are the winner's first, as fractions; none where it was not decided by points.
    """

    winner: int
    loser: int
    points: tuple[str, str] | None = None

    @property
    def score(self) -> tuple[Fraction, Fraction] | None:
        return None if self.points is None else (Fraction(self.points[0]), Fraction(self.points[1]))


class RecapFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The standings of the stage that decides, after its `round`.

    `is_during`: the round is still being played. `is_unconfirmed`: a table of it is not confirmed.
    `way` are the (round, place) of the winner after each round, none where several won or a
    bracket decided.
    """

    round: int
    is_during: bool
    is_unconfirmed: bool
    is_knockout: bool
    places: list[PlaceFact]
    way: list[tuple[int, int]] = []
    final: FinalFact | None = None

    @property
    def entries(self) -> set[int]:
        """Return the entries whose names the recap needs."""
        named = {place.entry for place in self.places}
        return named | ({self.final.winner, self.final.loser} if self.final else set())


def deciding_page(event: Event) -> StandingsPage | None:
    """Return the first places of the last stage that has standings, but not of one for the rest."""
    stages = event.stages.select_related("qualifying").order_by("-number")
    for stage in sorted(stages, key=is_for_the_rest):
        stage.event = event
        found = standings_page(stage, page_rows=MOST_PLACES, with_reasons=False)
        if found is not None:
            return found
    return None


def recap_facts(found: StandingsPage) -> RecapFacts:
    """Return how the event came out whose stage that decides has these standings."""
    is_knockout = ranked_by_bracket(found.stage)
    return RecapFacts(
        round=found.snapshot.round_number,
        is_during=found.is_during,
        is_unconfirmed=found.snapshot.is_provisional,
        is_knockout=is_knockout,
        places=[
            PlaceFact(entry=row.entry_id, rank=row.rank, points=row.points, group=row.group)
            for row in found.rows
        ],
        way=[] if is_knockout else _way(found),
        final=_final(found) if is_knockout else None,
    )


def _way(found: StandingsPage) -> list[tuple[int, int]]:
    first = [row for row in found.rows if row.rank == 1]
    if len(first) != 1 or first[0].group:
        return []
    rows = SnapshotRow.objects.filter(snapshot__in=found.until, entry=first[0].entry_id)
    places = rows.order_by("snapshot__round_number").values_list("snapshot__round_number", "rank")
    return list(places)


def _final(found: StandingsPage) -> FinalFact | None:
    final = final_of(found.stage, held_back=hidden_in_stages([found.stage.pk]).held_back)
    ranked = {row.entry_id for row in found.rows}
    if final is None or not {final.winner, final.loser} <= ranked:
        return None
    points = None if final.points is None else (str(final.points[0]), str(final.points[1]))
    return FinalFact(winner=final.winner, loser=final.loser, points=points)

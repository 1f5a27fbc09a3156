"""The scores of a table's prepared deals by comparison, once every table has played them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games import services as games
from games.sentences import Sentence
from league.foundation.doors.reading import InvalidRequest, Number
from league.play.events.models import Stage
from league.play.prepared.hiding import hidden_in_stages
from league.play.results.deal_words import Names
from league.play.rounds.models import Placement, RoundState, Table
from league.play.rounds.rooms import compares_deals
from league.tables.standings.credits import Credits
from league.tables.standings.deal_facts import compared_deals, deal_facts
from league.tables.standings.methods import read_method
from league.tables.standings.methods.deal_explaining import Explained, explain_deal
from league.tables.standings.methods.deals.methods import ComparedDeals, DealMethod, Matchpoints
from league.tables.standings.methods.deals.played import PlayedDeal
from league.tables.standings.methods.deals.scored import full_results


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A deal at a table: the points by side, their scores by comparison, and why.

    `scores` are by side, in percent for matchpoints; None where an award takes their place.
    """

    deal: int
    points: tuple[Number, Number]
    scores: tuple[Number, Number] | None
    in_percent: bool
    why: Sentence


def comparisons_at(table: Table) -> list[Compared]:
    """Return the table's deals that all other tables have played too, in the order of the deals.

    The table's round, stage and event are loaded. Four queries, whatever the size of the stage;
    none where deals are not compared.
    """
    stage = table.round.stage
    if not compares_deals(stage) or not table.deal_numbers:
        return []
    try:
        method = read_method(stage.event.method)
    except InvalidRequest:
        return []
    if not isinstance(method, ComparedDeals):
        return []
    deals = _deals_of(stage)
    full = full_results(method, deals)
    sides = _sides_of(table)
    return [
        _compared(method, deal, result)
        for deal in deals
        if deal.number in table.deal_numbers
        for result in explain_deal(method, deal, full)
        if result.line.round == table.round.number and result.line.sides == sides
    ]


def _deals_of(stage: Stage) -> list[PlayedDeal]:
    """Return the deals that can be compared; none that a table has still to play."""
    rounds = dict(
        stage.rounds.exclude(state=RoundState.DRAWN).order_by("number").values_list("id", "number")
    )
    facts = deal_facts(rounds, Credits(), hidden=hidden_in_stages([stage.pk]))
    ids = {
        entry: str(entry)
        for facts_of_round in facts.values()
        for fact in facts_of_round
        for entry in fact.entries
    }
    return compared_deals([(number, facts.get(pk, [])) for pk, number in rounds.items()], ids)


def _sides_of(table: Table) -> tuple[tuple[str, ...], ...]:
    sides: dict[int, list[str]] = {0: [], 1: []}
    rows: Sequence[tuple[int, int | None]] = list(
        Placement.objects.filter(table=table).order_by("side", "id").values_list("entry_id", "side")
    )
    for entry, side in rows:
        sides.setdefault(side or 0, []).append(str(entry))
    return tuple(tuple(sides[side]) for side in sorted(sides))


def _compared(method: DealMethod, deal: PlayedDeal, result: Explained) -> Compared:
    in_percent = isinstance(method, Matchpoints)
    scores = result.scores
    if in_percent and result.percent is not None:
        scores = result.percent, 100 - result.percent
    return Compared(
        deal=deal.number,
        points=result.line.points,
        scores=scores,
        in_percent=in_percent,
        why=result.why,
    )


# What the deals of a table are worth beside the other tables, as pages show it.


def compared_at(table: Table, names: Names) -> dict[str, Any] | None:
    """Return what `components/compared_deals.html` takes; None where nothing is compared."""
    comparisons = comparisons_at(table)
    if not comparisons:
        return None
    return {
        "sides": names.sides,
        "rows": [
            {
                "deal": row.deal,
                "scores": row.scores or (),
                "in_percent": row.in_percent,
                "why": games.whole_sentence(games.render_sentence(row.why)),
            }
            for row in comparisons
        ],
    }

"""What a table is to play: by which rules, and when it has played enough."""

from dataclasses import dataclass

from games.engine.ruleset import Ruleset
from league.play.events.models import FinalScores, TablePlay
from league.play.events.rulesets import ruleset_of
from league.play.prepared.stage_deals import PreparedTable, prepared_table
from league.play.rounds.models import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """`deals_due` is the number of deals where it is fixed, else None.

    `prepared` are the prepared deals it plays, if there are any. `final_scores` says whether a
    final score may be entered instead of its deals: of the table, of each game, or none.
    """

    ruleset: Ruleset
    play: str
    deals_due: int | None
    first_dealer: int
    final_scores: str = FinalScores.NONE
    prepared: PreparedTable | None = None

    @property
    def sides(self) -> int:
        return self.ruleset.sides

    @property
    def players(self) -> int:
        return self.ruleset.players


def plan_of(table: Table) -> TablePlan:
    """Return the plan of a table that knows its round, stage and event.

    Raises RulesetNotPossible when the game cannot be played by so many.
    """
    event = table.round.stage.event
    players = table.seat_count or event.most_seats
    due = len(table.deal_numbers) or event.deals_a_round
    return TablePlan(
        ruleset=ruleset_of(event, players),
        play=event.table_play,
        deals_due=due if event.table_play == TablePlay.DEALS else None,
        first_dealer=table.first_dealer % players,
        final_scores=event.final_scores,
        prepared=prepared_table(table, players),
    )

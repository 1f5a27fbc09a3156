"""The result of a table from the deals that count: a pure function."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games import services as games
from games.engine.errors import Refusal
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from league.play.events.models import FinalScores, TablePlay
from league.play.events.rulesets import ruleset_of
from league.play.prepared.stage_deals import PreparedTable, prepared_table
from league.play.rounds.models import Table

# --- What a table is to play: by which rules, and when it has played enough ---


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


class CountingDeal(NamedTuple):
    """A deal that counts, with its number on the table's sheet."""

    number: int
    result: DealResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """`running` holds the totals after each deal, by its number. `deals` leaves out thrown-in ones.

    `is_played_out`: nothing may follow. `surplus` are deals after the end of the game, which do not
    count. `winner` is a side, or None: open, or a draw. `final_scores` are those that count instead
    of deals.
    """

    totals: tuple[int, ...]
    running: Mapping[int, tuple[int, ...]]
    deals: int
    winner: int | None
    is_played_out: bool
    surplus: tuple[int, ...] = ()
    final_scores: int = 0


def outcome_of(plan: TablePlan, counting: Sequence[CountingDeal]) -> Outcome:
    """Add up the deals, in the order of their numbers.

    A game to the target is played by the rules of the game; a fixed number of deals or a timed
    round is the sum of its deals. A deal that was thrown in (all passed) is no deal played. Final
    scores are added up like deals, and are none.
    """
    if any(deal.result.is_final_score for deal in counting):
        return _final_scores(plan, counting)
    if plan.play == TablePlay.GAME:
        return _game(plan, counting)
    return _sum(plan, counting)


def _sum(plan: TablePlan, counting: Sequence[CountingDeal]) -> Outcome:
    totals = (0,) * plan.sides
    running = {}
    deals = 0
    surplus = []
    for number, result in counting:
        if plan.deals_due is not None and deals >= plan.deals_due:
            surplus.append(number)
            continue
        totals = tuple(a + b for a, b in zip(totals, result.score, strict=True))
        running[number] = totals
        deals += not result.redeal
    return Outcome(
        totals=totals,
        running=running,
        deals=deals,
        winner=leader(totals) if deals else None,
        is_played_out=plan.deals_due is not None and deals >= plan.deals_due,
        surplus=tuple(surplus),
    )


def _game(plan: TablePlan, counting: Sequence[CountingDeal]) -> Outcome:
    results = [deal.result for deal in counting]
    try:
        game = games.play_game(plan.ruleset, results)
    except Refusal as refusal:
        if refusal.rule != "game_over" or refusal.deal is None:
            # a deal in between is disputed, so the game cannot be played through
            return _sum(plan, counting)
        game = games.play_game(plan.ruleset, results[: refusal.deal])
    numbers = [deal.number for deal in counting]
    played = len(game.running)
    return Outcome(
        totals=game.totals,
        running=dict(zip(numbers, game.running, strict=False)),
        deals=sum(not result.redeal for result in results[:played]),
        winner=game.winner,
        is_played_out=game.finished,
        surplus=tuple(numbers[played:]),
    )


def _final_scores(plan: TablePlan, counting: Sequence[CountingDeal]) -> Outcome:
    """Add up final scores; one of a whole table ends it, one of a game does if it plays but one."""
    totals = (0,) * plan.sides
    running = {}
    for number, result in counting:
        totals = tuple(a + b for a, b in zip(totals, result.score, strict=True))
        running[number] = totals
    first = counting[0].result
    winner = first.wins_game if plan.play == TablePlay.GAME else None
    of = first.detail[games.FINAL_SCORE]
    one_is_all = plan.play != TablePlay.TIMED or of == FinalScores.TABLE
    return Outcome(
        totals=totals,
        running=running,
        deals=0,
        winner=leader(totals) if winner is None else winner,
        is_played_out=one_is_all,
        surplus=tuple(number for number, _result in counting[1:]) if one_is_all else (),
        final_scores=len(counting),
    )


def leader(totals: Sequence[float]) -> int | None:
    """Return the side that has more than every other, or None for a draw."""
    most = max(totals, default=None)
    leading = [side for side, total in enumerate(totals) if total == most]
    return leading[0] if len(leading) == 1 else None

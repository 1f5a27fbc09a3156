"""The game: game points are added up, or paid with tables, until a side has won."""

from collections.abc import Sequence
from typing import Any

from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.final_scores import DealRange, FinalScores, Winners, one_or_asked
from games.engine.games import GameState, added, check_follows, dealer_of, new_game, with_deal
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.variants.fifty_six.deal import SIDES
from games.engine.variants.fifty_six.options import Options
from games.engine.variants.fifty_six.score import MULTIPLIERS, next_dealer, stakes_table
from games.sentences import Sentence, say


def start_game(ruleset: Ruleset, first_dealer: int | None = None) -> GameState:
    return new_game(ruleset, first_dealer, _special(ruleset.options, (0,) * SIDES))


def add_deal(game: GameState, deal: DealResult) -> GameState:
    """Return the game after one more deal. Raises what makes the deal impossible here."""
    check_follows(game, deal)
    check_score(game, deal)
    options: Options = game.ruleset.options
    totals = added(game.totals, deal.score)
    loser, reason = loser_of(options, totals)
    dealer = dealer_of(game, deal)
    return with_deal(
        game,
        totals,
        winner=None if loser is None else 1 - loser,
        reason=reason,
        next_dealer=None
        if dealer is None
        else next_dealer(game.ruleset, dealer, redeal=deal.redeal),
        special=_special(options, totals),
    )


def owned_tables(options: Options, totals: Sequence[int]) -> list[int]:
    """Return the tables each side has after paying these game points; below 0 is what it owes.

    Where only tables of the own colour pay, those that were won are not counted.
    """
    won_back = options.table_return == "any"
    return [
        options.target - totals[1 - side] + (totals[side] if won_back else 0)
        for side in range(SIDES)
    ]


def loser_of(options: Options, totals: Sequence[int]) -> tuple[int | None, str | None]:
    """Return the side that has lost with these totals, and why; None while the game goes on."""
    if options.scoring_style == "cumulative":
        reached = [side for side in range(SIDES) if totals[side] >= options.target]
        return (1 - reached[0], "target") if reached else (None, None)
    least = 1 if options.table_end == "empty" else 0
    for side, tables in enumerate(owned_tables(options, totals)):
        if tables < least:
            return side, "no_tables" if options.table_end == "empty" else "cannot_pay"
    return None, None


def _special(options: Options, totals: Sequence[int]) -> dict[str, Any]:
    """Return the tables of the sides, where the game is kept with them."""
    if options.scoring_style == "cumulative":
        return {}
    owned = owned_tables(options, totals)
    # a side that owes more than it has pays what it has
    most = SIDES * options.target
    return {"tables": [min(max(0, tables), most) for tables in owned]}


def check_score(game: GameState, deal: DealResult) -> None:
    """Refuse a score that no deal can have by these rules; it matters for bare results."""
    options: Options = game.ruleset.options
    if deal.wins_game is not None:
        sentence = say("no deal wins the whole game at once in this game")
        raise MalformedRecord("unexpected_field", sentence, phase="game", field="wins_game")
    if deal.redeal:
        if options.redeal == "none":
            sentence = say("in this game every deal is played, whatever a hand holds")
            raise _refused(game, "no_redeal_rule", sentence)
        if any(deal.score):
            raise _not_one_side(say("nobody scores in a deal that is thrown in"))
        return
    if min(deal.score) or max(deal.score) <= 0:
        raise _not_one_side(say("exactly one side scores in every deal, and the other nothing"))
    scorer = deal.score.index(max(deal.score))
    if deal.score[scorer] not in possible_scores(options, deal.declarer_side, scorer):
        sentence = say(
            "no deal is worth %(points)d by these rules, doubled or not", points=max(deal.score)
        )
        raise _refused(game, "score_unreachable", sentence)


def possible_scores(options: Options, bidding: int | None, scorer: int) -> set[int]:
    """Return what the side that scores can have, the bidding side being known or not."""
    rows = stakes_table(options)
    made = {row.win for row in rows} if bidding in (None, scorer) else set()
    failed = {row.lose for row in rows} if bidding != scorer else set()
    return {worth * times for worth in made | failed for times in MULTIPLIERS.values()}


def _not_one_side(sentence: Sentence) -> MalformedRecord:
    return MalformedRecord("bad_score", sentence, phase="game", field="score")


def _refused(game: GameState, rule: str, sentence: Sentence) -> IllegalAction:
    return IllegalAction("game", len(game.running), rule, sentence, field="score")


# What a game can have ended with, where only its final score is known.


def _deal_range(options: Options, players: int) -> DealRange:
    most = max(possible_scores(options, None, 0))
    return DealRange(0, most, most)


def _winners(options: Options, score: Sequence[int]) -> Winners:
    """Only one side scores in a deal, so both never come to the end of a game together."""
    over = [side for side in range(SIDES) if _has_won(options, score, side)]
    if len(over) == SIDES:
        return Winners((), None, _BOTH_OVER)
    if not over and options.scoring_style == "table":
        return Winners((), None, _TABLES_LEFT)
    return one_or_asked(over)


def _has_won(options: Options, score: Sequence[int], side: int) -> bool:
    if options.scoring_style == "cumulative":
        return score[side] >= options.target
    least = 1 if options.table_end == "empty" else 0
    return owned_tables(options, score)[1 - side] < least


_BOTH_OVER = say(
    "only one side scores in a deal, so both cannot have come to the end of the game: one of the "
    "two scores is too high"
)
_TABLES_LEFT = say("nobody has won yet: with this score both sides can still pay with tables")

FINAL_SCORES = FinalScores(
    step=lambda options, players: 1,
    deal=_deal_range,
    winners=_winners,
    ends_at_target=lambda options: (
        options.scoring_style == "cumulative" or options.table_return == "own_colour"
    ),
)

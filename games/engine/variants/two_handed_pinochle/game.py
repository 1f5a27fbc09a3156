"""The game: deals until a player reaches the target.

When both reach it with the same deal, the higher score wins or the target is raised, by an option.
"""

from collections.abc import Sequence
from typing import Any

from games.engine.final_scores import DealRange, FinalScores, Winners, one_or_asked, step_of
from games.engine.games import GameState, added, check_follows, dealer_of, new_game, with_deal
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.variants.two_handed_pinochle.deal import SEATS, STOCK_TRICKS, points_of
from games.engine.variants.two_handed_pinochle.options import Options
from games.engine.variants.two_handed_pinochle.score import most_counted, next_dealer
from games.engine.variants.two_handed_pinochle.summary_fields import FIELDS
from games.engine.variants.two_handed_pinochle.summary_melds import most_melded

RAISE = 250  # points that are added to the target when both players have reached it


def start_game(ruleset: Ruleset, first_dealer: int | None = None) -> GameState:
    """Return a game before its first deal; it carries its target where that may rise."""
    options: Options = ruleset.options
    special = {"target": options.target} if options.both_over == "extend" else None
    return new_game(ruleset, first_dealer, special)


def add_deal(game: GameState, deal: DealResult) -> GameState:
    """Return the game after one more deal. Raises IllegalAction for one that cannot follow."""
    check_follows(game, deal)
    totals = added(game.totals, deal.score)
    over = [] if deal.redeal else seats_over(game, totals)
    winner = winner_of(game.ruleset.options, over, totals)
    dealer = dealer_of(game, deal)
    return with_deal(
        game,
        totals,
        winner=winner,
        reason=None if winner is None else "target" if len(over) == 1 else "higher_score",
        next_dealer=dealer if dealer is None or deal.redeal else next_dealer(dealer),
        special=_raised(game) if len(over) == SEATS else None,
    )


def seats_over(game: GameState, totals: Sequence[int]) -> list[int]:
    """Return the seats that have reached the present target of the game."""
    options: Options = game.ruleset.options
    target = game.special.get("target", options.target)
    least = target + (options.target_test == "exceed")
    return [seat for seat, total in enumerate(totals) if total >= least]


def winner_of(options: Options, over: Sequence[int], totals: Sequence[int]) -> int | None:
    """Return who has won, given the seats that have reached the target; None: nobody yet."""
    if len(over) == 1:
        return over[0]
    if not over or options.both_over == "extend" or totals[0] == totals[1]:
        return None
    return int(totals[1] > totals[0])


def _raised(game: GameState) -> dict[str, Any] | None:
    """Return the `special` of a game after both reached its target: a higher target."""
    if "target" not in game.special:
        return None
    return {"target": game.special["target"] + RAISE}


# What a game can have ended with, where only its final score is known.


def _step(options: Options, players: int) -> int:
    """In the classic count points of tricks are rounded to tens before they are scored."""
    if options.card_points == "classic":
        return 10
    return step_of(FIELDS.asked(options, players))


def _deal_range(options: Options, players: int) -> DealRange:
    most = most_melded(options, STOCK_TRICKS) + most_counted(points_of(options).total, options)
    return DealRange(0, most, most)


def _winners(options: Options, score: Sequence[int]) -> Winners:
    """Return who has won; a target that rises is the first that the lower score is below of."""
    lower, higher = sorted(score)
    least = options.target + (options.target_test == "exceed")
    if options.both_over == "extend":
        while lower >= least:
            least += RAISE
    if higher < least or higher == lower:
        return Winners((), None)
    return one_or_asked([score.index(higher)])


FINAL_SCORES = FinalScores(
    step=_step,
    deal=_deal_range,
    winners=_winners,
    ends_at_target=lambda options: False,
)

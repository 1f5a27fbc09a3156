"""The game: deals until a side has reached the target; if both have, the declarer's side wins."""

from collections.abc import Sequence

from games.engine.errors import IllegalAction
from games.engine.games import GameState, added, check_follows, dealer_of, with_deal
from games.engine.result import DealResult
from games.engine.variants.double_deck_pinochle.score import next_dealer
from games.sentences import say


def add_deal(game: GameState, deal: DealResult) -> GameState:
    """Return the game after one more deal. Raises IllegalAction for one that cannot follow."""
    check_follows(game, deal)
    totals = added(game.totals, deal.score)
    winner, reason = winner_of(game, deal, totals)
    dealer = dealer_of(game, deal)
    return with_deal(
        game,
        totals,
        winner=winner,
        reason=reason,
        next_dealer=None if dealer is None else next_dealer(dealer),
    )


def winner_of(
    game: GameState, deal: DealResult, totals: Sequence[int]
) -> tuple[int | None, str | None]:
    """Return who has won with this deal, and why; None while the game goes on."""
    if deal.wins_game is not None:
        return deal.wins_game, "all_tricks"
    target = game.ruleset.options.game_target
    over = [side for side, total in enumerate(totals) if total >= target]
    if len(over) == 2:
        if deal.declarer_side is None:
            sentence = say(
                "both sides reached %(target)d with this deal; "
                "the declarer's side must be known, for it wins",
                target=target,
            )
            raise IllegalAction("game", len(game.running), "declarer_side_needed", sentence)
        return deal.declarer_side, "both_reached_declarer_wins"
    return (over[0], "target") if over else (None, None)

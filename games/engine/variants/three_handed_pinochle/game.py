"""The game: deals until a player is over the target; of several the declarer may come first."""

from games.engine.games import GameState
from games.engine.result import DealResult
from games.engine.single_deck import game as shared
from games.engine.variants.three_handed_pinochle.options import Options


def add_deal(game: GameState, deal: DealResult) -> GameState:
    """Return the game after one more deal. Raises IllegalAction for one that cannot follow."""
    options: Options = game.ruleset.options
    return shared.add_deal(
        game,
        deal,
        target=options.target,
        target_test=options.target_test,
        both_over=options.both_over,
        redeal_dealer=options.redeal_dealer,
    )

"""The game: deals until a side is over the target."""

from games.engine.games import GameState
from games.engine.result import DealResult
from games.engine.single_deck.game import add_deal as add_to_game
from games.engine.variants.partnership_pinochle.options import Options


def add_deal(game: GameState, deal: DealResult) -> GameState:
    """Return the game after one more deal. Raises IllegalAction for one that cannot follow."""
    options: Options = game.ruleset.options
    return add_to_game(
        game,
        deal,
        target=options.target,
        target_test=options.target_test,
        both_over=options.both_over,
        redeal_dealer=options.redeal_dealer,
    )

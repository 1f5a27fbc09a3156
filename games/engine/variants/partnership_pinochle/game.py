"""The game: deals until a side is over the target."""

from games.engine.final_scores import FinalScores, step_of
from games.engine.games import GameState
from games.engine.result import DealResult
from games.engine.single_deck import game as shared
from games.engine.variants.partnership_pinochle.deal import HAND_SIZE, SEATS, SIDES
from games.engine.variants.partnership_pinochle.options import Options
from games.engine.variants.partnership_pinochle.summary_fields import FIELDS


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


# What a game can have ended with, where only its final score is known.

FINAL_SCORES = FinalScores(
    step=lambda options, players: step_of(FIELDS.asked(options, players)),
    deal=lambda options, players: shared.deal_range(options, SIDES, SEATS // SIDES, HAND_SIZE),
    winners=shared.final_winners,
    ends_at_target=lambda options: options.both_over == "declarer",
)

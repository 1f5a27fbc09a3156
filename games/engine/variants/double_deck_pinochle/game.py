"""The game: deals until a side has reached the target; if both have, the declarer's side wins."""

from collections.abc import Sequence

from games.engine.errors import IllegalAction
from games.engine.final_scores import DealRange, FinalScores, Winners, one_or_asked
from games.engine.games import GameState, added, check_follows, dealer_of, with_deal
from games.engine.result import DealResult
from games.engine.variants.double_deck_pinochle.auction import HIGHEST_BID
from games.engine.variants.double_deck_pinochle.deal import SIDES, card_values
from games.engine.variants.double_deck_pinochle.options import Options
from games.engine.variants.double_deck_pinochle.reachable import most_of_side
from games.engine.variants.double_deck_pinochle.score import next_dealer
from games.sentences import Sentence, say


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


# What a game can have ended with, where only its final score is known.


def _deal_range(options: Options, players: int) -> DealRange:
    penalty = options.set_penalty if isinstance(options.set_penalty, int) else HIGHEST_BID
    meld, points = most_of_side(options), card_values(options).total
    return DealRange(-penalty, meld + points, SIDES * meld + points)


def _winners(options: Options, score: Sequence[int]) -> Winners:
    """Both over the target: the declarer's side won. All tricks win whatever the score is."""
    over = [side for side, total in enumerate(score) if total >= options.game_target]
    if not options.all_tricks_wins:
        return one_or_asked(over)
    return one_or_asked(over)._replace(possible=(0, 1), asks=None if over else _asks(options))


def _asks(options: Options) -> Sentence:
    return say(
        "nobody has reached %(target)d, so only a side that took all 20 tricks of a deal can have "
        "won; say which, or correct the scores",
        target=options.game_target,
    )


FINAL_SCORES = FinalScores(
    step=lambda options, players: 1,
    deal=_deal_range,
    winners=_winners,
    ends_at_target=lambda options: True,
)

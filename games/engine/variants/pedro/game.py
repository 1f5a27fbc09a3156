"""The game: deals until a side wins.

Near the end a side that makes its bid wins ("bidder goes out"), whatever the other side scores.
"""

from collections.abc import Sequence

from games.engine.errors import IllegalAction
from games.engine.final_scores import DealRange, FinalScores, Winners, one_or_asked
from games.engine.games import GameState, added, check_follows, dealer_of, new_game, with_deal
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.variants.pedro.auction import HIGHEST_BID
from games.engine.variants.pedro.deal import SIDES
from games.engine.variants.pedro.options import Options
from games.engine.variants.pedro.score import next_dealer
from games.engine.variants.pedro.trumps import POINTS
from games.sentences import say

BIDDER_GOES_OUT = (
    "bidder_goes_out"  # in `special`: the next deal is won by a side that makes its bid
)


def start_game(ruleset: Ruleset, first_dealer: int | None = None) -> GameState:
    return new_game(ruleset, first_dealer, {BIDDER_GOES_OUT: False})


def add_deal(game: GameState, deal: DealResult) -> GameState:
    """Return the game after one more deal. Raises IllegalAction for one that cannot follow."""
    check_follows(game, deal)
    _check_counts(game, deal)
    totals = added(game.totals, deal.score)
    winner, reason = winner_of(game, deal, totals)
    dealer = dealer_of(game, deal)
    return with_deal(
        game,
        totals,
        winner=winner,
        reason=reason,
        next_dealer=None if dealer is None else next_dealer(dealer),
        special={BIDDER_GOES_OUT: winner is None and bidder_goes_out(game.ruleset.options, totals)},
    )


def winner_of(
    game: GameState, deal: DealResult, totals: Sequence[int]
) -> tuple[int | None, str | None]:
    """Return who has won with this deal, and why; None while the game goes on."""
    options: Options = game.ruleset.options
    over = [side for side, total in enumerate(totals) if total >= options.target]
    if options.win_only_as_declarer:
        maker = _maker(game, deal) if over else None
        return (maker, "target") if maker in over else (None, None)
    if game.special[BIDDER_GOES_OUT]:
        maker = _maker(game, deal)
        if maker is not None:
            return maker, "bidder_goes_out"
    if len(over) == 1:
        return over[0], "target"
    if len(over) == SIDES and options.both_reach == "declarer_side_wins":
        return _declaring(game, deal), "both_reached_declarer_wins"
    return None, None


def bidder_goes_out(options: Options, totals: Sequence[int]) -> bool:
    """Say whether the next deal is won by a side that makes its bid, given that nobody has won."""
    if options.win_only_as_declarer:
        return False
    if min(totals) >= options.target:
        return True
    threshold = options.goes_out_from
    return threshold is not None and threshold <= min(totals) and max(totals) < options.target


def _maker(game: GameState, deal: DealResult) -> int | None:
    """Return the side that declared and made its bid; None where the bid failed."""
    if min(deal.score) < 0:
        return None  # only a failed bid scores below zero
    side = _declaring(game, deal)
    return side if deal.made else None


def _declaring(game: GameState, deal: DealResult) -> int:
    side = deal.declarer_side
    if side is None:
        sentence = say(
            "the declarer's side of deal %(number)d must be known, for it decides who wins",
            number=len(game.running) + 1,
        )
        raise IllegalAction("game", len(game.running), "declarer_side_needed", sentence)
    return side


def _check_counts(game: GameState, deal: DealResult) -> None:
    """Refuse a result marked as dealt again or as winning the whole game: Pedro has neither."""
    index = len(game.running)
    if deal.redeal:
        sentence = say(
            "deal %(number)d is marked to be dealt again; in this game every deal counts",
            number=index + 1,
        )
        raise IllegalAction("game", index, "unexpected_field", sentence, field="redeal")
    if deal.wins_game is not None:
        sentence = say(
            "deal %(number)d is marked to win the game; in this game only the scores decide",
            number=index + 1,
        )
        raise IllegalAction("game", index, "unexpected_field", sentence, field="wins_game")


# What a game can have ended with, where only its final score is known.


def _winners(options: Options, score: Sequence[int]) -> Winners:
    """Return the sides over the target, and those that can have gone out first as the bidder."""
    over = [side for side, total in enumerate(score) if total >= options.target]
    possible = [s for s in range(SIDES) if s in over or _may_go_out(options, score, s)]
    asks = None if over else _EARLY
    return one_or_asked(over)._replace(possible=tuple(possible), asks=asks)


_EARLY = say(
    "nobody has reached the target, so only a side that went out first by making its bid can have "
    "won; say which, or correct the scores"
)


def _may_go_out(options: Options, score: Sequence[int], side: int) -> bool:
    """Say whether a side below the target can have won: both had the score for it, then it made."""
    threshold = options.goes_out_from
    if options.win_only_as_declarer or threshold is None:
        return False
    return score[side] >= threshold + options.min_bid and score[1 - side] >= threshold


FINAL_SCORES = FinalScores(
    step=lambda options, players: 1,
    deal=lambda options, players: DealRange(-HIGHEST_BID, POINTS, POINTS),
    winners=_winners,
    ends_at_target=lambda options: False,
)

"""The game: deals until a side has reached the target in the way the ruleset asks for."""

from collections.abc import Sequence

from games.engine.errors import IllegalAction
from games.engine.final_scores import DealRange, FinalScores, Winners, one_or_asked
from games.engine.games import (
    GameState,
    added,
    check_follows,
    dealer_of,
    with_deal,
)
from games.engine.result import DealResult
from games.engine.variants.pitch.auction import SMUDGE, WORTH, bars_smudge
from games.engine.variants.pitch.four_points import AWARDS
from games.engine.variants.pitch.options import Options
from games.engine.variants.pitch.score import next_dealer
from games.sentences import say


def add_deal(game: GameState, deal: DealResult) -> GameState:
    """Return the game after one more deal. Raises IllegalAction for one that cannot follow."""
    check_follows(game, deal)
    _check_bid_in_hole(game, deal)
    options: Options = game.ruleset.options
    totals = added(game.totals, deal.score)
    winner, reason = smudge_winner(game, deal), "smudge"
    if winner is not None:
        lifted = list(totals)
        lifted[winner] = max(options.target, totals[winner])
        totals = tuple(lifted)
    elif not deal.redeal:
        winner, reason = target_winner(game, deal, totals), "target"
    dealer = dealer_of(game, deal)
    return with_deal(
        game,
        totals,
        winner=winner,
        reason=None if winner is None else reason,
        next_dealer=None
        if dealer is None
        else next_dealer(game.ruleset, dealer, redeal=deal.redeal),
    )


def smudge_winner(game: GameState, deal: DealResult) -> int | None:
    """Return the side that won the game with a smudge; in the hole it may be worth 4 only."""
    side = deal.wins_game
    if side is None:
        return None
    in_hole = game.totals[side] < 0 and game.ruleset.options.smudge_in_hole != "wins"
    return None if in_hole else side


def target_winner(game: GameState, deal: DealResult, totals: Sequence[int]) -> int | None:
    """Return the side that won by reaching the target with this deal, if any."""
    options: Options = game.ruleset.options
    over = [side for side, total in enumerate(totals) if total >= options.target]
    pitching = deal.declarer_side
    if options.win_condition == "bid_to_go_out":
        return pitching if pitching in over and deal.made else None
    if pitching in over:
        return pitching
    if len(over) <= 1:
        return over[0] if over else None
    return first_to_target(game, deal, over)


def first_to_target(game: GameState, deal: DealResult, over: Sequence[int]) -> int:
    """Recount the deal in the order high, low, jack, game: who reaches the target first?"""
    awards = deal.detail.get("awards")
    if awards is None:
        sentence = say(
            "%(count)d sides reached the target in one deal; "
            "who has high, low, jack and game must be known to tell the winner",
            count=len(over),
        )
        raise IllegalAction("game", len(game.running), "awards_needed", sentence)
    counted = list(game.totals)
    for side in [awards[award] for award in AWARDS if awards[award] in over]:
        counted[side] += 1
        if counted[side] >= game.ruleset.options.target:
            return int(side)
    raise AssertionError("a defending side scores nothing but its awards")


def _check_bid_in_hole(game: GameState, deal: DealResult) -> None:
    side = deal.declarer_side
    if side is None or deal.detail.get("bid") != 4:
        return
    if bars_smudge(game.ruleset.options, game.totals[side]):
        sentence = say(
            "deal %(number)d: a side with a score below zero may not bid 4",
            number=len(game.running) + 1,
        )
        raise IllegalAction("game", len(game.running), "bid_not_allowed_in_hole", sentence)


# What a game can have ended with, where only its final score is known.


def _deal_range(options: Options, players: int) -> DealRange:
    """All awards together are the most there is, unless a smudge is worth one more."""
    most = WORTH[SMUDGE] if options.smudge == "five" else len(AWARDS)
    return DealRange(-most, most, most)


def _winners(options: Options, score: Sequence[int]) -> Winners:
    """Return the sides over the target; a smudge that wins lifts its side there, too."""
    return one_or_asked([side for side, total in enumerate(score) if total >= options.target])


FINAL_SCORES = FinalScores(
    step=lambda options, players: 1,
    deal=_deal_range,
    winners=_winners,
    ends_at_target=lambda options: options.win_condition == "first_past",
)

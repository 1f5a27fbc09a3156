"""The game over deals: who deals next, and who has won when somebody is over the target."""

from collections.abc import Sequence
from typing import Any, Literal

from games.engine.errors import IllegalAction
from games.engine.final_scores import DealRange, Winners, one_or_asked
from games.engine.games import GameState, added, check_follows, dealer_of, with_deal
from games.engine.result import DealResult
from games.engine.single_deck.attainable import hand_melds
from games.engine.single_deck.number_auction import HIGHEST_BID
from games.engine.single_deck.values import card_values, meld_values
from games.engine.variant import Family
from games.sentences import say

TargetTest = Literal["reach", "exceed"]
BothOver = Literal["declarer", "high_score"]


def add_deal(
    game: GameState,
    deal: DealResult,
    *,
    target: int,
    target_test: TargetTest,
    both_over: BothOver,
    redeal_dealer: Literal["next", "same"],
) -> GameState:
    """Return the game after one more deal. Raises IllegalAction for one that cannot follow."""
    check_follows(game, deal)
    totals = added(game.totals, deal.score)
    over = sides_over(totals, target, target_test)
    if deal.redeal:
        winner, reason = None, None
    elif len(over) > 1 and both_over == "declarer" and deal.declarer_side is None:
        raise _declarer_side_needed(game, target)
    else:
        winner, reason = winner_of(totals, over, both_over, deal.declarer_side)
    dealer = dealer_of(game, deal)
    return with_deal(
        game,
        totals,
        winner=winner,
        reason=reason,
        next_dealer=None
        if dealer is None
        else next_dealer(dealer, game.ruleset.players, redeal_dealer, redeal=deal.redeal),
    )


def sides_over(totals: Sequence[int], target: int, target_test: TargetTest) -> list[int]:
    """Return the sides that have reached the target, or passed it where that is asked."""
    least = target + 1 if target_test == "exceed" else target
    return [side for side, total in enumerate(totals) if total >= least]


def winner_of(
    totals: Sequence[int], over: Sequence[int], both_over: BothOver, declarer_side: int | None
) -> tuple[int | None, str | None]:
    """Return who has won, and why; None while the game goes on.

    Of several who are over the declarer may come first; else the highest total, and level totals
    at the top are played on.
    """
    if not over:
        return None, None
    if len(over) == 1:
        return over[0], "target"
    if both_over == "declarer" and declarer_side in over:
        return declarer_side, "both_reached_declarer_wins"
    highest = max(totals)
    if totals.count(highest) > 1:
        return None, None
    return totals.index(highest), "both_reached_highest_wins"


def next_dealer(
    dealer: int, players: int, redeal_dealer: Literal["next", "same"], *, redeal: bool
) -> int:
    """Return the seat that deals next: the one to the left; after a redeal the ruleset decides."""
    return dealer if redeal and redeal_dealer == "same" else (dealer + 1) % players


# What a game can have ended with, where only its final score is known.


def final_winners(options: Any, score: Sequence[int]) -> Winners:
    """Return who can have won: of several over the target one that declared, or the highest."""
    over = sides_over(score, options.target, options.target_test)
    if options.both_over == "declarer" or len(over) < 2:
        return one_or_asked(over)
    highest = max(score)
    return one_or_asked([side for side in over if score[side] == highest][: _one_at_top(score)])


def _one_at_top(score: Sequence[int]) -> int:
    """Return 1 where one side is ahead of all; level ones play on, so that nobody has won."""
    return int(score.count(max(score)) == 1)


def deal_range(options: Any, sides: int, hands: int, cards: int) -> DealRange:
    """Return what a deal can bring where a side has so many hands of so many cards."""
    penalty = options.set_penalty if isinstance(options.set_penalty, int) else HIGHEST_BID
    meld = hands * max(hand_melds(None, meld_values(options), cards))
    points = card_values(options).total
    return DealRange(-penalty, meld + points, sides * meld + points)


def _declarer_side_needed(game: GameState, target: int) -> IllegalAction:
    sentence = say(
        "more than one side got over the target of %(target)d with this deal; "
        "it must be known which of them declared, for that decides the game",
        target=target,
    )
    return IllegalAction("game", len(game.running), "declarer_side_needed", sentence)


# The games with one pinochle pack are won by the same skill: they share a rating.

FAMILY = Family(id="single-deck-pinochle", label=say("Single-deck pinochle"))

"""What summaries of two games have to agree with alike: the bid, and how the deal ended."""

from games.engine.record import shortened
from games.engine.single_deck.number_auction import HIGHEST_BID
from games.engine.single_deck.score import Ending, is_unmakeable
from games.engine.summaries import impossible
from games.engine.summary_fields import Summary
from games.sentences import say


def check_redeal(summary: Summary, *, dealer_forced: bool) -> None:
    """Refuse a redeal where the dealer must bid, or where anything but the redeal is written."""
    if dealer_forced:
        sentence = say("nobody can pass a deal out in this game: the dealer must bid")
        impossible("passed_out_not_possible", sentence, "outcome")
    for name, value in summary.data.items():
        if name != "outcome" and value is not None:
            sentence = say(
                'everybody passed, so there is no "%(name)s"; leave it out, or say who bid',
                name=name,
            )
            impossible("passed_out_with_bid", sentence, name)


def check_bid(bid: int, *, lowest: int, step: int) -> int:
    if bid < lowest:
        sentence = say("the bid is %(bid)d; the lowest bid is %(low)d", bid=bid, low=lowest)
        impossible("bid_below_minimum", sentence, "bid")
    if bid > HIGHEST_BID:
        sentence = say(
            "the bid is %(bid)s; the highest that can be written is %(high)d",
            bid=shortened(bid),
            high=HIGHEST_BID,
        )
        impossible("bid_too_high", sentence, "bid")
    if bid % step:
        sentence = say(
            "the bid is %(bid)d; every bid is a multiple of %(step)d", bid=bid, step=step
        )
        impossible("bid_off_ladder", sentence, "bid")
    return bid


def ending_of(
    outcome: str, bid: int, meld: int, all_points: int, *, no_play: bool, throw_in: bool
) -> Ending:
    """Return how the deal ended. `outcome` is what the summary says, `meld` the declaring side's.

    With `no_play` a deal is not played when even `all_points` of the tricks would not make the
    bid; that follows from bid and meld, so it is the ending whether the summary says so or not.
    """
    out_of_reach = no_play and is_unmakeable(bid, meld, all_points)
    if outcome == "thrown_in" and not throw_in:
        sentence = say("a deal cannot be thrown in in this game")
        impossible("throw_in_not_allowed", sentence, "outcome")
    if outcome == "unmakeable" and not out_of_reach:
        sentence = say(
            "with a meld of %(meld)d and a bid of %(bid)d the deal had to be played",
            meld=meld,
            bid=bid,
        )
        impossible("outcome_mismatch", sentence, "outcome")
    if out_of_reach:
        return "unmakeable"
    return "thrown_in" if outcome == "thrown_in" else "played"

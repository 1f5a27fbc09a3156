"""What calls show the partner. An explanation only: no call is legal or illegal because of it."""

from typing import Any

from games.engine.call_meanings import MeaningInWords, plain
from games.engine.ruleset import Ruleset
from games.engine.variants.double_deck_pinochle.auction import (
    PASS,
    is_forced,
    lowest_bid,
    make_calls,
)
from games.engine.variants.double_deck_pinochle.deal import SEATS
from games.engine.variants.double_deck_pinochle.options import Options
from games.engine.variants.double_deck_pinochle.state import State
from games.sentences import say

LEAST_SHOWN = 20  # Nicholas's meld bids show 20 or more


def explain_call(
    ruleset: Ruleset, dealer: int, auction: list[Any], call: object
) -> dict[str, Any] | None:
    """Return what a call after these calls shows, or None. Raises for a call that is illegal."""
    state = State(
        ruleset=ruleset,
        options=ruleset.options,
        dealer=dealer,
        hands=[],
        turn=(dealer + 1) % SEATS,
    )
    make_calls(state, auction)
    lowest, forced = lowest_bid(state), is_forced(state)
    highest, first_round = state.bid, not state.calls_made[state.turn]
    make_calls(state, (call,))
    made = state.calls[-1]
    if made.startswith(PASS):
        return _by_me(made)
    if forced:
        return {"means": "forced"}
    options: Options = ruleset.options
    if options.bidding_convention == "nicholas":
        return _nicholas(int(made), highest, lowest, first_round=first_round, options=options)
    if options.bidding_convention == "hay" and int(made) > lowest:
        return {"means": "meld_no_trump_wish", "meld": (int(made) - lowest) * 10}
    return None


def _by_me(call: str) -> dict[str, Any] | None:
    """By me N says 10 N, the half adds 5."""
    number = call.removeprefix(PASS).strip()
    return {"means": "by_me", "meld": int(float(number) * 10)} if number else None


def _nicholas(
    bid: int, highest: int, lowest: int, *, first_round: bool, options: Options
) -> dict[str, Any] | None:
    """The rows of the rulebook's table, tried from the top."""
    over = highest or options.opening_min
    if not first_round:
        return {"means": "strong_hand"} if bid == over + 2 else None
    if bid == lowest:
        return {"means": "ask_for_meld_bid"}
    if (bid == 60 and over <= 55) or (bid == 65 and over >= 56):
        return {"means": "meld_50_or_more", "meld": 50}
    if bid == 59:
        return {"means": "double_aces_around"}
    if bid == 51 and not highest:
        return {"means": "aces_around"}
    meld = (bid - over) * 10
    return {"means": "meld", "meld": meld} if bid <= 60 and meld >= LEAST_SHOWN else None


MEANINGS: dict[str, MeaningInWords] = {
    "ask_for_meld_bid": plain(say("Asks the partner to bid their meld.")),
    "aces_around": plain(say("Shows aces around.")),
    "double_aces_around": plain(say("Shows double aces around.")),
    "meld": lambda meaning: [say("Shows a meld of about %(meld)d.", meld=meaning["meld"])],
    "meld_50_or_more": lambda meaning: [
        say("Shows a meld of about %(meld)d or more.", meld=meaning["meld"])
    ],
    "strong_hand": plain(say("Shows a strong hand.")),
    "meld_no_trump_wish": lambda meaning: [
        say(
            "Does not want to name the trump; shows a meld of about %(meld)d.", meld=meaning["meld"]
        )
    ],
    "by_me": lambda meaning: [say("Passes and shows a meld of %(meld)d.", meld=meaning["meld"])],
    "forced": plain(say("Had to bid, because everybody else had passed.")),
}

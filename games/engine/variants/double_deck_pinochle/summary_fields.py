"""The fields of a summary of double-deck pinochle, in the order in which it happens."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.card_values import CardValues
from games.engine.result import DealResult
from games.engine.summary_fields import (
    Field,
    SummaryField,
    SummaryFields,
    When,
    declarer,
    only_if,
    trump,
)
from games.engine.variants.double_deck_pinochle.auction import HIGHEST_BID
from games.engine.variants.double_deck_pinochle.deal import (
    HIGHEST_TOTAL,
    SEATS,
    SIDES,
    TRICKS,
    USUAL_CARDS,
    card_values,
)
from games.engine.variants.double_deck_pinochle.options import Options, is_on_ladder
from games.engine.variants.double_deck_pinochle.state import State
from games.sentences import Sentence, say

LOWEST_BID = 20  # of all rulesets
PLAYED: When = (("outcome", ("played",)),)


def _known_endings(points: int) -> dict[str, Sentence]:
    """Return how a deal can end; `points` are those of all tricks together."""
    return {
        "played": say("all tricks were played"),
        "no_play": say(
            "not played: meld and %(points)d points do not reach the bid", points=points
        ),
        "thrown_in": say("thrown in before the first card"),
        "no_marriage": say("ended: the declarer had no royal marriage"),
    }


def _points(options: Options, players: int) -> Mapping[str, Any]:
    values = card_values(options)
    bounds = {"maximum": values.total, "total": values.total, "step": values.step}
    return {"help": _what_counts(values), **bounds}


def _what_counts(values: CardValues) -> Sentence:
    if values is USUAL_CARDS:
        return say("Aces, tens and kings taken, 1 each, and 2 for the last trick: 50 together.")
    return say(
        "What the cards taken are worth, and %(last)d for the last trick: %(total)d together.",
        last=values.last_trick,
        total=values.total,
    )


def _bid(lowest: int) -> Mapping[str, Any]:
    help = say("The highest bid of the auction, %(low)d or more.", low=lowest)
    return {"help": help, "minimum": lowest}


def _asked_bid(options: Options, players: int) -> Mapping[str, Any]:
    low = options.opening_min
    near = (*range(low, low + 6), low + 10, low + 15, low + 20, low + 25)
    if isinstance(options.bid_increment, int):
        near = tuple(low + step * options.bid_increment for step in range(8))
    return {**_bid(low), "likely": tuple(bid for bid in near if is_on_ladder(bid, options))}


def _endings(options: Options, players: int) -> Mapping[str, Any]:
    possible = {"thrown_in": options.throw_in, "no_marriage": options.royal_marriage_required}
    known = _known_endings(card_values(options).total).items()
    return {"choices": tuple(ending for ending in known if possible.get(ending[0], True))}


def _all_passed(state: State, result: DealResult) -> bool:
    """Say whether only the dealer bid, once and no more than was due."""
    return (
        state.declarer == state.dealer
        and state.calls_made[state.dealer] == 1
        and sum(map(bool, state.has_bid)) == 1
        and state.bid == state.options.opening_min
    )


def _by_side(seats: Sequence[bool]) -> list[bool]:
    return [seats[0] or seats[2], seats[1] or seats[3]]


FIELDS = SummaryFields(
    SummaryField(
        name="bid",
        label=say("Bid"),
        kind="number",
        maximum=HIGHEST_BID,
        asked=_asked_bid,
        **_bid(LOWEST_BID),
    ),
    declarer(help=say("Who made the highest bid and named trump.")),
    Field(name="all_passed", kind="flag", written=_all_passed),
    SummaryField(
        name="side_bid",
        label=say("Bid in the auction"),
        help=say("Whether a player of the side made a bid; otherwise its meld does not count."),
        kind="side_flags",
        asked=only_if(lambda options: options.must_bid_for_meld),
        written=lambda state, result: _by_side(state.has_bid),
    ),
    trump(),
    SummaryField(
        name="royal_marriage",
        label=say("Declarer has a royal marriage"),
        help=say(
            "King and queen of trumps in the declarer's own hand; without them the deal ends."
        ),
        kind="flag",
        asked=only_if(lambda options: options.royal_marriage_required),
        written=lambda state, result: state.melds[state.declarer].has_royal_marriage,
    ),
    SummaryField(
        name="melds",
        label=say("Meld"),
        help=say("Everything your side melded, even under 20."),
        kind="side_numbers",
        minimum=0,
    ),
    Field(name="seat_melds", kind="seat_numbers"),
    SummaryField(
        name="aces_around",
        label=say("Aces around"),
        help=say("Whether a hand of the side held an ace of every suit."),
        kind="side_flags",
        asked=only_if(lambda options: options.aces_must_show),
        written=lambda state, result: _by_side([meld.has_aces_around for meld in state.melds]),
    ),
    SummaryField(
        name="outcome",
        label=say("How the deal ended"),
        help=say("A bid that meld and all points in play cannot reach is not played."),
        kind="choice",
        choices=tuple(_known_endings(USUAL_CARDS.total).items()),
        asked=_endings,
        written=lambda state, result: state.outcome,
    ),
    SummaryField(
        name="points",
        label=say("Points in play"),
        help=_what_counts(USUAL_CARDS),
        kind="side_numbers",
        minimum=0,
        maximum=HIGHEST_TOTAL,
        total=USUAL_CARDS.total,
        asked=_points,
        when=PLAYED,
    ),
    SummaryField(
        name="last_trick",
        label=say("Last trick"),
        help=say("Which side won it; its points are among the points in play."),
        kind="side",
        when=PLAYED,
        written=lambda state, result: state.play.winners[-1] % SIDES,
    ),
    SummaryField(
        name="tricks",
        label=say("Tricks"),
        help=say("How many of the 20 tricks each side took; all 20 win the game."),
        kind="side_numbers",
        minimum=0,
        maximum=TRICKS,
        total=TRICKS,
        asked=only_if(lambda options: options.all_tricks_wins),
        when=PLAYED,
    ),
    players=(SEATS, SEATS),
    sides=(SIDES, SIDES),
)

"""The fields of a summary of Pedro, in the order in which it happens at the table."""

from collections.abc import Mapping
from typing import Any

from games.engine.summary_fields import Field, SummaryField, SummaryFields, declarer, trump
from games.engine.variants.pedro.auction import CALLS, HIGHEST_BID, LOWEST_BID
from games.engine.variants.pedro.deal import SEATS, SIDES
from games.engine.variants.pedro.options import Options
from games.engine.variants.pedro.trumps import POINTS, WORTH
from games.sentences import Sentence, say


def _bid(lowest: int) -> Mapping[str, Any]:
    help = say(
        "The highest bid of the auction, from %(low)d to %(highest)d.",
        low=lowest,
        highest=HIGHEST_BID,
    )
    return {"help": help, "minimum": lowest}


def _points(options: Options, players: int) -> Mapping[str, Sentence]:
    return {"help": _PLAYED_LOW} if options.low_scores_for == "player" else {}


_PLAYED_LOW = say(
    "Ace, jack and ten of trumps, 1 each, and 5 for each pedro, for the side that won "
    "them; 1 for the two of trumps for the side that played it: 14 together."
)

FIELDS = SummaryFields(
    SummaryField(
        name="bid",
        label=say("Bid"),
        kind="number",
        maximum=HIGHEST_BID,
        asked=lambda options, players: _bid(options.min_bid),
        **_bid(LOWEST_BID),
    ),
    declarer(help=say("Who made the highest bid and named trump.")),
    trump(help=say("The suit the declarer named. It does not change the score.")),
    SummaryField(
        name="points",
        label=say("Points taken"),
        help=say(
            "Ace, jack, ten and two of trumps, 1 each, and 5 for each pedro, for the side that "
            "won them: 14 together."
        ),
        kind="side_numbers",
        minimum=0,
        maximum=POINTS,
        total=POINTS,
        asked=_points,
    ),
    *(Field(name=f"cards.{card}", kind="side") for card in WORTH),
    Field(
        name="auction",
        kind="calls",
        json=CALLS,
        written=lambda state, result: list(state.calls),
    ),
    players=(SEATS, SEATS),
    sides=(SIDES, SIDES),
)

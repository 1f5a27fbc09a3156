"""The fields of a summary of Pitch, in the order in which it happens at the table."""

from collections.abc import Mapping
from typing import Any

from games.engine.options import number_label
from games.engine.summary_fields import (
    Field,
    SummaryField,
    SummaryFields,
    When,
    declarer,
    only_if,
    trump,
)
from games.engine.variants.pitch.auction import CALLS, SMUDGE, WORTH, ladder
from games.engine.variants.pitch.deal import HAND_SIZE, PLAYERS
from games.engine.variants.pitch.four_points import AWARDS
from games.engine.variants.pitch.options import Options
from games.sentences import Sentence, say

PLAYED: When = (("passed_out", (False,)),)


def _written(bid: str) -> tuple[str | int, Sentence]:
    """Return how a bid is written down, and what it is called."""
    return (bid, say("smudge")) if bid == SMUDGE else (int(bid), number_label(int(bid)))


def _bids(options: Options, players: int) -> Mapping[str, Any]:
    return {"choices": tuple(map(_written, ladder(options)))}


def _tricks(options: Options, players: int) -> Mapping[str, Any] | None:
    """Asked where six tricks can decide: always when an unbid sweep can win, else on a smudge."""
    if not options.smudge_all_tricks:
        return None
    smudge = SMUDGE if options.smudge == "five" else 4
    on_smudge = () if options.smudge_unbid != "no" else (("bid", (smudge,)),)
    return {"when": (*PLAYED, *on_smudge)}


_AWARDS = {
    "high": (say("High"), say("Who has the point for the highest trump in play.")),
    "low": (say("Low"), say("Who has the point for the lowest trump in play.")),
    "jack": (say("Jack"), say("Who took the jack of trumps; nobody if it was not dealt.")),
    "game": (say("Game"), say("Who took the most card points; nobody if the most is shared.")),
}

FIELDS = SummaryFields(
    SummaryField(
        name="passed_out",
        label=say("Everybody passed"),
        help=say("Nobody bid; nothing is scored and the cards are dealt again."),
        kind="flag",
        asked=only_if(lambda options: options.all_pass != "dealer_forced"),
        written=lambda state, result: state.passed_out or None,
    ),
    SummaryField(
        name="bid",
        label=say("Bid"),
        help=say("The highest bid of the auction."),
        kind="choice",
        choices=tuple(map(_written, WORTH)),
        json={"enum": [1, 2, 3, 4, *WORTH]},  # a number may be written as a call
        asked=_bids,
        when=PLAYED,
    ),
    declarer(
        label=say("Pitcher"),
        help=say("Who made the highest bid and led to the first trick."),
        when=PLAYED,
    ),
    trump(help=say("The suit of the first card led. It does not change the score."), when=PLAYED),
    *(
        SummaryField(
            name=f"awards.{award}",
            label=_AWARDS[award][0],
            help=_AWARDS[award][1],
            kind="side",
            nullable=award in ("jack", "game"),
            when=PLAYED,
        )
        for award in AWARDS
    ),
    SummaryField(
        name="tricks",
        label=say("Tricks"),
        help=say("How many of the six tricks each side took."),
        kind="side_numbers",
        minimum=0,
        maximum=HAND_SIZE,
        total=HAND_SIZE,
        asked=_tricks,
        when=PLAYED,
    ),
    Field(name="game_points", kind="side_numbers", when=PLAYED),
    Field(name="auction", kind="calls", json=CALLS, written=lambda state, result: None),
    players=PLAYERS,
    sides=PLAYERS,
)

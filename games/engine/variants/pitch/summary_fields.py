"""The fields of a summary of Pitch, in the order in which it happens at the table."""

from collections.abc import Mapping
from typing import Any

from games.engine.options import number_label
from games.engine.summary_fields import (
    Asked,
    Field,
    SummaryField,
    SummaryFields,
    When,
    declarer,
    only_if,
    trump,
    whatever_the_rules,
)
from games.engine.variants.pitch.auction import CALLS, SMUDGE, WORTH, ladder
from games.engine.variants.pitch.deal import HAND_SIZE, PLAYERS
from games.engine.variants.pitch.four_points import AWARDS
from games.engine.variants.pitch.options import Options, sides
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


def always_has_game(options: Options, sides: int) -> bool:
    """Say whether some side has game in every deal: of two, the pitcher's is in every tie."""
    return options.game_tie == "pitcher" and sides == 2


def _who_has(award: str) -> Asked:
    return _game if award == "game" else whatever_the_rules


def _game(options: Options, players: int) -> Mapping[str, Any]:
    if options.game_tie == "nobody":
        return {}
    if always_has_game(options, sides(options, players)):
        sentence = say("Who took the most card points; the pitcher’s side if the most is shared.")
        return {"help": sentence, "nullable": False}
    return {
        "help": say(
            "Who took the most card points. If the most is shared: the pitcher’s side where it is "
            "among those who are level, else nobody."
        )
    }


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
    trump(help=say("Optional: it doesn't change the score."), when=PLAYED),
    *(
        SummaryField(
            name=f"awards.{award}",
            label=_AWARDS[award][0],
            help=_AWARDS[award][1],
            kind="side",
            nullable=award in ("jack", "game"),
            asked=_who_has(award),
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

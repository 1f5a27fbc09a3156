"""Two-handed pinochle: twelve cards and a stock to draw from, melds during the play, no auction.

`replay.py` names the phases in the order in which they happen and is the page to read first.
"""

from typing import Any

from games.engine.games import GameState
from games.engine.sentences import Sentence, say
from games.engine.single_deck.deck import LAST_TRICK
from games.engine.variants.two_handed_pinochle.deal import how_dealt
from games.engine.variants.two_handed_pinochle.game import add_deal, start_game
from games.engine.variants.two_handed_pinochle.laid import meld_sheet
from games.engine.variants.two_handed_pinochle.no_auction import explain_call
from games.engine.variants.two_handed_pinochle.options import (
    Options,
    contradictions,
    seats_allowed,
    sides,
)
from games.engine.variants.two_handed_pinochle.player import plain_player
from games.engine.variants.two_handed_pinochle.presets import PRESETS
from games.engine.variants.two_handed_pinochle.random_deal import random_deal
from games.engine.variants.two_handed_pinochle.replay import replay
from games.engine.variants.two_handed_pinochle.rule_sheet import RULE_SHEET
from games.engine.variants.two_handed_pinochle.rules_in_short import RULES_IN_SHORT
from games.engine.variants.two_handed_pinochle.schema import (
    RECORD_PROPERTIES,
    RECORD_REQUIRED,
    SUMMARY_FORM_PROPERTIES,
    SUMMARY_PROPERTIES,
)
from games.engine.variants.two_handed_pinochle.steps import apply, legal_actions, result, start
from games.engine.variants.two_handed_pinochle.summary import score_summary
from games.engine.variants.two_handed_pinochle.summary_fields import summary_fields
from games.engine.variants.two_handed_pinochle.write_summary import summary_of

ID = "two-handed-pinochle"
LABEL: Sentence = say("Two-handed pinochle")
ABOUT: Sentence = say("2 players with a stock to draw from; melds during the play, no auction")
OPTIONS = Options
DEFAULT_PRESET = "bga"


def carried(game: GameState) -> dict[str, Any]:
    """Return what a deal of this game needs to know of the game before it."""
    return {}


__all__ = [
    "ABOUT",
    "DEFAULT_PRESET",
    "ID",
    "LABEL",
    "LAST_TRICK",
    "OPTIONS",
    "PRESETS",
    "RECORD_PROPERTIES",
    "RECORD_REQUIRED",
    "RULES_IN_SHORT",
    "RULE_SHEET",
    "SUMMARY_FORM_PROPERTIES",
    "SUMMARY_PROPERTIES",
    "add_deal",
    "apply",
    "carried",
    "contradictions",
    "explain_call",
    "how_dealt",
    "legal_actions",
    "meld_sheet",
    "plain_player",
    "random_deal",
    "replay",
    "result",
    "score_summary",
    "seats_allowed",
    "sides",
    "start",
    "start_game",
    "summary_fields",
    "summary_of",
]

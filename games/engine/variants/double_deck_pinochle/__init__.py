"""Double-deck pinochle: four players in two partnerships, 80 cards, meld and play against a bid.

`replay.py` names the phases in the order in which they happen and is the page to read first.
"""

from typing import Any

from games.engine.games import GameState
from games.engine.sentences import Sentence, say
from games.engine.variants.double_deck_pinochle.conventions import explain_call
from games.engine.variants.double_deck_pinochle.deal import (
    DECK,
    LAST_TRICK,
    how_dealt,
    recorded_hands,
)
from games.engine.variants.double_deck_pinochle.game import add_deal, start_game
from games.engine.variants.double_deck_pinochle.laid import meld_sheet
from games.engine.variants.double_deck_pinochle.meld_names import named_melds
from games.engine.variants.double_deck_pinochle.options import (
    Options,
    contradictions,
    seats_allowed,
    sides,
)
from games.engine.variants.double_deck_pinochle.player import plain_player
from games.engine.variants.double_deck_pinochle.presets import PRESETS
from games.engine.variants.double_deck_pinochle.random_deal import random_deal
from games.engine.variants.double_deck_pinochle.replay import replay
from games.engine.variants.double_deck_pinochle.rule_sheet import RULE_SHEET
from games.engine.variants.double_deck_pinochle.rules_in_short import RULES_IN_SHORT
from games.engine.variants.double_deck_pinochle.schema import (
    RECORD_PROPERTIES,
    RECORD_REQUIRED,
    SUMMARY_FORM_PROPERTIES,
    SUMMARY_PROPERTIES,
)
from games.engine.variants.double_deck_pinochle.steps import apply, legal_actions, result, start
from games.engine.variants.double_deck_pinochle.summary import score_summary
from games.engine.variants.double_deck_pinochle.summary_fields import summary_fields
from games.engine.variants.double_deck_pinochle.write_summary import summary_of

ID = "double-deck-pinochle"
LABEL: Sentence = say("Double-deck pinochle")
ABOUT: Sentence = say("4 players in two partnerships, 80 cards; meld and play against a bid")
OPTIONS = Options
DEFAULT_PRESET = "standard"


def carried(game: GameState) -> dict[str, Any]:
    """Return what a deal of this game needs to know of the game before it."""
    return {}


__all__ = [
    "ABOUT",
    "DECK",
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
    "named_melds",
    "plain_player",
    "random_deal",
    "recorded_hands",
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

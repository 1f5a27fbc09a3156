"""Pitch: each for themselves, or two pairs; high, low, jack and game.

`replay.py` names the phases in the order in which they happen and is the page to read first.
"""

from typing import Any

from games.engine.games import GameState
from games.engine.laid import no_meld_sheet as meld_sheet
from games.engine.sentences import Sentence, say
from games.engine.variants.pitch.auction import explain_call
from games.engine.variants.pitch.deal import how_dealt
from games.engine.variants.pitch.game import add_deal, start_game
from games.engine.variants.pitch.options import (
    Options,
    contradictions,
    seats_allowed,
    sides,
)
from games.engine.variants.pitch.player import plain_player
from games.engine.variants.pitch.presets import PRESETS
from games.engine.variants.pitch.random_deal import random_deal
from games.engine.variants.pitch.replay import replay
from games.engine.variants.pitch.rule_sheet import RULE_SHEET
from games.engine.variants.pitch.rules_in_short import RULES_IN_SHORT
from games.engine.variants.pitch.schema import (
    RECORD_PROPERTIES,
    RECORD_REQUIRED,
    SUMMARY_FORM_PROPERTIES,
    SUMMARY_PROPERTIES,
)
from games.engine.variants.pitch.steps import apply, legal_actions, result, start
from games.engine.variants.pitch.summary import score_summary
from games.engine.variants.pitch.summary_fields import summary_fields
from games.engine.variants.pitch.write_summary import summary_of

ID = "pitch"
LABEL: Sentence = say("Pitch")
ABOUT: Sentence = say("2 to 7 players, six cards each; high, low, jack and game")
OPTIONS = Options
DEFAULT_PRESET = "standard"


def carried(game: GameState) -> dict[str, Any]:
    """Return what a deal of this game needs to know of the game before it."""
    return {"scores_before": list(game.totals)}


__all__ = [
    "ABOUT",
    "DEFAULT_PRESET",
    "ID",
    "LABEL",
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

"""Pedro with the low pedro: partners, fourteen points, nine cards of which the trumps are kept.

`replay.py` names the phases in the order in which they happen and is the page to read first.
"""

from typing import Any

from games.engine.games import GameState
from games.engine.laid import no_meld_sheet as meld_sheet
from games.engine.sentences import Sentence, say
from games.engine.variants.pedro.auction import explain_call
from games.engine.variants.pedro.deal import how_dealt
from games.engine.variants.pedro.game import add_deal, start_game
from games.engine.variants.pedro.options import (
    Options,
    contradictions,
    seats_allowed,
    sides,
)
from games.engine.variants.pedro.player import plain_player
from games.engine.variants.pedro.presets import PRESETS
from games.engine.variants.pedro.random_deal import random_deal
from games.engine.variants.pedro.replay import replay
from games.engine.variants.pedro.rule_sheet import RULE_SHEET
from games.engine.variants.pedro.rules_in_short import RULES_IN_SHORT
from games.engine.variants.pedro.schema import (
    RECORD_PROPERTIES,
    RECORD_REQUIRED,
    SUMMARY_FORM_PROPERTIES,
    SUMMARY_PROPERTIES,
)
from games.engine.variants.pedro.steps import apply, legal_actions, result, start
from games.engine.variants.pedro.summary import score_summary
from games.engine.variants.pedro.summary_fields import summary_fields
from games.engine.variants.pedro.write_summary import summary_of

ID = "pedro"
LABEL: Sentence = say("Pedro")
ABOUT: Sentence = say("4 players in two pairs, one pack; fourteen points, all in trumps")
OPTIONS = Options
DEFAULT_PRESET = "standard"


def carried(game: GameState) -> dict[str, Any]:
    """Return nothing: a deal of Pedro is played the same whatever the totals are."""
    return {}


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

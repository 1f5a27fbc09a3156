"""Pitch: each for themselves, or two pairs; high, low, jack and game.

`phases.py` lists the phases in the order in which they happen and is the page to read first.
"""

from decimal import Decimal
from typing import Any

from games.engine import json_schema as schema
from games.engine.deal_contracts import contract_bid
from games.engine.games import GameState, new_game
from games.engine.meld_sheet import no_meld_sheet
from games.engine.variant import Family, Variant, always_clockwise
from games.engine.variants.pitch.auction import explain_call
from games.engine.variants.pitch.deal import PLAYERS, how_dealt
from games.engine.variants.pitch.figures import ACHIEVEMENTS, figures
from games.engine.variants.pitch.game import FINAL_SCORES, add_deal
from games.engine.variants.pitch.options import (
    Options,
    contradictions,
    seats_allowed,
    sides,
)
from games.engine.variants.pitch.phases import PHASES, check_played_out
from games.engine.variants.pitch.player import plain_player
from games.engine.variants.pitch.presets import PRESETS
from games.engine.variants.pitch.rule_sheet import RULE_SHEET
from games.engine.variants.pitch.rules_in_short import RULES_IN_SHORT
from games.engine.variants.pitch.scores_before import TOTALS
from games.engine.variants.pitch.steps import opening, result, start
from games.engine.variants.pitch.summary import score_summary
from games.engine.variants.pitch.summary_fields import FIELDS
from games.sentences import say


def carried(game: GameState) -> dict[str, Any]:
    """Return what a deal needs to know of the game before it: nobody in the hole may smudge."""
    return {"scores_before": list(game.totals)}


GAME = Variant(
    id="pitch",
    label=say("Pitch"),
    about=say("2 to 7 players, six cards each; high, low, jack and game"),
    rules_in_short=RULES_IN_SHORT,
    rule_sheet=RULE_SHEET,
    options=Options,
    presets=PRESETS,
    default_preset="standard",
    contradictions=contradictions,
    seats_allowed=seats_allowed,
    usual_players=4,
    sides=sides,
    target=lambda options: options.target,
    counter_clockwise=always_clockwise,
    extra_record_schemas={
        "hands": schema.list_of(schema.CARDS, *PLAYERS),
        "stock": schema.CARDS,
        "trump": schema.SUIT,
        "scores_before": TOTALS,
    },
    record_required=("dealer", "hands", "auction", "play"),
    extra_form_schemas={"scores_before": TOTALS},
    how_dealt=how_dealt,
    undealt="stock",
    start=start,
    opening=opening,
    phases=PHASES,
    check_played_out=check_played_out,
    result=result,
    plain_player=plain_player,
    score_summary=score_summary,
    fields=FIELDS,
    contract=contract_bid,
    codes=(),
    explain_call=explain_call,
    meanings={},
    call_words={"pass": say("pass"), "smudge": say("smudge")},
    start_game=new_game,
    add_deal=add_deal,
    final_scores=FINAL_SCORES,
    figures=figures,
    achievements=ACHIEVEMENTS,
    implied_achievements={"smudge_bid": "smudge"},
    family=Family(id="pitch", label=say("Pitch")),
    spread=2.2,
    imp_multiplier=Decimal(35),
    meld_sheet=no_meld_sheet,
    prepared_melds=None,
    carried=carried,
)

"""Fifty-Six (56): two sides of two, three or four, two packs cut down, 56 points in every deal.

`phases.py` lists the phases in the order in which they happen and is the page to read first.
"""

from decimal import Decimal

from games.engine import json_schema as schema
from games.engine.meld_sheet import no_meld_sheet
from games.engine.variant import Family, Variant
from games.engine.variants.fifty_six.calls import STRAINS
from games.engine.variants.fifty_six.conventions import explain_call
from games.engine.variants.fifty_six.deal import PLAYERS, how_dealt
from games.engine.variants.fifty_six.figures import ACHIEVEMENTS, figures
from games.engine.variants.fifty_six.game import FINAL_SCORES, add_deal, start_game
from games.engine.variants.fifty_six.meanings import MEANINGS
from games.engine.variants.fifty_six.options import (
    Options,
    contradictions,
    seats_allowed,
    sides,
)
from games.engine.variants.fifty_six.phases import PHASES, check_played_out
from games.engine.variants.fifty_six.player import plain_player
from games.engine.variants.fifty_six.presets import PRESETS
from games.engine.variants.fifty_six.rule_sheet import RULE_SHEET
from games.engine.variants.fifty_six.rules_in_short import RULES_IN_SHORT
from games.engine.variants.fifty_six.steps import opening, result, start
from games.engine.variants.fifty_six.summary import contract, score_summary
from games.engine.variants.fifty_six.summary_fields import FIELDS
from games.sentences import say

GAME = Variant(
    id="fifty-six",
    label=say("Fifty-Six"),
    about=say("4, 6 or 8 players in two sides; take as many of the 56 points as were bid"),
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
    counter_clockwise=lambda options: options.direction == "counter_clockwise",
    extra_record_schemas={
        "hands": schema.list_of(schema.CARDS, *PLAYERS),
        "auction_by": schema.list_of(schema.place(PLAYERS[1])),
        "trump": {"enum": list(STRAINS)},
        "play_by": schema.list_of(schema.place(PLAYERS[1])),
    },
    record_required=("dealer", "hands", "auction", "play"),
    how_dealt=how_dealt,
    undealt="nothing",
    start=start,
    opening=opening,
    phases=PHASES,
    check_played_out=check_played_out,
    result=result,
    plain_player=plain_player,
    score_summary=score_summary,
    fields=FIELDS,
    contract=contract,
    codes=(),
    explain_call=explain_call,
    meanings=MEANINGS,
    call_words={
        "pass": say("pass"),
        "double": say("double"),
        "redouble": say("redouble"),
        "noes": say("noes"),
    },
    start_game=start_game,
    add_deal=add_deal,
    final_scores=FINAL_SCORES,
    figures=figures,
    achievements=ACHIEVEMENTS,
    implied_achievements={"bid_of_56": "all_points"},
    family=Family(id="fifty-six", label=say("Fifty-Six")),
    spread=2,
    imp_multiplier=Decimal(1),
    meld_sheet=no_meld_sheet,
    prepared_melds=None,
)

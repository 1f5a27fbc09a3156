"""Pedro with the low pedro: partners, fourteen points, nine cards of which the trumps are kept.

`phases.py` lists the phases in the order in which they happen and is the page to read first.
"""

from decimal import Decimal

from games.engine import json_schema as schema
from games.engine.deal_contracts import contract_bid
from games.engine.meld_sheet import no_meld_sheet
from games.engine.variant import Family, Variant, always_clockwise
from games.engine.variants.pedro.auction import explain_call
from games.engine.variants.pedro.deal import SEATS, how_dealt
from games.engine.variants.pedro.figures import ACHIEVEMENTS, figures
from games.engine.variants.pedro.game import FINAL_SCORES, add_deal, start_game
from games.engine.variants.pedro.options import (
    Options,
    contradictions,
    seats_allowed,
    sides,
)
from games.engine.variants.pedro.phases import PHASES, check_played_out
from games.engine.variants.pedro.player import plain_player
from games.engine.variants.pedro.presets import PRESETS
from games.engine.variants.pedro.rule_sheet import RULE_SHEET
from games.engine.variants.pedro.rules_in_short import RULES_IN_SHORT
from games.engine.variants.pedro.steps import opening, result, start
from games.engine.variants.pedro.summary import score_summary
from games.engine.variants.pedro.summary_fields import FIELDS
from games.sentences import say

GAME = Variant(
    id="pedro",
    label=say("Pedro"),
    about=say("4 players in two pairs, one pack; fourteen points, all in trumps"),
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
    extra_record_schemas={"hands": schema.one_each(schema.CARDS, SEATS), "stock": schema.CARDS},
    record_required=("dealer", "hands", "stock", "auction", "trump", "discards", "play"),
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
    call_words={"pass": say("pass")},
    start_game=start_game,
    add_deal=add_deal,
    final_scores=FINAL_SCORES,
    figures=figures,
    achievements=ACHIEVEMENTS,
    implied_achievements={"bid_of_14": "all_points"},
    family=Family(id="pedro", label=say("Pedro")),
    spread=14,
    imp_multiplier=Decimal(25),
    meld_sheet=no_meld_sheet,
    prepared_melds=None,
)

"""Partnership pinochle: four players in two partnerships, 48 cards, meld and play against a bid.

`phases.py` lists the phases in the order in which they happen and is the page to read first.
"""

from decimal import Decimal

from games.engine import json_schema as schema
from games.engine.deal_contracts import contract_bid
from games.engine.games import new_game
from games.engine.meld_names import MELDS
from games.engine.single_deck.figures import ACHIEVEMENTS, figures
from games.engine.single_deck.game import FAMILY
from games.engine.single_deck.values import last_trick_of
from games.engine.variant import Variant, always_clockwise
from games.engine.variants.partnership_pinochle.conventions import MEANINGS, explain_call
from games.engine.variants.partnership_pinochle.deal import SEATS, how_dealt
from games.engine.variants.partnership_pinochle.game import FINAL_SCORES, add_deal
from games.engine.variants.partnership_pinochle.meld_sheet import PREPARED_MELDS, meld_sheet
from games.engine.variants.partnership_pinochle.options import (
    Options,
    contradictions,
    seats_allowed,
    sides,
)
from games.engine.variants.partnership_pinochle.phases import PHASES, check_played_out
from games.engine.variants.partnership_pinochle.player import plain_player
from games.engine.variants.partnership_pinochle.presets import PRESETS
from games.engine.variants.partnership_pinochle.rule_sheet import RULE_SHEET
from games.engine.variants.partnership_pinochle.rules_in_short import RULES_IN_SHORT
from games.engine.variants.partnership_pinochle.steps import opening, result, start
from games.engine.variants.partnership_pinochle.summary import score_summary
from games.engine.variants.partnership_pinochle.summary_fields import FIELDS
from games.sentences import say

GAME = Variant(
    id="partnership-pinochle",
    label=say("Partnership pinochle"),
    about=say("4 players in two partnerships, 48 cards; meld and play against a bid"),
    rules_in_short=RULES_IN_SHORT,
    rule_sheet=RULE_SHEET,
    options=Options,
    presets=PRESETS,
    default_preset="bga",
    contradictions=contradictions,
    seats_allowed=seats_allowed,
    usual_players=4,
    sides=sides,
    target=lambda options: options.target,
    counter_clockwise=always_clockwise,
    extra_record_schemas={"hands": schema.one_each(schema.CARDS, SEATS)},
    record_required=("dealer", "hands", "auction"),
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
    contract=contract_bid,
    codes=(),
    explain_call=explain_call,
    meanings=MEANINGS,
    call_words={"pass": say("pass")},
    start_game=new_game,
    add_deal=add_deal,
    final_scores=FINAL_SCORES,
    figures=figures,
    achievements=ACHIEVEMENTS,
    family=FAMILY,
    spread=330,
    imp_multiplier=Decimal(10),
    meld_sheet=meld_sheet,
    meld_names=MELDS,
    last_trick=last_trick_of,
    prepared_melds=PREPARED_MELDS,
)

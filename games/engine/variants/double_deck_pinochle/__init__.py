"""Double-deck pinochle: four players in two partnerships, 80 cards, meld and play against a bid.

`phases.py` lists the phases in the order in which they happen and is the page to read first.
"""

from decimal import Decimal

from games.engine import json_schema as schema
from games.engine.deal_contracts import contract_bid
from games.engine.games import new_game
from games.engine.variant import Family, Variant, always_clockwise
from games.engine.variants.double_deck_pinochle.contradictions import contradictions
from games.engine.variants.double_deck_pinochle.conventions import MEANINGS, explain_call
from games.engine.variants.double_deck_pinochle.deal import (
    SEATS,
    how_dealt,
    last_trick_of,
    recorded_hands,
)
from games.engine.variants.double_deck_pinochle.figures import ACHIEVEMENTS, figures
from games.engine.variants.double_deck_pinochle.game import FINAL_SCORES, add_deal
from games.engine.variants.double_deck_pinochle.meld_names import named_melds
from games.engine.variants.double_deck_pinochle.meld_sheet import PREPARED_MELDS, meld_sheet
from games.engine.variants.double_deck_pinochle.options import (
    Options,
    seats_allowed,
    sides,
)
from games.engine.variants.double_deck_pinochle.phases import PHASES, check_played_out
from games.engine.variants.double_deck_pinochle.player import plain_player
from games.engine.variants.double_deck_pinochle.presets import PRESETS
from games.engine.variants.double_deck_pinochle.rule_sheet import RULE_SHEET
from games.engine.variants.double_deck_pinochle.rules_in_short import RULES_IN_SHORT
from games.engine.variants.double_deck_pinochle.steps import opening, result, start
from games.engine.variants.double_deck_pinochle.summary import score_summary
from games.engine.variants.double_deck_pinochle.summary_fields import FIELDS
from games.sentences import say

GAME = Variant(
    id="double-deck-pinochle",
    label=say("Double-deck pinochle"),
    about=say("4 players in two partnerships, 80 cards; meld and play against a bid"),
    rules_in_short=RULES_IN_SHORT,
    rule_sheet=RULE_SHEET,
    options=Options,
    presets=PRESETS,
    default_preset="standard",
    contradictions=contradictions,
    seats_allowed=seats_allowed,
    usual_players=4,
    sides=sides,
    target=lambda options: options.game_target,
    counter_clockwise=always_clockwise,
    extra_record_schemas={"hands": schema.one_each(schema.CARDS, SEATS), "deck": schema.CARDS},
    record_required=("dealer", "auction", "trump"),
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
    family=Family(id="double-deck-pinochle", label=say("Double-deck pinochle")),
    spread=75,
    imp_multiplier=Decimal("3.5"),
    meld_sheet=meld_sheet,
    recorded_hands=recorded_hands,
    named_melds=named_melds,
    last_trick=last_trick_of,
    prepared_melds=PREPARED_MELDS,
)

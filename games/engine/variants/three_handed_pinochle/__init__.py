"""Three-handed pinochle: each for themselves, 48 cards, a kitty of three for the declarer.

`phases.py` lists the phases in the order in which they happen and is the page to read first.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from games.engine import json_schema as schema
from games.engine.deal_contracts import contract_bid
from games.engine.games import new_game
from games.engine.meld_names import MELDS
from games.engine.ruleset import Ruleset
from games.engine.single_deck.figures import ACHIEVEMENTS, figures
from games.engine.single_deck.game import FAMILY
from games.engine.single_deck.number_auction import make_calls
from games.engine.single_deck.values import last_trick_of
from games.engine.variant import Variant, always_clockwise
from games.engine.variants.three_handed_pinochle.deal import SEATS, how_dealt
from games.engine.variants.three_handed_pinochle.game import FINAL_SCORES, add_deal
from games.engine.variants.three_handed_pinochle.meld_sheet import PREPARED_MELDS, meld_sheet
from games.engine.variants.three_handed_pinochle.options import (
    Options,
    contradictions,
    seats_allowed,
    sides,
)
from games.engine.variants.three_handed_pinochle.phases import PHASES, check_played_out
from games.engine.variants.three_handed_pinochle.player import plain_player
from games.engine.variants.three_handed_pinochle.presets import PRESETS
from games.engine.variants.three_handed_pinochle.rule_sheet import RULE_SHEET
from games.engine.variants.three_handed_pinochle.rules_in_short import RULES_IN_SHORT
from games.engine.variants.three_handed_pinochle.steps import new_auction, opening, result, start
from games.engine.variants.three_handed_pinochle.summary import score_summary
from games.engine.variants.three_handed_pinochle.summary_fields import FIELDS
from games.sentences import say


def explain_call(
    ruleset: Ruleset, dealer: int, auction: list[Any], call: object
) -> Mapping[str, Any] | None:
    """Nobody has a partner, so no call tells anything. Raises for a call that is illegal."""
    make_calls(new_auction(ruleset.options, dealer), [*auction, call])
    return None


GAME = Variant(
    id="three-handed-pinochle",
    label=say("Three-handed pinochle"),
    about=say("3 players, each alone, 48 cards; the highest bidder takes the kitty"),
    rules_in_short=RULES_IN_SHORT,
    rule_sheet=RULE_SHEET,
    options=Options,
    presets=PRESETS,
    default_preset="bga",
    contradictions=contradictions,
    seats_allowed=seats_allowed,
    usual_players=3,
    sides=sides,
    target=lambda options: options.target,
    counter_clockwise=always_clockwise,
    extra_record_schemas={"hands": schema.one_each(schema.CARDS, SEATS), "stock": schema.CARDS},
    record_required=("dealer", "hands", "stock", "auction"),
    how_dealt=how_dealt,
    undealt="kitty",
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
    start_game=new_game,
    add_deal=add_deal,
    final_scores=FINAL_SCORES,
    figures=figures,
    achievements=ACHIEVEMENTS,
    family=FAMILY,
    spread=240,
    imp_multiplier=Decimal(1),
    meld_sheet=meld_sheet,
    meld_names=MELDS,
    last_trick=last_trick_of,
    prepared_melds=PREPARED_MELDS,
)

"""Fifty-Six (56): two sides of two, three or four, two packs cut down, 56 points in every deal.

`phases.py` lists the phases in the order in which they happen and is the page to read first.
"""

from decimal import Decimal

from games.engine.sentences import say
from games.engine.variant import Family, Variant
from games.engine.variants.fifty_six.conventions import explain_call
from games.engine.variants.fifty_six.deal import how_dealt
from games.engine.variants.fifty_six.figures import FEATS, figures
from games.engine.variants.fifty_six.game import add_deal, start_game
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
from games.engine.variants.fifty_six.schema import (
    RECORD_PROPERTIES,
    RECORD_REQUIRED,
    SUMMARY_FORM_PROPERTIES,
    SUMMARY_PROPERTIES,
)
from games.engine.variants.fifty_six.steps import opening, result, start
from games.engine.variants.fifty_six.summary import score_summary
from games.engine.variants.fifty_six.summary_fields import summary_fields
from games.engine.variants.fifty_six.write_summary import write_summary

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
    record_properties=RECORD_PROPERTIES,
    record_required=RECORD_REQUIRED,
    summary_properties=SUMMARY_PROPERTIES,
    summary_form_properties=SUMMARY_FORM_PROPERTIES,
    how_dealt=how_dealt,
    start=start,
    opening=opening,
    phases=PHASES,
    check_played_out=check_played_out,
    result=result,
    plain_player=plain_player,
    score_summary=score_summary,
    write_summary=write_summary,
    summary_fields=summary_fields,
    explain_call=explain_call,
    start_game=start_game,
    add_deal=add_deal,
    figures=figures,
    feats=FEATS,
    family=Family(id="fifty-six", label=say("Fifty-Six")),
    spread=2,
    imp_multiplier=Decimal(1),
)

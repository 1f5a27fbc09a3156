"""Two-handed pinochle: twelve cards and a stock to draw from, melds during the play, no auction.

`phases.py` lists the phases in the order in which they happen and is the page to read first.
"""

from decimal import Decimal
from typing import Any, NoReturn

from games.engine import json_schema as schema
from games.engine.deal_contracts import no_contract
from games.engine.errors import IllegalAction
from games.engine.rule_codes import MELDING, CodeGroup
from games.engine.ruleset import Ruleset
from games.engine.single_deck.figures import ACHIEVEMENTS, figures
from games.engine.single_deck.game import FAMILY
from games.engine.single_deck.values import last_trick_of
from games.engine.variant import Variant, always_clockwise
from games.engine.variants.two_handed_pinochle.deal import SEATS, how_dealt
from games.engine.variants.two_handed_pinochle.game import FINAL_SCORES, add_deal, start_game
from games.engine.variants.two_handed_pinochle.meld_sheet import meld_sheet
from games.engine.variants.two_handed_pinochle.options import (
    Options,
    contradictions,
    seats_allowed,
    sides,
)
from games.engine.variants.two_handed_pinochle.phases import PHASES, check_played_out
from games.engine.variants.two_handed_pinochle.player import plain_player
from games.engine.variants.two_handed_pinochle.presets import PRESETS
from games.engine.variants.two_handed_pinochle.rule_sheet import RULE_SHEET
from games.engine.variants.two_handed_pinochle.rules_in_short import RULES_IN_SHORT
from games.engine.variants.two_handed_pinochle.steps import opening, result, start
from games.engine.variants.two_handed_pinochle.summary import score_summary
from games.engine.variants.two_handed_pinochle.summary_fields import FIELDS
from games.sentences import say

# Codes of refusals that only this game has: melds laid down during the play.

CODES = (
    CodeGroup(
        MELDING,
        {
            "event_order": say("A meld is written for another trick than the one just taken."),
            "meld_not_allowed": say("Nothing can be melded now."),
            "one_meld_a_trick": say("Only one meld may be laid down after a trick."),
            "not_a_meld": say("The cards are not exactly one meld of this game."),
            "meld_needs_hand_card": say("All cards of the meld lie on the table already."),
            "meld_card_used": say("A card on the table cannot be melded again for as little."),
            "dix_scored": say("The nine of trumps has scored already."),
            "nothing_to_exchange": say("There is no turned-up card to have for a nine of trumps."),
            "last_draw_not_allowed": say("There is no choice of the last card, or not now."),
            "last_draw_missing": say("Which of the two last cards is drawn must be said first."),
        },
    ),
)


# There are no calls in this game, so there is nothing to explain.


def explain_call(ruleset: Ruleset, dealer: int, auction: list[Any], call: object) -> NoReturn:
    """Refuse every call."""
    sentence = say("there is no auction in this game, so there is no call to explain")
    raise IllegalAction("auction", len(auction), "unexpected_field", sentence)


GAME = Variant(
    id="two-handed-pinochle",
    label=say("Two-handed pinochle"),
    about=say("2 players with a stock to draw from; melds during the play, no auction"),
    rules_in_short=RULES_IN_SHORT,
    rule_sheet=RULE_SHEET,
    options=Options,
    presets=PRESETS,
    default_preset="bga",
    contradictions=contradictions,
    seats_allowed=seats_allowed,
    usual_players=2,
    sides=sides,
    target=lambda options: options.target,
    counter_clockwise=always_clockwise,
    extra_record_schemas={
        "hands": schema.one_each(schema.CARDS, SEATS),
        "stock": schema.CARDS,
        "trump": schema.SUIT,
    },
    record_required=("dealer", "hands", "stock", "play"),
    how_dealt=how_dealt,
    undealt="turned up",
    start=start,
    opening=opening,
    phases=PHASES,
    check_played_out=check_played_out,
    result=result,
    plain_player=plain_player,
    score_summary=score_summary,
    fields=FIELDS,
    contract=no_contract,
    codes=CODES,
    explain_call=explain_call,
    meanings={},
    call_words={},
    start_game=start_game,
    add_deal=add_deal,
    final_scores=FINAL_SCORES,
    figures=figures,
    achievements=ACHIEVEMENTS,
    family=FAMILY,
    spread=140,
    imp_multiplier=Decimal(1),
    meld_sheet=meld_sheet,
    prepared_melds=None,
    last_trick=last_trick_of,
    melds_laid=lambda state: state.laid,
    cards_drawn=lambda state: state.drawn,
)

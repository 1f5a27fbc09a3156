"""The sets of options that have a name, and where each comes from (docs/rules has the details)."""

from dataclasses import replace

from games.engine.options import Preset
from games.engine.variants.fifty_six.options import Options
from games.sentences import say

_STANDARD = Options()
_TABLE = replace(_STANDARD, scoring_style="table")
_NAIR = replace(_STANDARD, game_points="nair", deal_packet="four_or_three")

PRESETS: dict[str, Preset] = {
    "standard": Preset(
        label=say("Standard"),
        source=say(
            "Akagiri's page on 56, based on John McLeod's; the ranks missing there come from other "
            "pages."
        ),
        options=_STANDARD,
    ),
    "table": Preset(
        label=say("With tables"),
        source=say(
            "The local way of keeping score, from the same page; tables won are not paid back."
        ),
        options=_TABLE,
    ),
    "pagat_table": Preset(
        label=say("With tables that come back"),
        source=say("McLeod's page at pagat.com: any table pays, and a side loses when it cannot."),
        options=replace(_TABLE, table_return="any", table_end="cannot_pay"),
    ),
    "nair": Preset(
        label=say("Nair's rules"),
        source=say("Nair's table of game points, from note 1 of the page."),
        options=_NAIR,
    ),
    "nair32": Preset(
        label=say("Nair's rules with 32 cards"),
        source=say("Nair's rules for four players, without kings and queens."),
        options=replace(_NAIR, deck_4=32),
        seats=(4,),
    ),
    "56cards": Preset(
        label=say("56cards"),
        source=say("The rules of 56cards.com, from note 2 of the page."),
        options=replace(
            _STANDARD,
            direction="clockwise",
            deck_4=32,
            redeal="all_jacks_or_no_points",
            all_pass="eldest_must_bid",
            game_points="56cards",
        ),
    ),
}

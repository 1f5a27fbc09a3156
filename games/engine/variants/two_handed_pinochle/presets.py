"""The sets of options that have a name, and where each comes from (docs/rules has the details)."""

from dataclasses import replace

from games.engine.options import Preset
from games.engine.variants.two_handed_pinochle.options import Options
from games.sentences import say

_BGA = Options()

PRESETS: dict[str, Preset] = {
    "bga": Preset(
        label=say("Board Game Arena"),
        source=say(
            "The introduction to pinochle on Board Game Arena; what it leaves open for two players "
            "comes from Bicycle and Pagat."
        ),
        options=_BGA,
    ),
    "literal": Preset(
        label=say("Literal text"),
        source=say(
            "The same introduction word for word: one rule to follow for all tricks, and a target "
            "that must be exceeded."
        ),
        options=replace(_BGA, stock_play="strict", target_test="exceed"),
    ),
    "pagat": Preset(
        label=say("Pagat"),
        source=say("Based on Pagat's page on two-handed pinochle."),
        options=replace(_BGA, must_head="always", last_draw="winner_choice"),
    ),
    "bicycle": Preset(
        label=say("Bicycle"),
        source=say("Bicycle's rules for two players."),
        options=replace(
            _BGA,
            must_head="trump",
            meld_timing="before_draw",
            card_points="classic",
            both_over="extend",
        ),
    ),
}

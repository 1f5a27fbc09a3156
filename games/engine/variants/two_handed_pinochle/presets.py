"""The sets of options that have a name, where each comes from and how sure that is."""

from dataclasses import replace

from games.engine.options import Preset
from games.engine.variants.two_handed_pinochle.options import Options
from games.sentences import say

_BGA = Options()

PRESETS: dict[str, Preset] = {
    "bga": Preset(
        label=say("Board Game Arena"),
        source=say(
            "The introduction to Pinochle on Board Game Arena. What it leaves open for two "
            "players is filled in from Bicycle and Pagat: high confidence, but medium for the "
            "follow rule of the last twelve tricks, the target and the last draw."
        ),
        options=_BGA,
    ),
    "literal": Preset(
        label=say("Literal text"),
        source=say(
            "The same introduction taken literally: one follow rule for all tricks, and a "
            "target that must be exceeded; medium confidence."
        ),
        options=replace(_BGA, stock_play="strict", target_test="exceed"),
    ),
    "pagat": Preset(
        label=say("Pagat"),
        source=say(
            "Based on Pagat's page, the end of which was not available. Medium confidence for "
            "the choice of the last card, low for the duty to beat in every suit."
        ),
        options=replace(_BGA, must_head="always", last_draw="winner_choice"),
    ),
    "bicycle": Preset(
        label=say("Bicycle"),
        source=say(
            "Bicycle's rules for two players, confirmed by a second text that follows them; high "
            "confidence."
        ),
        options=replace(
            _BGA,
            must_head="trump",
            meld_timing="before_draw",
            card_points="classic",
            both_over="extend",
        ),
    ),
}

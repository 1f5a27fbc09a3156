"""The sets of options that have a name, and where each comes from (docs/rules has the details)."""

from dataclasses import replace

from games.engine.options import Preset
from games.engine.variants.three_handed_pinochle.options import Options
from games.sentences import say

_BGA = Options()

PRESETS: dict[str, Preset] = {
    "bga": Preset(
        label=say("Board Game Arena"),
        source=say(
            "The page on Board Game Arena's pinochle; what it leaves open comes from other books."
        ),
        options=_BGA,
    ),
    "literal": Preset(
        label=say("Literal text"),
        source=say(
            "The same page word for word: a failed bid costs the meld, and the target must be "
            "exceeded."
        ),
        options=replace(_BGA, set_penalty="meld", target_test="exceed"),
    ),
    "pagat": Preset(
        label=say("Pagat"),
        source=say("The three-handed game of pagat.com, to 1500 points."),
        options=replace(
            _BGA,
            must_head="always",
            must_overtrump=True,
            throw_in=True,
            bury_trump="announce",
        ),
    ),
}

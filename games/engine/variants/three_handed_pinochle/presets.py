"""The sets of options that have a name, where each comes from and how sure that is."""

from dataclasses import replace

from games.engine.options import Preset
from games.engine.variants.three_handed_pinochle.options import Options
from games.sentences import say

_BGA = Options()

PRESETS: dict[str, Preset] = {
    "bga": Preset(
        label=say("Board Game Arena"),
        source=say(
            "The page on Board Game Arena's pinochle; what it leaves out, including the "
            "counting of buried cards and the target of 1500, is restored with medium to high "
            "confidence."
        ),
        options=_BGA,
    ),
    "literal": Preset(
        label=say("Literal text"),
        source=say(
            "The same page taken literally: a failed bid costs the meld and the target must be "
            "exceeded. That the page says so is certain; that it is played so is doubtful."
        ),
        options=replace(_BGA, set_penalty="meld", target_test="exceed"),
    ),
    "pagat": Preset(
        label=say("Pagat"),
        source=say(
            "The three-handed game of pagat.com: 1500 points are certain; the duty to beat, "
            "throwing in and announcing buried trumps are standard practice, of low confidence."
        ),
        options=replace(
            _BGA,
            must_head="always",
            must_overtrump=True,
            throw_in=True,
            bury_trump="announce",
        ),
    ),
}

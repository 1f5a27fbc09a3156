"""The sets of options that have a name, and where each comes from (docs/rules has the details)."""

from dataclasses import replace

from games.engine.options import Preset
from games.engine.variants.pedro.options import Options
from games.sentences import say

_STANDARD = Options()

PRESETS: dict[str, Preset] = {
    "standard": Preset(
        label=say("Standard Pedro"),
        source=say("Akagiri's page on Pedro (2001); what is missing there comes from other books."),
        options=_STANDARD,
    ),
    "short52": Preset(
        label=say("Game to 52"),
        source=say(
            "The target of 52, as printed for Nicaraguan Pedro and others; the declarer may go out "
            "first from 45."
        ),
        options=replace(_STANDARD, target=52),
    ),
    "cajun": Preset(
        label=say("Cajun Pedro"),
        source=say("As played in Thibodaux, Louisiana."),
        options=replace(_STANDARD, follow_rule="strict", low_scores_for="player"),
    ),
    "discard_excess": Preset(
        label=say("Extra trumps discarded"),
        source=say("Trumps beyond six are discarded, as Bicycle prints for Cinch."),
        options=replace(_STANDARD, excess_trumps="discard"),
    ),
    "six_up": Preset(
        label=say("From six up"),
        source=say("Bidding and scoring of Finnish Pidro, with the normal play of Pedro."),
        options=replace(
            _STANDARD,
            bidder_goes_out_from="off",
            both_reach="declarer_side_wins",
            min_bid=6,
            fourteen_over_fourteen=True,
            low_scores_for="player",
            excess_trumps="discard",
        ),
    ),
}

"""The sets of options that have a name, where each comes from and how sure that is."""

from dataclasses import replace

from games.engine.options import Preset
from games.engine.variants.pedro.options import Options
from games.sentences import say

_STANDARD = Options()

PRESETS: dict[str, Preset] = {
    "standard": Preset(
        label=say("Standard Pedro"),
        source=say(
            "Akagiri's page on Pedro (2001); the scoring and the order of trumps it had lost are "
            "certain from other books, following a side suit with a trump is restored with high "
            "confidence."
        ),
        options=_STANDARD,
    ),
    "short52": Preset(
        label=say("Game to 52"),
        source=say(
            "The target of 52 printed for Nicaraguan Pedro and others. The target is certain; "
            "letting the declarer go out first from 45 is our extension."
        ),
        options=replace(_STANDARD, target=52),
    ),
    "cajun": Preset(
        label=say("Cajun Pedro"),
        source=say(
            "As played in Thibodaux, Louisiana: a newspaper article and a player's page for "
            "following suit, a player's blog for the two; likely."
        ),
        options=replace(_STANDARD, follow_rule="strict", low_scores_for="player"),
    ),
    "discard_excess": Preset(
        label=say("Extra trumps discarded"),
        source=say("The treatment of more than six trumps that Bicycle prints for Cinch; certain."),
        options=replace(_STANDARD, excess_trumps="discard"),
    ),
    "six_up": Preset(
        label=say("From six up"),
        source=say(
            "Bidding and scoring as in Finnish Pidro, after pages of its players, with the normal "
            "play of Pedro; the bidding is certain, the combination is ours."
        ),
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

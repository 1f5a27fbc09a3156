"""The sets of options that have a name, and where each comes from (docs/rules has the details)."""

from dataclasses import replace

from games.engine.options import Preset
from games.engine.variants.pitch.options import Options
from games.sentences import say

_STANDARD = Options()

PRESETS: dict[str, Preset] = {
    "standard": Preset(
        label=say("Standard Pitch"),
        source=say("Akagiri's page on Pitch (1996); what is missing there comes from other books."),
        options=_STANDARD,
    ),
    "old_rule": Preset(
        label=say("Old rule"),
        source=say("Note 2 of the same page: high and low belong to whoever was dealt them."),
        options=replace(_STANDARD, high_low_to="dealt"),
    ),
    "dealer_takes": Preset(
        label=say("Dealer takes"),
        source=say("Note 3 of the same page: the dealer may equal any bid and take it."),
        options=replace(_STANDARD, dealer_steal="any"),
    ),
    "smudge": Preset(
        label=say("Smudge"),
        source=say("The optional smudge of the same page: a bid of 4 wins the game."),
        options=replace(_STANDARD, smudge="wins_game"),
    ),
    "gordon": Preset(
        label=say("Gordon's partnership Pitch"),
        source=say("Gordon's eight points for four players, from the same page."),
        options=replace(
            _STANDARD,
            teams="partners4",
            target=21,
            min_bid=2,
            dealer_steal="any",
            all_pass="dealer_forced",
            smudge="five",
            smudge_all_tricks=True,
            win_condition="bid_to_go_out",
        ),
    ),
    "bicycle": Preset(
        label=say("Bicycle Auction Pitch"),
        source=say("The rules Bicycle prints for Auction Pitch."),
        options=replace(
            _STANDARD,
            target=7,
            min_bid=2,
            dealer_steal="except_smudge",
            high_low_to="dealt",
        ),
    ),
    "bicycle_smudge": Preset(
        label=say("Bicycle Pitch with smudge"),
        source=say("The rules Bicycle prints for Pitch with smudge."),
        options=replace(
            _STANDARD,
            target=7,
            min_bid=2,
            smudge="wins_game",
            smudge_in_hole="wins",
            smudge_unbid="anyone",
        ),
    ),
}

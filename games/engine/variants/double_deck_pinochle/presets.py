"""The sets of options that have a name, and where each comes from (docs/rules has the details)."""

from dataclasses import replace

from games.engine.options import Preset
from games.engine.variants.double_deck_pinochle.options import Options
from games.sentences import say

_STANDARD = Options()
_HAYS = replace(
    _STANDARD,
    royal_marriage_required=True,
    bidding_convention="hay",
    meld_table="no_triple_run",
)
_CR = replace(_STANDARD, must_bid_for_meld=True, by_me="whole")

PRESETS: dict[str, Preset] = {
    "standard": Preset(
        label=say("Standard"),
        source=say(
            "Akagiri's page on double-deck pinochle (1998); the duty to beat, which is missing "
            "there, comes from other books."
        ),
        options=_STANDARD,
    ),
    "literal": Preset(
        label=say("Literal text"),
        source=say("The same page word for word: a failed bid costs the meld."),
        options=replace(_STANDARD, set_penalty="meld"),
    ),
    "hays": Preset(
        label=say("Hay's rules"),
        source=say(
            "Hay's signal from the same page, with the royal marriage and another table of melds."
        ),
        options=_HAYS,
    ),
    "thomas": Preset(
        label=say("Thomas's rules"),
        source=say("One of three tables of melds on the page, probably Thomas's."),
        options=replace(_STANDARD, meld_table="doubling"),
    ),
    "klemic": Preset(
        label=say("Klemic's rules"),
        source=say(
            "A variation of Hay's rules from the page; the table of melds is probably Klemic's."
        ),
        options=replace(_HAYS, meld_table="five_hundred"),
    ),
    "cr": Preset(
        label=say("Cr’s rules (Akagiri’s page)"),
        source=say(
            "Wipe-off, meld only for a side that bid, and by-me passes, as the page has them from "
            "Cr."
        ),
        options=_CR,
    ),
    "cr_half": Preset(
        label=say("Cr’s rules with halves (Akagiri’s page)"),
        source=say("Cr’s rules, with half by-me passes."),
        options=replace(_CR, by_me="half"),
    ),
    "pinochle97": Preset(
        label=say("Pinochle97"),
        source=say("The bidding of L. W. Nicholas's program Pinochle97, the page's main example."),
        options=replace(_STANDARD, bidding_convention="nicholas"),
    ),
    "passing": Preset(
        label=say("With passing of cards"),
        source=say("The page's optional exchange: 3 cards, partner first, after trump is named."),
        options=replace(_STANDARD, exchange="declarer_side"),
    ),
    "no_wipe_off": Preset(
        label=say("Without wipe-off"),
        source=say("A note on the page: fewer than 20 points in play lose nothing."),
        options=replace(_STANDARD, wipe_off="off"),
    ),
    "short": Preset(
        label=say("Short game"),
        source=say("A note on the page: the game goes to 350."),
        options=replace(_STANDARD, game_target=350),
    ),
}

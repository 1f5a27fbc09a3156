"""The sets of options that have a name, where each comes from and how sure that is."""

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
            "The main text of Akagiri's page on double-deck pinochle (1998); the duty to beat "
            "is missing there and has been restored with medium to high confidence."
        ),
        options=_STANDARD,
    ),
    "literal": Preset(
        label=say("Literal text"),
        source=say(
            "The same page taken literally where it contradicts itself: a failed bid costs the "
            "meld; certain."
        ),
        options=replace(_STANDARD, set_penalty="meld"),
    ),
    "hays": Preset(
        label=say("Hay's rules"),
        source=say(
            "That the page names Hay for the signal is certain; the royal marriage has medium "
            "to high confidence; the meld table is a conjecture."
        ),
        options=_HAYS,
    ),
    "thomas": Preset(
        label=say("Thomas's rules"),
        source=say("One of three meld tables on the page; that it is Thomas's is a conjecture."),
        options=replace(_STANDARD, meld_table="doubling"),
    ),
    "klemic": Preset(
        label=say("Klemic's rules"),
        source=say(
            "Printed as a variation of Hay's; that this meld table is Klemic's is a conjecture."
        ),
        options=replace(_HAYS, meld_table="five_hundred"),
    ),
    "cr": Preset(
        label=say("Cr’s rules (Akagiri’s page)"),
        source=say(
            "Wipe-off, meld only for a side that bid, and by-me passes: all ascribed to Cr on the "
            "page; high confidence."
        ),
        options=_CR,
    ),
    "cr_half": Preset(
        label=say("Cr’s rules with halves (Akagiri’s page)"),
        source=say("Cr’s rules with half by-me passes; high confidence."),
        options=replace(_CR, by_me="half"),
    ),
    "pinochle97": Preset(
        label=say("Pinochle97"),
        source=say(
            "The bidding of L. W. Nicholas's program Pinochle97, the page's main example; high "
            "confidence."
        ),
        options=replace(_STANDARD, bidding_convention="nicholas"),
    ),
    "passing": Preset(
        label=say("With passing of cards"),
        source=say(
            "The page's optional exchange: 3 cards, partner first, after trump; high confidence."
        ),
        options=replace(_STANDARD, exchange="declarer_side"),
    ),
    "no_wipe_off": Preset(
        label=say("Without wipe-off"),
        source=say(
            "A note on the page: fewer than 20 points in play lose nothing; high confidence."
        ),
        options=replace(_STANDARD, wipe_off="off"),
    ),
    "short": Preset(
        label=say("Short game"),
        source=say("A game to 350, from a note on the page; high confidence."),
        options=replace(_STANDARD, game_target=350),
    ),
}

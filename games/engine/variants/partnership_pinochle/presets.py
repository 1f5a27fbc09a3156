"""The sets of options that have a name, where each comes from and how sure that is."""

from dataclasses import replace

from games.engine.options import Preset
from games.engine.variants.partnership_pinochle.options import Options
from games.sentences import say

_BGA = Options()
_PAGAT = replace(
    _BGA,
    help_pass=True,
    exchange_exact=True,
    save_meld="point",
    unmakeable_bid="no_play",
    throw_in=True,
    must_head="always",
    must_overtrump=True,
)

PRESETS: dict[str, Preset] = {
    "bga": Preset(
        label=say("Board Game Arena"),
        source=say(
            "The page on Board Game Arena's pinochle, its gaps filled from pagat.com: melds "
            "and the forced 250 are certain; the exchange, the target of 1500 and the play "
            "without a duty to beat have medium confidence."
        ),
        options=_BGA,
    ),
    "literal": Preset(
        label=say("Literal text"),
        source=say(
            "The same page taken literally: a failed bid costs the meld and the target must be "
            "exceeded. That the page says so is certain; that it is played so is doubtful."
        ),
        options=replace(
            _BGA, set_penalty="meld", target_test="exceed", trump_timing="after_exchange"
        ),
    ),
    "pagat": Preset(
        label=say("Pagat"),
        source=say(
            "The single-deck game of pagat.com as transcribed in public programs; high "
            "confidence. That the declarer's side, too, needs a point to save its meld has low "
            "confidence."
        ),
        options=_PAGAT,
    ),
    "cutthroat": Preset(
        label=say("Cutthroat"),
        source=say("The same game of pagat.com without the exchange of cards; high confidence."),
        options=replace(_PAGAT, exchange_max=0, exchange_exact=False),
    ),
    "bicycle": Preset(
        label=say("Bicycle"),
        source=say(
            "The rules of Bicycle: bids from 100, no exchange, extras beside a run as in older "
            "books, the duty to beat only when trumps are led, 1000 points; medium to high "
            "confidence."
        ),
        options=replace(
            _BGA,
            min_bid=100,
            all_pass="redeal",
            exchange_max=0,
            run_extras="marriage_only",
            must_head="trump",
            first_lead="left_of_dealer",
            target=1000,
        ),
    ),
}

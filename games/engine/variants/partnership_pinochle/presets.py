"""The sets of options that have a name, and where each comes from (docs/rules has the details)."""

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
            "The page on Board Game Arena's pinochle; what it leaves open comes from pagat.com."
        ),
        options=_BGA,
    ),
    "literal": Preset(
        label=say("Literal text"),
        source=say(
            "The same page word for word: a failed bid costs the meld, and the target must be "
            "exceeded."
        ),
        options=replace(
            _BGA, set_penalty="meld", target_test="exceed", trump_timing="after_exchange"
        ),
    ),
    "pagat": Preset(
        label=say("Pagat"),
        source=say("The single-deck game of pagat.com."),
        options=_PAGAT,
    ),
    "cutthroat": Preset(
        label=say("Cutthroat"),
        source=say("The same game of pagat.com without the exchange of cards."),
        options=replace(_PAGAT, exchange_max=0, exchange_exact=False),
    ),
    "bicycle": Preset(
        label=say("Bicycle"),
        source=say(
            "The rules of Bicycle: bids from 100, no exchange, extras beside a run, the duty to "
            "beat only when trumps are led, 1000 points."
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

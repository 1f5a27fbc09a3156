"""What a scorer of Pedro is asked, in the order in which it happens at the table."""

from games.engine.sentences import SUIT_WORDS, say
from games.engine.summary_fields import SummaryField
from games.engine.variants.pedro.auction import HIGHEST_BID
from games.engine.variants.pedro.options import Options
from games.engine.variants.pedro.trumps import POINTS


def summary_fields(options: Options, players: int) -> tuple[SummaryField, ...]:
    bid = SummaryField(
        name="bid",
        label=say("Bid"),
        help=say(
            "The highest bid of the auction, from %(low)d to %(highest)d.",
            low=options.min_bid,
            highest=HIGHEST_BID,
        ),
        kind="number",
        minimum=options.min_bid,
        maximum=HIGHEST_BID,
    )
    points = SummaryField(
        name="points",
        label=say("Points taken"),
        help=(
            say(
                "Ace, jack and ten of trumps, 1 each, and 5 for each pedro, for the side that won "
                "them; 1 for the two of trumps for the side that played it: 14 together."
            )
            if options.low_scores_for == "player"
            else say(
                "Ace, jack, ten and two of trumps, 1 each, and 5 for each pedro, for the side that "
                "won them: 14 together."
            )
        ),
        kind="side_numbers",
        minimum=0,
        maximum=POINTS,
        total=POINTS,
    )
    return (bid, _DECLARER, _TRUMP, points)


_DECLARER = SummaryField(
    name="declarer",
    label=say("Declarer"),
    help=say("Who made the highest bid and named trump."),
    kind="seat",
)
_TRUMP = SummaryField(
    name="trump",
    label=say("Trump"),
    help=say("The suit the declarer named. It does not change the score."),
    kind="suit",
    choices=tuple((suit, SUIT_WORDS[suit]) for suit in "SHDC"),
    required=False,
)

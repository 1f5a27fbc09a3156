"""What a scorer of double-deck pinochle is asked, in the order in which it happens at the table."""

from games.engine.sentences import SUIT_WORDS, say
from games.engine.summary_fields import SummaryField
from games.engine.variants.double_deck_pinochle.auction import HIGHEST_BID, is_on_ladder
from games.engine.variants.double_deck_pinochle.deal import POINTS, TRICKS
from games.engine.variants.double_deck_pinochle.options import Options

_PLAYED = (("outcome", ("played",)),)


def summary_fields(options: Options, players: int) -> tuple[SummaryField, ...]:
    fields = [
        SummaryField(
            name="bid",
            label=say("Bid"),
            help=say("The highest bid of the auction, %(low)d or more.", low=options.opening_min),
            kind="number",
            minimum=options.opening_min,
            maximum=HIGHEST_BID,
            likely=_likely_bids(options),
        ),
        _DECLARER,
    ]
    if options.must_bid_for_meld:
        fields.append(_SIDE_BID)
    fields.append(_TRUMP)
    if options.royal_marriage_required:
        fields.append(_ROYAL_MARRIAGE)
    fields.append(_MELDS)
    if options.aces_must_show:
        fields.append(_ACES_AROUND)
    fields += [_outcome(options), _POINTS, _LAST_TRICK]
    if options.all_tricks_wins:
        fields.append(_TRICKS)
    return tuple(fields)


def _likely_bids(options: Options) -> tuple[int, ...]:
    low = options.opening_min
    near = (*range(low, low + 6), low + 10, low + 15, low + 20, low + 25)
    return tuple(bid for bid in near if is_on_ladder(bid, options))


def _outcome(options: Options) -> SummaryField:
    choices = [
        ("played", say("all tricks were played")),
        ("no_play", say("not played: meld and 50 points do not reach the bid")),
    ]
    if options.throw_in:
        choices.append(("thrown_in", say("thrown in before the first card")))
    if options.royal_marriage_required:
        choices.append(("no_marriage", say("ended: the declarer had no royal marriage")))
    return SummaryField(
        name="outcome",
        label=say("How the deal ended"),
        help=say("A bid that meld and all 50 points cannot reach is not played."),
        kind="choice",
        choices=tuple(choices),
    )


_DECLARER = SummaryField(
    name="declarer",
    label=say("Declarer"),
    help=say("Who made the highest bid and named trump."),
    kind="seat",
)
_SIDE_BID = SummaryField(
    name="side_bid",
    label=say("Bid in the auction"),
    help=say("Whether a player of the side made a bid; otherwise its meld does not count."),
    kind="side_flags",
)
_TRUMP = SummaryField(
    name="trump",
    label=say("Trump"),
    help=say("The suit the declarer named. With it the melds are checked more closely."),
    kind="suit",
    choices=tuple((suit, SUIT_WORDS[suit]) for suit in "SHDC"),
    required=False,
)
_ROYAL_MARRIAGE = SummaryField(
    name="royal_marriage",
    label=say("Declarer has a royal marriage"),
    help=say("King and queen of trumps in the declarer's own hand; without them the deal ends."),
    kind="flag",
)
_MELDS = SummaryField(
    name="melds",
    label=say("Meld"),
    help=say("All the side melds, also when it is below 20 and will not count."),
    kind="side_numbers",
    minimum=0,
)
_ACES_AROUND = SummaryField(
    name="aces_around",
    label=say("Aces around"),
    help=say("Whether a hand of the side held an ace of every suit."),
    kind="side_flags",
)
_POINTS = SummaryField(
    name="points",
    label=say("Points in play"),
    help=say("Aces, tens and kings taken, 1 each, and 2 for the last trick: 50 together."),
    kind="side_numbers",
    minimum=0,
    maximum=POINTS,
    total=POINTS,
    when=_PLAYED,
)
_LAST_TRICK = SummaryField(
    name="last_trick",
    label=say("Last trick"),
    help=say("Which side won it; its 2 points are among the points in play."),
    kind="side",
    when=_PLAYED,
)
_TRICKS = SummaryField(
    name="tricks",
    label=say("Tricks"),
    help=say("How many of the 20 tricks each side took; all 20 win the game."),
    kind="side_numbers",
    minimum=0,
    maximum=TRICKS,
    total=TRICKS,
    when=_PLAYED,
)

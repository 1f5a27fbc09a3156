"""What a scorer of three-handed pinochle is asked, in the order of the table."""

from games.engine.options import number_label
from games.engine.sentences import SUIT_WORDS, Sentence, say
from games.engine.single_deck.deck import COUNTER, LAST_TRICK, POINTS
from games.engine.single_deck.number_auction import HIGHEST_BID
from games.engine.summary_fields import SummaryField
from games.engine.variants.three_handed_pinochle.deal import KITTY_SIZE, TRICKS
from games.engine.variants.three_handed_pinochle.options import Options

_Conditions = tuple[tuple[str, tuple[str, ...]], ...]


def summary_fields(options: Options, players: int) -> tuple[SummaryField, ...]:
    """Return the fields; how the deal ended is asked first where it may have been passed out."""
    outcomes = _outcomes(options)
    bid_made: _Conditions = ()
    played: _Conditions = (("outcome", ("played",)),) if len(outcomes) > 1 else ()
    fields: list[SummaryField] = []
    if options.all_pass == "redeal":
        bid_made = (("outcome", tuple(name for name, _ in outcomes if name != "redeal")),)
        fields.append(_outcome(outcomes))
    fields += _contract(options, bid_made)
    if options.all_pass != "redeal" and len(outcomes) > 1:
        fields.append(_outcome(outcomes))
    if options.buried_points == "nobody" or options.save_meld == "point":
        fields.append(_buried(options, played))
    fields.append(_points(options, played))
    if options.save_meld == "trick":
        fields.append(_tricks(played))
    if options.save_meld == "point":
        fields.append(_dix_only(played))
    return tuple(fields)


def _outcomes(options: Options) -> list[tuple[str, Sentence]]:
    outcomes = [("played", say("all tricks were played"))]
    if options.unmakeable_bid == "no_play":
        outcomes.append(("unmakeable", say("not played: meld and 250 points do not reach the bid")))
    if options.throw_in:
        outcomes.append(("thrown_in", say("thrown in before the first card")))
    if options.all_pass == "redeal":
        outcomes.append(("redeal", say("everybody passed; the cards are dealt again")))
    return outcomes


def _outcome(outcomes: list[tuple[str, Sentence]]) -> SummaryField:
    return SummaryField(
        name="outcome",
        label=say("How the deal ended"),
        help=say("Whether the tricks were played, or the deal ended before."),
        kind="choice",
        choices=tuple(outcomes),
    )


def _contract(options: Options, when: _Conditions) -> list[SummaryField]:
    """Bid, declarer, trump and melds, as every deal has them that was not passed out."""
    return [
        SummaryField(
            name="bid",
            label=say("Bid"),
            help=say("The highest bid of the auction, %(low)d or more.", low=options.min_bid),
            kind="number",
            minimum=options.min_bid,
            maximum=HIGHEST_BID,
            step=options.bid_increment,
            when=when,
        ),
        SummaryField(
            name="declarer",
            label=say("Declarer"),
            help=say("Who made the highest bid, took the kitty and named trump."),
            kind="seat",
            when=when,
        ),
        SummaryField(
            name="trump",
            label=say("Trump"),
            help=say("The suit the declarer named. With it the melds are checked more closely."),
            kind="suit",
            choices=tuple((suit, SUIT_WORDS[suit]) for suit in "SHDC"),
            required=False,
            when=when,
        ),
        SummaryField(
            name="melds",
            label=say("Meld"),
            help=say("What each player melds, also when it will not count."),
            kind="side_numbers",
            minimum=0,
            step=10,
            when=when,
        ),
    ]


def _buried(options: Options, when: _Conditions) -> SummaryField:
    nobody = options.buried_points == "nobody"
    return SummaryField(
        name="buried_points",
        label=say("Points of the buried cards"),
        help=(
            say("10 for each ace, ten or king that was buried; nobody gets them.")
            if nobody
            else say(
                "10 for each ace, ten or king that was buried. "
                "Needed when the declarer has 30 points or fewer."
            )
        ),
        kind="choice",
        choices=tuple(
            (points, number_label(points)) for points in range(0, KITTY_SIZE * COUNTER + 1, COUNTER)
        ),
        required=nobody,
        when=when,
    )


def _points(options: Options, when: _Conditions) -> SummaryField:
    shared = options.buried_points == "declarer"
    return SummaryField(
        name="points",
        label=say("Points in play"),
        help=(
            say(
                "Aces, tens and kings taken, 10 each, and 10 for the last trick; the declarer's "
                "with those of the buried cards. 250 together."
            )
            if shared
            else say(
                "Aces, tens and kings taken, 10 each, and 10 for the last trick: 250 together, "
                "less the buried cards."
            )
        ),
        kind="side_numbers",
        minimum=0,
        maximum=POINTS,
        step=LAST_TRICK,
        total=POINTS if shared else None,
        when=when,
    )


def _tricks(when: _Conditions) -> SummaryField:
    return SummaryField(
        name="tricks",
        label=say("Tricks"),
        help=say(
            "How many of the 15 tricks each player took. Needed when somebody may have taken "
            "none, for then the meld is lost."
        ),
        kind="side_numbers",
        minimum=0,
        maximum=TRICKS,
        total=TRICKS,
        required=False,
        when=when,
    )


def _dix_only(when: _Conditions) -> SummaryField:
    return SummaryField(
        name="dix_only",
        label=say("Nines of trumps only"),
        help=say("Who melded nothing but nines of trumps, 10 or 20: that needs no point."),
        kind="side_flags",
        required=False,
        when=when,
    )

"""What a scorer of three-handed pinochle is asked, in the order of the table."""

from games.engine.options import number_label
from games.engine.sentences import say
from games.engine.single_deck import summary_fields as single_deck
from games.engine.single_deck.deck import COUNTER, POINTS
from games.engine.summary_fields import SummaryField
from games.engine.variants.three_handed_pinochle.deal import KITTY_SIZE, TRICKS
from games.engine.variants.three_handed_pinochle.options import Options


def summary_fields(options: Options, players: int) -> tuple[SummaryField, ...]:
    endings = single_deck.endings_of(
        no_play=options.unmakeable_bid == "no_play",
        throw_in=options.throw_in,
        redeal=options.all_pass == "redeal",
    )
    fields = single_deck.with_outcome(endings, _contract(options, endings.with_bid))
    if options.buried_points == "nobody" or options.save_meld == "point":
        fields.append(_buried(options, endings.played))
    fields.append(_points(options, endings.played))
    if options.save_meld == "trick":
        help = say(
            "How many of the 15 tricks each player took. Needed when somebody may have taken "
            "none, for then the meld is lost."
        )
        fields.append(single_deck.tricks(help=help, total=TRICKS, when=endings.played))
    elif options.save_meld == "point":
        fields.append(
            single_deck.dix_only(
                label=say("Nines of trumps only"),
                help=say("Who melded nothing but nines of trumps, 10 or 20: that needs no point."),
                when=endings.played,
            )
        )
    return tuple(fields)


def _contract(options: Options, when: single_deck.When) -> list[SummaryField]:
    """Bid, declarer, trump and melds, as every deal has them that was not passed out."""
    return [
        single_deck.bid(lowest=options.min_bid, step=options.bid_increment, when=when),
        single_deck.declarer(
            help=say("Who made the highest bid, took the kitty and named trump."), when=when
        ),
        single_deck.trump(when=when),
        single_deck.melds(
            help=say("What each player melds, also when it will not count."), when=when
        ),
    ]


def _buried(options: Options, when: single_deck.When) -> SummaryField:
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


def _points(options: Options, when: single_deck.When) -> SummaryField:
    if options.buried_points == "nobody":
        help = say(
            "Aces, tens and kings taken, 10 each, and 10 for the last trick: 250 together, "
            "less the buried cards."
        )
        return single_deck.points(help=help, total=None, when=when)
    help = say(
        "Aces, tens and kings taken, 10 each, and 10 for the last trick; the declarer's "
        "with those of the buried cards. 250 together."
    )
    return single_deck.points(help=help, total=POINTS, when=when)

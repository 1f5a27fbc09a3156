"""What a scorer of partnership pinochle is asked, in the order in which it happens at the table."""

from games.engine.sentences import say
from games.engine.single_deck import summary_fields as single_deck
from games.engine.summary_fields import SummaryField
from games.engine.variants.partnership_pinochle.deal import TRICKS
from games.engine.variants.partnership_pinochle.options import Options


def summary_fields(options: Options, players: int) -> tuple[SummaryField, ...]:
    endings = single_deck.endings_of(
        no_play=options.unmakeable_bid == "no_play",
        throw_in=options.throw_in,
        redeal=options.all_pass == "redeal",
    )
    fields = single_deck.with_outcome(endings, _contract(options, endings.with_bid))
    fields.append(
        single_deck.points(
            help=say(
                "Aces, tens and kings taken, 10 each, and 10 for the last trick: 250 together."
            ),
            when=endings.played,
        )
    )
    if options.save_meld == "trick":
        help = say("Needed only when a side has no points: a single trick saves its meld.")
        fields.append(single_deck.tricks(help=help, total=TRICKS, when=endings.played))
    elif options.save_meld == "point":
        fields.append(
            single_deck.dix_only(
                label=say("Meld of nines of trumps only"),
                help=say(
                    "A side without a point keeps a meld of 10 or 20 that is of nines of trumps."
                ),
                when=endings.played,
            )
        )
    return tuple(fields)


def _contract(options: Options, when: single_deck.When) -> list[SummaryField]:
    """Bid, declarer, trump and melds, as every deal has them that was not passed out."""
    return [
        single_deck.bid(lowest=options.min_bid, step=options.bid_increment, when=when),
        single_deck.declarer(help=say("Who made the highest bid and named trump."), when=when),
        single_deck.trump(when=when),
        single_deck.melds(
            help=say("All that both hands of the side meld, also when it is lost in the play."),
            when=when,
        ),
    ]

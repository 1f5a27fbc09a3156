"""The fields of a summary of partnership pinochle, in the order in which it happens."""

from games.engine.card_values import CardValues
from games.engine.single_deck import summary_fields as single_deck
from games.engine.single_deck.summary_fields import PLAYED, WITH_BID
from games.engine.single_deck.values import USUAL_CARDS
from games.engine.summary_fields import Field, SummaryFields, only_if
from games.engine.variants.partnership_pinochle.deal import SEATS, SIDES, TRICKS
from games.sentences import Sentence, say


def _what_counts(values: CardValues) -> Sentence:
    if values is USUAL_CARDS:
        return say("Aces, tens and kings taken, 10 each, and 10 for the last trick: 250 together.")
    return say(
        "What the cards taken are worth, and %(last)d for the last trick: %(total)d together.",
        last=values.last_trick,
        total=values.total,
    )


FIELDS = SummaryFields(
    *single_deck.contract(
        declared=say("Who made the highest bid and named trump."),
        melded=say("All that both hands of the side meld, also when it is lost in the play."),
    ),
    Field(name="seat_melds", kind="seat_numbers", step=10, when=WITH_BID),
    single_deck.points(
        help=_what_counts,
        when=PLAYED,
    ),
    single_deck.tricks(
        help=say("Needed only when a side has no points: a single trick saves its meld."),
        total=TRICKS,
        asked=only_if(lambda options: options.save_meld == "trick"),
        when=PLAYED,
    ),
    Field(name="last_trick", kind="side", when=PLAYED),
    single_deck.dix_only(
        label=say("Meld of nines of trumps only"),
        help=say("A side without a point keeps a meld that is of nines of trumps alone."),
    ),
    players=(SEATS, SEATS),
    sides=(SIDES, SIDES),
)

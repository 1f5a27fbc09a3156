"""The fields of a summary of three-handed pinochle, in the order in which it happens."""

from collections.abc import Mapping
from typing import Any

from games.engine.options import number_label
from games.engine.single_deck import summary_fields as single_deck
from games.engine.single_deck.deck import COUNTER
from games.engine.single_deck.summary_fields import PLAYED, WITH_BID
from games.engine.summary_fields import Field, SummaryField, SummaryFields, only_if
from games.engine.variants.three_handed_pinochle.deal import KITTY_SIZE, SEATS, TRICKS
from games.engine.variants.three_handed_pinochle.options import Options
from games.sentences import say


def _buried(options: Options, players: int) -> Mapping[str, Any] | None:
    """Asked where the points of the buried cards are nobody's, or a point decides over a meld."""
    if options.buried_points == "nobody":
        return {"help": _NOBODYS, "required": True, "when": PLAYED}
    return {"when": PLAYED} if options.save_meld == "point" else None


def _points(options: Options, players: int) -> Mapping[str, Any]:
    """Buried cards that are nobody's leave less than all points to be shared out."""
    return {"help": _LESS_BURIED, "total": None} if options.buried_points == "nobody" else {}


_NOBODYS = say("10 for each ace, ten or king that was buried; nobody gets them.")
_LESS_BURIED = say(
    "Aces, tens and kings taken, 10 each, and 10 for the last trick: 250 together, "
    "less the buried cards."
)

FIELDS = SummaryFields(
    *single_deck.contract(
        declared=say("Who made the highest bid, took the kitty and named trump."),
        melded=say("What each player melds, also when it will not count."),
    ),
    SummaryField(
        name="buried_points",
        label=say("Points of the buried cards"),
        help=say(
            "10 for each ace, ten or king that was buried. "
            "Needed when the declarer has 30 points or fewer."
        ),
        kind="choice",
        choices=tuple(
            (points, number_label(points)) for points in range(0, KITTY_SIZE * COUNTER + 1, COUNTER)
        ),
        required=False,
        asked=_buried,
        when=WITH_BID,
    ),
    single_deck.points(
        help=say(
            "Aces, tens and kings taken, 10 each, and 10 for the last trick; the declarer's "
            "with those of the buried cards. 250 together."
        ),
        asked=_points,
        when=PLAYED,
    ),
    single_deck.tricks(
        help=say(
            "How many of the 15 tricks each player took. Needed when somebody may have taken "
            "none, for then the meld is lost."
        ),
        total=TRICKS,
        asked=only_if(lambda options: options.save_meld == "trick"),
        when=PLAYED,
    ),
    Field(name="last_trick", kind="seat", when=PLAYED),
    single_deck.dix_only(
        label=say("Nines of trumps only"),
        help=say("Who melded nothing but nines of trumps, 10 or 20: that needs no point."),
    ),
    players=(SEATS, SEATS),
    sides=(SEATS, SEATS),
)

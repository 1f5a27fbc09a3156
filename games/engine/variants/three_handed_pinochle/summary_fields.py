"""The fields of a summary of three-handed pinochle, in the order in which it happens."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from games.engine.card_values import CardValues
from games.engine.json_schema import whole_number
from games.engine.options import number_label
from games.engine.single_deck import summary_fields as single_deck
from games.engine.single_deck.summary_fields import PLAYED, WITH_BID
from games.engine.single_deck.values import MOST_FOR_A_CARD, USUAL_CARDS, card_values
from games.engine.summary_fields import Field, SummaryField, SummaryFields, only_if
from games.engine.variants.three_handed_pinochle.deal import KITTY_SIZE, SEATS, TRICKS
from games.engine.variants.three_handed_pinochle.options import Options
from games.sentences import Sentence, say


def _buried(options: Options, players: int) -> Mapping[str, Any] | None:
    """Asked where the points of the buried cards are nobody's, or a point decides over a meld."""
    values = card_values(options)
    choices = tuple((points, number_label(points)) for points in buried_sums(values))
    if options.buried_points == "nobody":
        help = _NOBODYS if values is USUAL_CARDS else _OWN_NOBODYS
        return {"help": help, "required": True, "when": PLAYED, "choices": choices}
    if options.save_meld != "point":
        return None
    return {"help": _decides(values), "when": PLAYED, "choices": choices}


@lru_cache(maxsize=256)
def buried_sums(values: CardValues) -> tuple[int, ...]:
    """Return everything that the cards the declarer buries can be worth together, rising."""
    ranks = set(values.by_code)
    return tuple(sorted({sum(cards) for cards in combinations_with_replacement(ranks, KITTY_SIZE)}))


def _decides(values: CardValues) -> Sentence:
    if values is USUAL_CARDS:
        return _DECIDES
    return say(
        "What the buried cards are worth. Needed when the declarer has %(points)d points or fewer.",
        points=buried_sums(values)[-1],
    )


def _points(options: Options, players: int) -> Mapping[str, Any]:
    """Buried cards that are nobody's leave less than all points to be shared out."""
    if options.buried_points != "nobody":
        return {}
    values = card_values(options)
    return {"help": _LESS_BURIED if values is USUAL_CARDS else _own(values), "total": None}


def _own(values: CardValues) -> Sentence:
    return say(
        "What the cards taken are worth, and %(last)d for the last trick: %(total)d together, "
        "less the buried cards.",
        last=values.last_trick,
        total=values.total,
    )


def _what_counts(values: CardValues) -> Sentence:
    if values is USUAL_CARDS:
        return _WITH_BURIED
    return say(
        "What the cards taken are worth, and %(last)d for the last trick; the declarer's with "
        "those of the buried cards. %(total)d together.",
        last=values.last_trick,
        total=values.total,
    )


_DECIDES = say(
    "10 for each ace, ten or king that was buried. Needed when the declarer has 30 points or fewer."
)
_OWN_NOBODYS = say("What the buried cards are worth; nobody gets these points.")
_WITH_BURIED = say(
    "Aces, tens and kings taken, 10 each, and 10 for the last trick; the declarer's "
    "with those of the buried cards. 250 together."
)
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
        help=_DECIDES,
        kind="choice",
        choices=tuple((points, number_label(points)) for points in buried_sums(USUAL_CARDS)),
        json=whole_number(0, KITTY_SIZE * MOST_FOR_A_CARD),
        required=False,
        asked=_buried,
        when=WITH_BID,
    ),
    single_deck.points(
        help=_what_counts,
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
        help=say("Who melded nothing but nines of trumps: that needs no point."),
    ),
    players=(SEATS, SEATS),
    sides=(SEATS, SEATS),
)

"""A summary against the cards of its prepared deal: what those cards cannot have melded.

Only what is certain is refused. A hand that no card joins melds at most what it was dealt, in the
trump that is named, or in the one suit that explains all the melds; where partners pass cards, or
the declarer takes a kitty, the cards of both lie together and meld at least what they could apart.
Games without a meld, and one in which cards are drawn, are not looked at.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.cards import SUITS, Counts, Deck
from games.engine.errors import IllegalAction
from games.engine.prepared import PreparedDeal
from games.engine.prepared_melds import Pool
from games.engine.ruleset import Ruleset
from games.engine.variants import VARIANTS
from games.sentences import SeatName, SideName, say


class Claim(NamedTuple):
    """Points that somebody is said to have melded, from the pools with these places."""

    who: SeatName | SideName
    field: str
    points: int
    pools: tuple[int, ...]


def check_summary_as_prepared(
    ruleset: Ruleset, deal: PreparedDeal, summary: Mapping[str, Any]
) -> None:
    """Refuse a summary that has been scored if the prepared cards cannot have melded it.

    Raises IllegalAction `not_as_prepared` with who melded how many, and the most that was possible.
    """
    melding = VARIANTS[ruleset.variant].prepared_melds
    declarer = summary.get("declarer")
    if melding is None or not isinstance(declarer, int):
        return
    hands = [_counts(melding.deck, cards) for cards in deal.hands]
    pools = melding.pools(ruleset.options, hands, _counts(melding.deck, deal.stock), declarer)
    claims = list(_claims(ruleset, summary, pools))
    trump = summary.get("trump")
    suits = range(len(SUITS)) if trump is None else [SUITS.index(trump)]
    excesses = []
    for suit in suits:
        worths = [
            melding.worth(ruleset.options, pool.cards, suit, len(pool.seats)) for pool in pools
        ]
        excess = _excess(claims, worths)
        if excess is None:
            return  # all of it can have been melded with this trump
        excesses.append(excess)
    claim, most = min(excesses, key=lambda excess: excess[0].points - excess[1])
    sentence = say(
        "in prepared deal %(deal)d %(who)s can meld %(most)d at most and not %(points)d: look "
        "whether this deal was played, and who melded what",
        deal=deal.number,
        who=claim.who,
        most=most,
        points=claim.points,
    )
    raise IllegalAction("summary", None, "not_as_prepared", sentence, field=claim.field)


def _excess(claims: Sequence[Claim], worths: Sequence[int]) -> tuple[Claim, int] | None:
    """Return the first claim that is more than its cards can meld, with what they can."""
    for claim in claims:
        most = sum(worths[pool] for pool in claim.pools)
        if claim.points > most:
            return claim, most
    return None


def _claims(ruleset: Ruleset, summary: Mapping[str, Any], pools: Sequence[Pool]) -> Iterator[Claim]:
    """Give what each seat and each side is said to have melded.

    Where every player is a side, the numbers of the sides are those of the seats.
    """
    for seat, points in enumerate(summary.get("seat_melds") or ()):
        yield Claim(SeatName(seat), "seat_melds", points, _pools_of(pools, [seat]))
    for side, points in enumerate(summary.get("melds") or ()):
        seats = [seat for seat in range(ruleset.players) if ruleset.side_of(seat) == side]
        who = SeatName(side) if len(seats) == 1 else SideName(side)
        yield Claim(who, "melds", points, _pools_of(pools, seats))


def _pools_of(pools: Sequence[Pool], seats: Sequence[int]) -> tuple[int, ...]:
    return tuple(place for place, pool in enumerate(pools) if not set(seats).isdisjoint(pool.seats))


def _counts(deck: Deck, cards: str) -> Counts:
    counts = [0] * deck.kinds
    for card in cards.split():
        counts[deck.codes[card]] += 1
    return counts

"""New partners for the four single players of a table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from games.sentences import CardName, Sentence, say
from league.play.rounds.drawing.drawn import Reason
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.table_moves.going import Mover

SPLIT, NO_REPEAT, CARDS = "split", "no_repeat", "cards"
RANKS, SUITS = "23456789TJQKA", "CDHS"

Pair: TypeAlias = tuple[str, str]
Split: TypeAlias = tuple[Pair, Pair]
Times: TypeAlias = Mapping[frozenset[str], int]


class Past(NamedTuple):
    """How often two have been partners and opponents, and who were partners a round ago."""

    partners: Times
    opponents: Times
    last_partners: frozenset[frozenset[str]]


def splits_of(players: Sequence[Mover], past: Past, *, together: bool) -> list[Split]:
    """Return the ways to make two sides in which nobody keeps the partner of the last round.

    `together`: the winners who stay at the head remain partners.
    """
    a, b, c, d = (mover.entry for mover in players)
    splits: list[Split] = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    if together:
        champions = frozenset(m.entry for m in players if m.how == "winners_stay")
        kept = [split for split in splits if champions in map(frozenset, split)]
        if kept:
            return kept
    new = [s for s in splits if not any(frozenset(pair) in past.last_partners for pair in s)]
    return new or splits


def repeats_in(split: Split, past: Past) -> int:
    return sum(past.partners.get(frozenset(pair), 0) for pair in split)


def best_split(splits: Sequence[Split], past: Past, rng: Random) -> Split:
    """Return the sides with the fewest repeated partners, then opponents, then by lot."""

    def cost(split: Split) -> tuple[int, int, float]:
        one, other = split
        met = sum(past.opponents.get(frozenset((x, y)), 0) for x in one for y in other)
        return repeats_in(split, past), met, rng.random()

    return min(splits, key=cost)


def split_by_cards(
    request: DrawRequest, splits: Sequence[Split], rng: Random
) -> tuple[Split, Sentence]:
    """Let everybody draw a card: the highest plays with the highest that it may have as partner.

    So the World Series of Pinochle finds partners (clubs.md).
    """
    players = [entry for pair in splits[0] for entry in pair]
    pack = [(rank, suit) for rank in range(13) for suit in range(4)]
    drawn = dict(zip(players, rng.sample(pack, 4), strict=True))
    highest = max(players, key=lambda entry: drawn[entry])

    def partners_card(split: Split) -> tuple[int, int]:
        pair = next(pair for pair in split if highest in pair)
        return drawn[pair[0] if pair[1] == highest else pair[1]]

    chosen = max(splits, key=partners_card)
    partner = next(e for pair in chosen if highest in pair for e in pair if e != highest)
    in_order = sorted(players, key=lambda entry: drawn[entry], reverse=True)
    cards = " ".join(RANKS[rank] + SUITS[suit] for rank, suit in (drawn[e] for e in in_order))
    sentence = say(
        "cards drawn for partners: %(names)s drew %(cards)s; %(highest)s plays with %(partner)s",
        names=request.names(in_order),
        cards=CardName(cards),
        highest=request.names([highest]),
        partner=request.names([partner]),
    )
    return chosen, sentence


Cost: TypeAlias = Callable[[Sequence[Mover]], int]
Seat: TypeAlias = tuple[int, int]  # a table and a place at it


def exchange_for_new_partners(
    tables: Sequence[Sequence[Mover]], cost: Cost
) -> tuple[list[list[Mover]], list[tuple[str, str]]]:
    """Let players of near tables change places as long as that leaves fewer repeated partners.

    Those who arrived change with those who arrived first, and the nearest tables come first.
    Returns the tables and who changed with whom.
    """
    seated = [list(table) for table in tables]
    exchanged: list[tuple[str, str]] = []
    while True:
        exchange = next(_improvements(seated, cost), None)
        if exchange is None:
            return seated, exchanged
        (one, at), (other, there) = exchange
        seated[one][at], seated[other][there] = seated[other][there], seated[one][at]
        exchanged.append((seated[one][at].entry, seated[other][there].entry))


def _improvements(seated: Sequence[Sequence[Mover]], cost: Cost) -> Iterator[tuple[Seat, Seat]]:
    costs = [cost(table) for table in seated]
    for one, other, alike in _neighbours(len(seated), costs):
        for at, mover in enumerate(seated[one]):
            for there, partner in enumerate(seated[other]):
                if (mover.stays == partner.stays) == alike:
                    changed = [*seated[one][:at], partner, *seated[one][at + 1 :]]
                    against = [*seated[other][:there], mover, *seated[other][there + 1 :]]
                    if cost(changed) + cost(against) < costs[one] + costs[other]:
                        yield (one, at), (other, there)


def _neighbours(tables: int, costs: Sequence[int]) -> Iterator[tuple[int, int, bool]]:
    """Yield a table with a repeat, another one, and whether those alike are to be exchanged."""
    for distance in range(1, tables):
        for alike in (True, False):
            for one in range(tables):
                for other in (one - distance, one + distance):
                    if costs[one] and 0 <= other < tables:
                        yield one, other, alike


def why_partners(request: DrawRequest, split: Split, past: Past) -> Iterator[Reason]:
    again = [pair for pair in split if past.partners.get(frozenset(pair), 0)]
    if not again:
        sentence = say(
            "new partners: %(one)s play against %(other)s",
            one=request.names(split[0]),
            other=request.names(split[1]),
        )
        yield Reason("new_partners", sentence)
    for pair in again:
        sentence = say(
            "%(names)s have been partners before (rounds so far: %(times)d)",
            names=request.names(pair),
            times=past.partners[frozenset(pair)],
        )
        yield Reason("repeat_partners", sentence)

"""Melds by what was laid down: each is named and counted, and the game's table adds up.

A scorer taps "run, aces around, marriage of hearts twice". What was laid needs certain cards; the
hand of exactly these is measured by the game's own table of melds, so that a sum is never another
one than that of a full record. What those cards hold besides (kings and queens around hold a
marriage in every suit) counts with them.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.cards import SUITS, Counts, Deck
from games.engine.errors import IllegalAction
from games.engine.record import bad_field, missing_field
from games.engine.summaries import impossible, read_suit
from games.sentences import CardName, SeatName, Sentence, SuitName, say

TRUMP = "*"  # stands for the suit of trumps in the cards of a meld

Laid = Mapping[str, int]  # how often each meld was laid, by its code
Named = tuple[Sentence, int]  # a meld with its times, and its points


class LaidMeld(NamedTuple):
    """A meld that can be tapped. `cards` are written "AS", with `*` for the suit of trumps.

    A card serves one meld of each `kind`. `most`: how often the pack holds it.
    """

    code: str
    name: Sentence
    cards: tuple[str, ...]
    kind: str
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldSheet:
    """What a game's players can lay down, and what it is worth.

    `hand_size`: seat and declarer -> how many cards can lie there, None without a limit.
    `worth`: what was laid, the hand that it needs and the place of the suit of trumps -> its melds
    with their points.
    """

    melds: tuple[LaidMeld, ...]
    deck: Deck
    hand_size: Callable[[int, int | None], int | None]
    worth: Callable[[Laid, Counts, int], Sequence[Named]]


def no_meld_sheet(options: Any, players: int) -> MeldSheet | None:
    """Return None: in this game there are no melds."""
    return None


def marriages(most: int) -> tuple[LaidMeld, ...]:
    """Return a king and queen of each suit, as they lie on the table beside any run."""
    return tuple(
        LaidMeld(
            f"marriage_{suit}",
            say("marriage in %(suit)s", suit=SuitName(suit)),
            (f"K{suit}", f"Q{suit}"),
            "sequence",
            most,
        )
        for suit in SUITS
    )


def around(code: str, name: Sentence, rank: str, most: int) -> LaidMeld:
    return LaidMeld(code, name, tuple(rank + suit for suit in SUITS), "around", most)


def add_up(
    sheet: MeldSheet, laid: Sequence[Laid], trump: str, declarer: int | None = None
) -> list[Sequence[Named]]:
    """Return by seat the melds with their points. Raises IllegalAction for cards nobody can hold.

    `laid` has one entry a seat, read by `read_laid`.
    """
    hands = [cards_needed(sheet, melds, trump) for melds in laid]
    for seat, hand in enumerate(hands):
        _check_hand(sheet, seat, hand, sheet.hand_size(seat, declarer))
    _check_pack(sheet.deck, hands)
    place = SUITS.index(trump)
    return [
        sheet.worth(melds, [hand[text] for text in sheet.deck.texts], place)
        for melds, hand in zip(laid, hands, strict=True)
    ]


def cards_needed(sheet: MeldSheet, laid: Laid, trump: str) -> Counter[str]:
    """Return the fewest cards that hold all of this: a card serves one meld of each kind."""
    by_kind: dict[str, Counter[str]] = {}
    for meld in sheet.melds:
        for card in meld.cards if laid.get(meld.code) else ():
            text = card.replace(TRUMP, trump)
            by_kind.setdefault(meld.kind, Counter())[text] += laid[meld.code]
    needed: Counter[str] = Counter()
    for cards in by_kind.values():
        needed |= cards
    return needed


def _check_hand(sheet: MeldSheet, seat: int, hand: Counter[str], size: int | None) -> None:
    for card, copies in hand.items():
        if copies > sheet.deck.copies:
            _refuse(
                say(
                    "what %(seat)s laid down needs %(needed)d copies of %(card)s; "
                    "the pack has %(copies)d",
                    seat=SeatName(seat),
                    needed=copies,
                    card=CardName(card),
                    copies=sheet.deck.copies,
                )
            )
    if size is not None and hand.total() > size:
        _refuse(
            say(
                "what %(seat)s laid down needs %(needed)d cards; the hand has %(size)d",
                seat=SeatName(seat),
                needed=hand.total(),
                size=size,
            )
        )


def _check_pack(deck: Deck, hands: Sequence[Counter[str]]) -> None:
    together: Counter[str] = sum(hands, Counter())
    for card, copies in together.items():
        if copies > deck.copies:
            _refuse(
                say(
                    "what all players laid down needs %(needed)d copies of %(card)s; "
                    "the pack has %(copies)d",
                    needed=copies,
                    card=CardName(card),
                    copies=deck.copies,
                )
            )


def _refuse(sentence: Sentence) -> None:
    raise IllegalAction("summary", None, "meld_unreachable", sentence, field="melds")


def with_melds(
    sheet: MeldSheet | None, summary: Mapping[str, Any], players: int, sides: int
) -> dict[str, Any]:
    """Return a summary whose `laid` is added up to `melds` (and `seat_melds` of partners).

    A summary without `laid` stays as it is. Raises MalformedRecord where `laid` is not a list of
    melds or the summary lacks the trump, IllegalAction where no hand can hold the cards of the
    melds or a number written beside them is another one than their sum.
    """
    if sheet is None or summary.get("laid") is None:
        return dict(summary)
    laid = read_laid(sheet, summary["laid"], players)
    if summary.get("trump") is None:
        raise missing_field("trump", phase="summary")
    declarer = summary.get("declarer")
    seat = declarer if type(declarer) is int else None
    named = add_up(sheet, laid, read_suit(summary["trump"]), seat)
    by_seat = [sum(points for _, points in melds) for melds in named]
    added = {"melds": [sum(by_seat[side::sides]) for side in range(sides)]}
    if players > sides:
        added["seat_melds"] = by_seat
    for name, points in added.items():
        written = summary.get(name)
        if isinstance(written, (list, tuple)) and list(written) != points:
            sentence = say(
                "what was laid down adds up to %(laid)s, but %(written)s is written",
                laid=", ".join(map(str, points)),
                written=", ".join(map(str, written)),
            )
            impossible("meld_mismatch", sentence, "melds")
    return {**added, **{name: value for name, value in summary.items() if value is not None}}


def read_laid(sheet: MeldSheet, value: object, players: int) -> list[Laid]:
    """Return by seat how often each meld was laid. Raises MalformedRecord `bad_field`."""
    known = {meld.code: meld.most for meld in sheet.melds}
    if (
        isinstance(value, (list, tuple))
        and len(value) == players
        and all(isinstance(melds, Mapping) and _is_laid(melds, known) for melds in value)
    ):
        return [dict(melds) for melds in value]
    sentence = say(
        '"laid" must have one object for each of the %(players)d seats: how often each of '
        "%(melds)s was laid down",
        players=players,
        melds=", ".join(known),
    )
    raise bad_field("laid", sentence, phase="summary")


def _is_laid(laid: Mapping[Any, Any], known: Mapping[str, int]) -> bool:
    return all(
        code in known and type(times) is int and 0 <= times <= known[code]
        for code, times in laid.items()
    )


def laid_schema(sheet: MeldSheet, players: int) -> dict[str, Any]:
    """Return the JSON Schema of `laid`."""
    times = {
        meld.code: {"type": "integer", "minimum": 0, "maximum": meld.most} for meld in sheet.melds
    }
    a_seat = {"type": "object", "properties": times, "additionalProperties": False}
    return {"type": "array", "items": a_seat, "minItems": players, "maxItems": players}

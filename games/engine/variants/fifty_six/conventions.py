"""What calls show the partner. An explanation only: no call is legal or illegal because of it.

A claim is of the strongest cards of a suit that nobody has shown yet, jacks first. What counts is
what was said, by either side, true or not: that is all the table knows.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from games.engine.cards import SUITS, Counts
from games.engine.ruleset import Ruleset
from games.engine.variants.fifty_six.auction import make_calls
from games.engine.variants.fifty_six.calls import LOWEST, NO_TRUMP
from games.engine.variants.fifty_six.deal import COPIES, Pack, pack_for
from games.engine.variants.fifty_six.options import Options
from games.engine.variants.fifty_six.state import Bid, State

LENGTH_OPENED = 4  # what an opening in a suit promises, about
LENGTH_OF_GOOD_SUIT = 5  # what an opening of a good suit without the best card promises, about


class CardsShown:
    """Which cards of each suit bids have shown so far, and whose."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.of_suit = [0] * len(SUITS)  # how many cards of each suit, the strongest first
        self.copies_of: defaultdict[tuple[int, int], int] = defaultdict(int)  # (seat, card)
        self.of_seat: defaultdict[int, int] = defaultdict(int)

    def next_card(self, suit: int) -> int | None:
        """Return the strongest card of the suit that nobody has shown."""
        order = self.pack.suits[suit]
        shown = self.of_suit[suit] // COPIES
        return order[-1 - shown] if shown < len(order) else None

    def claim(self, seat: int, suit: int, count: int) -> list[int] | None:
        """Let a seat claim the next cards; None, and nothing shown, if it cannot hold them."""
        order, shown = self.pack.suits[suit], self.of_suit[suit]
        if shown + count > len(order) * COPIES or self.of_seat[seat] + count > self.pack.hand_size:
            return None
        cards = [order[-1 - place // COPIES] for place in range(shown, shown + count)]
        self.of_suit[suit] += count
        self.of_seat[seat] += count
        for card in cards:
            self.copies_of[seat, card] += 1
        return cards

    def holds_unshown(self, seat: int, hand: Counts, card: int | None) -> bool:
        """Say whether the hand has a copy of the card that this seat has not shown."""
        return card is not None and hand[card] > self.copies_of[seat, card]


def explain_call(
    ruleset: Ruleset, dealer: int, auction: list[Any], call: object
) -> dict[str, Any] | None:
    """Return what a bid after these calls shows, or None. Raises for a call that is illegal.

    Nobody's cards are known here, so the meaning says nothing of whether it is true.
    """
    options: Options = ruleset.options
    state = State(
        ruleset=ruleset,
        options=options,
        players=ruleset.players,
        pack=pack_for(options, ruleset.players),
        dealer=dealer,
        dealt=[],
        turn=(dealer + 1) % ruleset.players,
    )
    make_calls(state, auction)
    bids_before = len(state.bids)
    make_calls(state, (call,))
    if not options.annotate_calls or len(state.bids) == bids_before:
        return None
    return annotations(state.pack, options, state.bids)[-1]


def annotations(
    pack: Pack, options: Options, bids: Sequence[Bid], dealt: Sequence[Counts] | None = None
) -> list[dict[str, Any]]:
    """Return for each bid what it shows and, given the hands as dealt, whether that is true."""
    shown = CardsShown(pack)
    notes = []
    for place, bid in enumerate(bids):
        hand = None if dealt is None else dealt[bid.seat]
        meaning = _MEANINGS[bid.form](shown, options, bids[:place], bid, hand)
        if meaning["verdict"] is None:
            del meaning["verdict"]
        notes.append(
            {
                "seat": bid.seat,
                "form": bid.form,
                "amount": bid.amount,
                "strain": bid.strain,
                "opening": not place,
                **meaning,
            }
        )
    return notes


def cards_shown(pack: Pack, options: Options, bids: Sequence[Bid]) -> CardsShown:
    """Return which cards these bids have shown."""
    shown = CardsShown(pack)
    for place, bid in enumerate(bids):
        _MEANINGS[bid.form](shown, options, bids[:place], bid, None)
    return shown


def _above_lowest(before: Sequence[Bid], bid: Bid) -> int:
    """Return by how much a bid is more than the lowest that could have been made."""
    return bid.amount - (before[-1].amount + 1 if before else LOWEST)


def _strongest_cards(
    shown: CardsShown, options: Options, before: Sequence[Bid], bid: Bid, hand: Counts | None
) -> dict[str, Any]:
    """Return that a bid claims as many of the suit's strongest unshown cards as it has steps."""
    suit = SUITS.index(bid.strain)
    claimed = shown.claim(bid.seat, suit, _above_lowest(before, bid) + 1)
    if claimed is None:
        return _impossible(only=False)
    verdict = None
    if hand is not None:
        verdict = "true"
        if any(hand[card] < shown.copies_of[bid.seat, card] for card in claimed):
            verdict = "false"
        elif not before and _length(shown.pack, hand, suit) < LENGTH_OPENED:
            verdict = "short"
        elif shown.holds_unshown(bid.seat, hand, shown.next_card(suit)):
            verdict = "understated"
    return _cards(shown, claimed, only=False, verdict=verdict)


def _only_cards(
    shown: CardsShown, options: Options, before: Sequence[Bid], bid: Bid, hand: Counts | None
) -> dict[str, Any]:
    """Return that a bid claims a card for each point it adds, and no other of the suit."""
    suit = SUITS.index(bid.strain)
    claimed = shown.claim(bid.seat, suit, _above_lowest(before, bid) + 1)
    if claimed is None:
        return _impossible(only=True)
    verdict = None
    if hand is not None:
        has_claimed = all(hand[card] >= shown.copies_of[bid.seat, card] for card in claimed)
        has_more = any(shown.holds_unshown(bid.seat, hand, card) for card in shown.pack.suits[suit])
        verdict = _verdict(has_claimed and not has_more)
    return _cards(shown, claimed, only=True, verdict=verdict)


def _good_suit_without(
    shown: CardsShown, options: Options, before: Sequence[Bid], bid: Bid, hand: Counts | None
) -> dict[str, Any]:
    """Return that a bid claims a good suit, but not the strongest card of it not yet shown."""
    suit = SUITS.index(bid.strain)
    denied = shown.next_card(suit)
    verdict = None
    if hand is not None:
        least = 1 if before else LENGTH_OF_GOOD_SUIT
        verdict = "short" if _length(shown.pack, hand, suit) < least else "true"
        if shown.holds_unshown(bid.seat, hand, denied):
            verdict = "false"
    cards = [] if denied is None else [shown.pack.deck.texts[denied]]
    return {"claim": "good_suit_without", "cards": cards, "verdict": verdict}


def _strong_no_suit(
    shown: CardsShown, options: Options, before: Sequence[Bid], bid: Bid, hand: Counts | None
) -> dict[str, Any]:
    """Return that a bid claims a strong hand without a good suit, which nothing can verify."""
    return {"claim": "strong_no_suit", "verdict": "soft"}


def _void(
    shown: CardsShown, options: Options, before: Sequence[Bid], bid: Bid, hand: Counts | None
) -> dict[str, Any]:
    """Return that a bid claims no card of an earlier bid's suit; its height says of which."""
    back = _above_lowest(before, bid) + (1 if bid.form == "plus_noes" else 0)
    counted = [
        made for made in before if made.strain != NO_TRUMP or options.noes_reference == "all_bids"
    ]
    meant = counted[-1 - back].strain if back < len(counted) else NO_TRUMP
    if meant == NO_TRUMP:
        return {"claim": "void", "suit": None, "verdict": "no_meaning"}
    verdict = None
    if hand is not None:
        verdict = _verdict(not _length(shown.pack, hand, SUITS.index(meant)))
    return {"claim": "void", "suit": meant, "verdict": verdict}


Meaning = Callable[[CardsShown, Options, Sequence[Bid], Bid, Counts | None], dict[str, Any]]
_MEANINGS: dict[str, Meaning] = {
    "number_suit": _strongest_cards,
    "plus_suit": _only_cards,
    "suit_number": _good_suit_without,
    "number_nt": _strong_no_suit,
    "number_noes": _void,
    "plus_noes": _void,
}


def _impossible(*, only: bool) -> dict[str, Any]:
    return {"claim": "cards", "cards": [], "only": only, "verdict": "impossible"}


def _cards(
    shown: CardsShown, claimed: Sequence[int], *, only: bool, verdict: str | None
) -> dict[str, Any]:
    cards = [shown.pack.deck.texts[card] for card in claimed]
    return {"claim": "cards", "cards": cards, "only": only, "verdict": verdict}


def _verdict(is_true: bool) -> str:
    return "true" if is_true else "false"


def _length(pack: Pack, hand: Counts, suit: int) -> int:
    return sum([hand[card] for card in pack.suits[suit]])

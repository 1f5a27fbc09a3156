"""What can be laid down in two-handed pinochle, where melds are laid one after the other.

A card that lies on the table may serve again, so each meld needs only its own cards; where a club
allows no card to be melded again, all melds need cards of their own.
"""

from collections.abc import Sequence

from games.engine.cards import SUITS, Counts
from games.engine.meld_names import MELDS
from games.engine.meld_sheet import TRUMP, Laid, LaidMeld, MeldSheet, Named
from games.engine.single_deck.deck import DECK
from games.engine.variants.two_handed_pinochle.melds import DIX, meld_rows
from games.engine.variants.two_handed_pinochle.options import Options
from games.sentences import Sentence, say

_CODES = {
    "run": "run",
    "aces around": "aces",
    "kings around": "kings",
    "queens around": "queens",
    "jacks around": "jacks",
    "pinochle": "pinochle",
    "double pinochle": "double_pinochle",
}


def meld_sheet(options: Options, players: int) -> MeldSheet:
    shared = "all" if options.remeld == "never" else ""
    melds = [
        LaidMeld(code, label, cards, shared or code, 1 if code == "double_pinochle" else 2)
        for code, label, cards in _rows()
    ]
    dix = LaidMeld("dix", MELDS["dix"], ("9" + TRUMP,), "dix", DECK.copies)
    return MeldSheet(
        melds=(*melds, dix),
        deck=DECK,
        hand_size=lambda _seat, _declarer: None,
        worth=_worth,
    )


def _rows() -> list[tuple[str, Sentence, tuple[str, ...]]]:
    """Return code, name and cards of each meld as it is laid, the run in the suit of trumps."""
    rows = []
    for meld in meld_rows("S").values():
        if meld.name in _CODES:
            cards = tuple(meld.text.split())
            if meld.name == "run":
                cards = tuple(card[0] + TRUMP for card in cards)
            rows.append((_CODES[meld.name], meld.label, cards))
    marriages = [row for suit in SUITS for row in [_marriage(suit)]]
    return [*rows, *marriages]


def _marriage(suit: str) -> tuple[str, Sentence, tuple[str, ...]]:
    plain = next(other for other in SUITS if other != suit)
    code = tuple(sorted((DECK.codes[f"K{suit}"], DECK.codes[f"Q{suit}"])))
    meld = meld_rows(plain)[code]
    return f"marriage_{suit}", meld.label, tuple(meld.text.split())


def _worth(laid: Laid, _hand: Counts, trump: int) -> Sequence[Named]:
    points = {
        _CODES[meld.name]: meld.points for meld in meld_rows("S").values() if meld.name in _CODES
    }
    named: list[Named] = []
    for code, label, cards in _rows():
        times = laid.get(code, 0)
        worth = points.get(code) or _marriage_worth(cards, SUITS[trump])
        if times:
            named.append((_times(label, times), worth * times))
    nines = laid.get("dix", 0)
    return [*named, (_times(MELDS["dix"], nines), DIX * nines)] if nines else named


def _marriage_worth(cards: tuple[str, ...], trump: str) -> int:
    return meld_rows(trump)[tuple(sorted(DECK.codes[card] for card in cards))].points


def _times(name: Sentence, times: int) -> Sentence:
    return name if times == 1 else say("%(meld)s × %(times)d", meld=name, times=times)

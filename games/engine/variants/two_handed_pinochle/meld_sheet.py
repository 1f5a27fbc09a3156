"""What can be laid down in two-handed pinochle, where melds are laid one after the other.

A card that lies on the table may serve again, so each meld needs only its own cards; where a club
allows no card to be melded again, all melds need cards of their own.
"""

from collections.abc import Sequence

from games.engine.cards import SUITS
from games.engine.meld_names import MELDS
from games.engine.meld_sheet import TRUMP, Laid, LaidMeld, MeldSheet, Named
from games.engine.single_deck.deck import DECK
from games.engine.variants.two_handed_pinochle.melds import meld_rows
from games.engine.variants.two_handed_pinochle.options import Options
from games.sentences import Sentence, SuitName, say

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
        for code, label, cards in _rows(options)
    ]
    if options.dix:
        melds.append(LaidMeld("dix", MELDS["dix"], ("9" + TRUMP,), "dix", DECK.copies))
    return MeldSheet(
        melds=tuple(melds),
        deck=DECK,
        hand_size=lambda _seat, _declarer: None,
        worth=lambda laid, _hand, trump: _worth(options, laid, trump),
    )


def _rows(options: Options) -> list[tuple[str, Sentence, tuple[str, ...]]]:
    """Return code, name and cards of each meld as it is laid, the run in the suit of trumps."""
    rows = []
    for meld in meld_rows("S", options).values():
        if meld.name in _CODES:
            cards = tuple(meld.text.split())
            if meld.name == "run":
                cards = tuple(card[0] + TRUMP for card in cards)
            rows.append((_CODES[meld.name], meld.label, cards))
    if options.royal_marriage or options.marriage:
        rows += [_marriage(suit) for suit in SUITS]
    return rows


def _marriage(suit: str) -> tuple[str, Sentence, tuple[str, ...]]:
    label = say("marriage in %(suit)s", suit=SuitName(suit))
    return f"marriage_{suit}", label, (f"K{suit}", f"Q{suit}")


def _worth(options: Options, laid: Laid, trump: int) -> Sequence[Named]:
    named: list[Named] = []
    for code, label, _cards in _rows(options):
        times = laid.get(code, 0)
        if times:
            named.append((_times(label, times), _points(options, code, SUITS[trump]) * times))
    nines = laid.get("dix", 0)
    return [*named, (_times(MELDS["dix"], nines), options.dix * nines)] if nines else named


def _points(options: Options, code: str, trump: str) -> int:
    """Return what a meld is worth: a marriage by its suit, any other one by its own value."""
    if code.startswith("marriage_"):
        return options.royal_marriage if code.endswith(trump) else options.marriage
    worth: int = getattr(options, code)
    return worth


def _times(name: Sentence, times: int) -> Sentence:
    return name if times == 1 else say("%(meld)s × %(times)d", meld=name, times=times)

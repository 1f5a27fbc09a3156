"""Deals of Pedro for its tests: with any spread of trumps, and two of the rulebook."""

from games.engine.actions import Action, play_deal
from games.engine.cards import shuffled
from games.engine.variants import VARIANTS, make_ruleset
from games.engine.variants.pedro.deal import PACK

GAME = VARIANTS["pedro"]
STANDARD = make_ruleset("pedro")
MATES = {"S": "C", "C": "S", "H": "D", "D": "H"}
# trumps dealt to each seat; the dealer is seat 3
SPREADS = {
    "nobody has trumps but the dealer": (0, 0, 0, 9),
    "eight with the dealer": (0, 0, 1, 8),
    "nobody has trumps": (0, 0, 0, 0),
    "the stock is two short": (0, 0, 0, 2),
    "the stock is one short": (1, 0, 0, 1),
    "two left to rob": (1, 1, 2, 2),
    "seven on the dealer's left": (7, 2, 0, 0),
    "nine in the second seat": (0, 9, 3, 0),
    "all in two hands": (9, 5, 0, 0),
    "seven and seven": (7, 0, 7, 0),
}


def stacked_deal(rng, spread, trump, dealer=3):
    """Return a record's hands and stock with so many trumps dealt to each seat."""
    low_pedro = "5" + MATES[trump]
    pack = shuffled(PACK, rng)
    trumps = [card for card in pack if card[1] == trump or card == low_pedro]
    plain = [card for card in pack if card not in trumps]
    hands = []
    for seat in range(4):
        count = spread[(seat - dealer - 1) % 4]
        hand = [trumps.pop() for _ in range(count)] + [plain.pop() for _ in range(9 - count)]
        hands.append(" ".join(hand))
    stock = trumps + plain
    rng.shuffle(stock)
    return {"dealer": dealer, "hands": hands, "stock": " ".join(stock)}


def naming(trump, player):
    """Return the player, who names this suit when it comes to that."""
    return lambda state: Action("trump", trump) if state.phase == "trump" else player(state)


def played(ruleset, rng, spread, trump, player):
    record = {**ruleset.as_json(), **stacked_deal(rng, spread, trump, rng.randrange(4))}
    return play_deal(record, GAME.opening(ruleset, record), GAME.apply, naming(trump, player))


# E7 of the rulebook: the stock runs out, and the dealer plays nine trumps
E7 = {
    "variant": "pedro",
    "dealer": 0,
    "hands": [
        "AD KD QD JD TD 9D 8D 7D 6D",
        "2S 3S 4S 5S 6S 7S 8S 9S TS",
        "JS QS KS AS 2C 3C 4C 5C 6C",
        "7C 8C 9C TC JC QC KC AC 2H",
    ],
    "stock": "5D 3D 3H 4H 6H 7H 5H 2D 8H 9H TH JH 4D QH KH AH",
    "auction": ["pass", "pass", "pass", "7"],
    "trump": "D",
    "discards": [
        "",
        "2S 3S 4S 5S 6S 7S 8S 9S TS",
        "JS QS KS AS 2C 3C 4C 5C 6C",
        "9C TC JC QC KC AC 2H",
    ],
    "play": [
        "AD+9D+8D+7D", "3D", "2D", "4D", "KD", "5D", "5H", "7C", "QD", "3H", "8H", "8C",
        "JD", "4H", "9H", "QH", "TD", "6H", "TH", "KH", "6D", "7H", "JH", "AH",
    ],
}  # fmt: skip


# the play of E10 of the rulebook: hearts led with diamonds trump, and who may do what
E10 = {
    "variant": "pedro",
    "dealer": 3,
    "hands": [
        "AD KD 9D 5D AC 2S TC TH JC",
        "JD 2D 4C KC 4H AS 7H 3S QS",
        "QD TD 5H 5S TS QC 2H 6H 4S",
        "8D 3D 3C 3H 9H 6C 2C AH JH",
    ],
    "stock": "KH 9C 4D QH 8S 7S 8C 7C 6S 7D KS 6D JS 8H 5C 9S",
    "auction": ["9", "pass", "pass", "pass"],
    "trump": "D",
    "discards": [
        "AC 2S TC TH JC",
        "4C KC 4H AS 7H 3S QS",
        "5S TS QC 2H 6H 4S",
        "8H 5C 9S 3C 3H 9H 6C 2C AH JH",
    ],
}

"""What melds and cards are worth by the options of a game, and what follows from these values.

The rulebook's values are the usual ones of the options; a club may type others. Everything that
counts melds or points takes them from here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import gcd
from operator import attrgetter
from typing import Any, Literal

from games.engine.card_values import CardValues, card_values_for
from games.engine.cards import SUITS
from games.engine.kept import kept
from games.engine.single_deck.deck import DECK
from games.sentences import Sentence, say

RunExtras = Literal["each", "marriage_only"]
MOST_FOR_A_CARD, MOST_FOR_LAST_TRICK = 50, 100  # that a club may type
Worth = tuple[int, int, int]  # of a meld held not at all, once and twice


@dataclass(frozen=True, slots=True, eq=False)
class MeldValues:
    """What each meld is worth.

    There is one for all options that make the same while it is kept, so it is compared by
    identity.
    """

    run: Worth
    royal_marriage: Worth
    marriage: int  # each, in the three other suits together up to six times
    dix: Worth
    pinochle: Worth
    aces: Worth
    kings: Worth
    queens: Worth
    jacks: Worth
    beside_run: int  # a king or queen of trumps beside a run, or only both together
    run_extras: RunExtras
    without_nines: int  # a meld without a run and without nines is a multiple of this

    def needs_nine(self, meld: int) -> bool:
        """Say whether so much can be melded only with a nine of trumps: below a run it may be."""
        if meld >= self.run[1]:
            return False
        return meld % self.without_nines > 0 if self.without_nines else meld > 0

    def is_one_nine(self, meld: int) -> bool:
        """Say whether this is what one nine of trumps is worth, and nothing else can be."""
        return meld == self.dix[1] and self.needs_nine(meld)

    def is_nines(self, meld: int) -> bool:
        """Say whether one nine of trumps, or both, can be worth just this."""
        return meld > 0 and meld in self.dix

    def fewest_nines(self, meld: int, *, only: bool) -> int:
        """Return how many nines of trumps a meld has at least; `only`: it is of nines alone."""
        return self.dix.index(meld) if only else int(self.needs_nine(meld))


_MELDS = (
    "run", "double_run", "royal_marriage", "marriage", "dix", "pinochle", "double_pinochle",
    "aces", "double_aces", "kings", "double_kings", "queens", "double_queens", "jacks",
    "double_jacks", "beside_run", "run_extras",
)  # fmt: skip
_melds_of = attrgetter(*_MELDS)
_cards_of = attrgetter(
    "jack_points", "queen_points", "king_points", "ten_points", "ace_points", "last_trick_points"
)


@kept
def meld_values(options: Any) -> MeldValues:
    """Return what the melds are worth by these options."""
    return _meld_values(_melds_of(options))


@lru_cache(maxsize=256)  # clubs type values of their own
def _meld_values(chosen: tuple[Any, ...]) -> MeldValues:
    given = dict(zip(_MELDS, chosen, strict=True))
    once = ("pinochle", "aces", "kings", "queens", "jacks")
    doubled = {name: (0, given[name], given["double_" + name]) for name in ("run", *once)}
    others = [given["royal_marriage"], given["marriage"]]
    return MeldValues(
        **doubled,
        royal_marriage=(0, given["royal_marriage"], 2 * given["royal_marriage"]),
        marriage=given["marriage"],
        dix=(0, given["dix"], 2 * given["dix"]),
        beside_run=given["beside_run"],
        run_extras=given["run_extras"],
        without_nines=gcd(*others, *(worth for name in once for worth in doubled[name])),
    )


@lru_cache(maxsize=256)
def parted(values: MeldValues) -> MeldValues:
    """Return values by which the cards of two hands meld no less together than in any two parts.

    Two single melds, one in each hand, can be worth more than a double one; a royal marriage more
    than what lies beside a run.
    """
    royal = values.royal_marriage[1]
    each = values.run_extras == "each"
    return replace(
        values,
        run=_no_less_apart(values.run),
        pinochle=_no_less_apart(values.pinochle),
        aces=_no_less_apart(values.aces),
        kings=_no_less_apart(values.kings),
        queens=_no_less_apart(values.queens),
        jacks=_no_less_apart(values.jacks),
        beside_run=max(values.beside_run, (royal + 1) // 2 if each else royal),
    )


def _no_less_apart(worth: Worth) -> Worth:
    return (0, worth[1], max(worth[2], 2 * worth[1]))


@kept
def card_values(options: Any) -> CardValues:
    """Return what the cards bring by these options."""
    return card_values_of(_cards_of(options))


def last_trick_of(options: Any) -> int:
    """Return what the last trick brings besides its cards."""
    points: int = options.last_trick_points
    return points


def card_values_of(worths: tuple[int, ...]) -> CardValues:
    """Return what the cards bring; `worths`: jack, queen, king, ten, ace and the last trick."""
    *ranks, last_trick = worths
    return card_values_for(DECK, (0, *ranks), last_trick)


USUAL_CARDS = card_values_of((0, 0, 10, 10, 10, 10))
# all cards but the nines, and the last trick
HIGHEST_TOTAL = MOST_FOR_A_CARD * (DECK.size - len(SUITS) * DECK.copies) + MOST_FOR_LAST_TRICK


def impossible_melds(options: Any) -> Iterator[tuple[str, Sentence]]:
    """Give each value of a meld that does not go with another one, by option."""
    for name in ("run", "pinochle", "aces", "kings", "queens", "jacks"):
        yield from less_than_single(options, name)
    royal = options.royal_marriage
    if options.run < 2 * royal:
        reason = say(
            "a run takes the place of the royal marriages in it, so it is worth %(least)d or more "
            "where a royal marriage is worth %(royal)d, not %(run)d",
            least=2 * royal,
            royal=royal,
            run=options.run,
        )
        yield "run", reason
    beside = options.beside_run * (2 if options.run_extras == "each" else 1)
    if options.double_run < options.run + beside:
        reason = say(
            "two runs hold a run with a king and a queen beside it, which are worth %(least)d, so "
            "they cannot be worth %(double)d",
            least=options.run + beside,
            double=options.double_run,
        )
        yield "double_run", reason


def less_than_single(options: Any, name: str) -> Iterator[tuple[str, Sentence]]:
    """Give the option of the double meld where that is worth less than the single one."""
    single, double = getattr(options, name), getattr(options, "double_" + name)
    if double < single:
        reason = say(
            "a meld held twice is worth as much as a single one, %(single)d, or more, "
            "not %(double)d",
            single=single,
            double=double,
        )
        yield "double_" + name, reason

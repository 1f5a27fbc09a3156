"""The choices a club may make in two-handed pinochle."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from games.engine.card_values import impossible_cards
from games.engine.options import YES_NO, check_values, option
from games.engine.single_deck import options as single_deck
from games.engine.single_deck.values import card_values, less_than_single
from games.sentences import Sentence, say

_DEAL = "deal"
_FIRST = "phase-1-tricks-1-12-while-the-stock-lasts"
_MELDING = "melding"
_SECOND = "phase-2-tricks-13-24"
_CARDS = "deck-rank-order-card-points"
_GAME = "game-end-and-winner"
_BY_RANK = {"card_points": ("simple",)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The defaults are the game of the rulebook's main text."""

    stock_play: Literal["free", "strict"] = option(
        "free",
        label=say("Play while the stock lasts"),
        help=say("Whether suit must be followed in the first twelve tricks."),
        anchor=_FIRST,
        choices=[
            ("free", say("any card may be played")),
            ("strict", say("the rules of the last twelve tricks apply")),
        ],
    )
    must_head: Literal["none", "trump", "always"] = single_deck.must_head(
        help=say("When a player who follows suit must beat the card led if able to."),
        anchor=_SECOND,
    )
    meld_timing: Literal["after_draw", "before_draw"] = option(
        "after_draw",
        label=say("Melding and drawing"),
        help=say("Whether the winner of a trick melds before or after drawing from the stock."),
        clubs_differ=True,
        anchor=_FIRST,
        choices=[
            ("after_draw", say("draw first, then meld")),
            ("before_draw", say("meld first, then draw")),
        ],
    )
    melds_per_trick: Literal["one", "many"] = option(
        "one",
        label=say("Melds after a trick"),
        help=say("How many melds the winner of a trick may lay down."),
        clubs_differ=True,
        anchor=_MELDING,
        choices=[("one", say("one")), ("many", say("as many as there are"))],
    )
    dix_extra: bool = option(
        True,
        label=say("Nine of trumps beside a meld"),
        help=say("Whether a nine of trumps may be scored after the same trick as a meld."),
        anchor=_MELDING,
        choices=YES_NO,
        applies_when={"melds_per_trick": ("one",)},
    )
    dix_exchange: bool = option(
        True,
        label=say("Nine for the turned-up card"),
        help=say("Whether a nine of trumps may be exchanged for the turned-up card."),
        anchor=_MELDING,
        choices=YES_NO,
    )
    turned_dix: Literal["dealer", "nobody"] = option(
        "dealer",
        label=say("Nine turned up"),
        help=say("Who scores when the card turned up for trump is a nine."),
        anchor=_DEAL,
        choices=[("dealer", say("the dealer")), ("nobody", say("nobody"))],
    )
    remeld: Literal["class", "never"] = option(
        "class",
        label=say("Cards melded again"),
        help=say("Whether a card on the table may be part of another meld."),
        anchor=_MELDING,
        choices=[
            ("class", say("in another kind of meld, or one of its kind that is worth more")),
            ("never", say("never")),
        ],
    )
    run: int = single_deck.meld(single_deck.RUN, 150, anchor=_MELDING)
    royal_marriage: int = single_deck.meld(
        single_deck.ROYAL_MARRIAGE, 40, most=single_deck.MOST_FOR_A_ROYAL_MARRIAGE, anchor=_MELDING
    )
    marriage: int = single_deck.meld(single_deck.MARRIAGE, 20, anchor=_MELDING)
    dix: int = single_deck.meld(single_deck.DIX, 10, anchor=_MELDING)
    pinochle: int = single_deck.meld(single_deck.PINOCHLE, 40, anchor=_MELDING)
    double_pinochle: int = single_deck.meld(single_deck.DOUBLE_PINOCHLE, 300, anchor=_MELDING)
    aces: int = single_deck.meld(single_deck.ACES, 100, anchor=_MELDING)
    kings: int = single_deck.meld(single_deck.KINGS, 80, anchor=_MELDING)
    queens: int = single_deck.meld(single_deck.QUEENS, 60, anchor=_MELDING)
    jacks: int = single_deck.meld(single_deck.JACKS, 40, anchor=_MELDING)
    last_draw: Literal["winner_stock", "winner_choice"] = option(
        "winner_stock",
        label=say("The last two cards"),
        help=say("What the winner of trick 12 draws; the loser takes the other card."),
        clubs_differ=True,
        anchor=_FIRST,
        choices=[
            ("winner_stock", say("the last card of the stock")),
            ("winner_choice", say("that card or the turned-up one, as the winner likes")),
        ],
    )
    card_points: Literal["simple", "classic"] = option(
        "simple",
        label=say("Card points"),
        help=say("What the cards taken in tricks count; the last trick counts besides."),
        clubs_differ=True,
        anchor=_CARDS,
        choices=[
            ("simple", say("by rank, usually ace, ten and king 10 each")),
            ("classic", say("ace 11, ten 10, king 4, queen 3, jack 2, rounded to tens")),
        ],
    )
    ace_points: int = single_deck.card(single_deck.ACE, 10, anchor=_CARDS, applies_when=_BY_RANK)
    ten_points: int = single_deck.card(single_deck.TEN, 10, anchor=_CARDS, applies_when=_BY_RANK)
    king_points: int = single_deck.card(single_deck.KING, 10, anchor=_CARDS, applies_when=_BY_RANK)
    queen_points: int = single_deck.card(single_deck.QUEEN, 0, anchor=_CARDS, applies_when=_BY_RANK)
    jack_points: int = single_deck.card(single_deck.JACK, 0, anchor=_CARDS, applies_when=_BY_RANK)
    last_trick_points: int = single_deck.last_trick_points(anchor=_CARDS)
    target: int = single_deck.target(1000)
    target_test: Literal["reach", "exceed"] = option(
        "reach",
        label=say("Reaching the target"),
        help=say("Whether exactly the target is enough."),
        anchor=_GAME,
        choices=[("reach", say("the target is enough")), ("exceed", say("more is needed"))],
    )
    both_over: Literal["high_score", "extend"] = option(
        "high_score",
        label=say("Both over the target"),
        help=say("What happens when both players are over the target after the same deal."),
        anchor=_GAME,
        choices=[
            ("high_score", say("the higher score wins; if level, another deal")),
            ("extend", say("the target rises by 250 and play goes on")),
        ],
    )

    def __post_init__(self) -> None:
        check_values(self)


def contradictions(options: Options, players: int) -> Iterator[tuple[str, Sentence]]:
    """Give each option that contradicts another, with the reason.

    One that does nothing because another is off is allowed.
    """
    yield from less_than_single(options, "pinochle")
    if options.card_points == "simple":
        yield from impossible_cards(card_values(options))


def seats_allowed(options: Options) -> tuple[int, ...]:
    return (2,)


def sides(options: Options, players: int) -> int:
    return 2

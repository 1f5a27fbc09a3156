"""The choices a club may make in partnership pinochle, in the order of its rulebook."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from games.engine.card_values import impossible_cards
from games.engine.options import YES_NO, check_values, counts, option
from games.engine.single_deck import options as single_deck
from games.engine.single_deck.values import card_values, impossible_melds
from games.engine.variants.partnership_pinochle.deal import SEATS, SIDES
from games.sentences import Sentence, say

_WITH_EXCHANGE = {"exchange_max": (1, 2, 3, 4)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The defaults are the game of the rulebook's main text."""

    min_bid: int = single_deck.min_bid()
    bid_increment: int = single_deck.bid_increment()
    all_pass: Literal["dealer_forced", "redeal"] = single_deck.all_pass()
    redeal_dealer: Literal["next", "same"] = single_deck.redeal_dealer(
        anchor="game-level-state-carried-between-deals"
    )
    help_pass: bool = option(
        False,
        label=say("Passes with help"),
        help=say('A player may call "pass help", which tells the partner that there is help.'),
        anchor="auction",
        choices=YES_NO,
    )
    trump_timing: Literal["before_exchange", "after_exchange"] = option(
        "before_exchange",
        label=say("Trump before or after the exchange"),
        help=say("Whether trump is known when the partners pass cards."),
        anchor="trump",
        choices=[
            ("before_exchange", say("before the exchange")),
            ("after_exchange", say("after the exchange")),
        ],
        applies_when=_WITH_EXCHANGE,
    )
    exchange_max: int = option(
        4,
        label=say("Cards exchanged"),
        help=say("How many cards the declarer and the partner may pass each other; 0 for none."),
        anchor="exchange",
        choices=counts(0, 1, 2, 3, 4),
    )
    exchange_exact: bool = option(
        False,
        label=say("Always that many cards"),
        help=say("Whether exactly that many cards must be passed, not just up to that many."),
        anchor="exchange",
        choices=YES_NO,
        applies_when=_WITH_EXCHANGE,
    )
    exchange_order: Literal["partner_first", "declarer_first", "simultaneous"] = option(
        "partner_first",
        label=say("Order of the exchange"),
        help=say("Who passes cards first; the other sees them before passing some back."),
        anchor="exchange",
        choices=[
            ("partner_first", say("the partner first")),
            ("declarer_first", say("the declarer first")),
            ("simultaneous", say("both at the same time")),
        ],
        applies_when=_WITH_EXCHANGE,
    )
    run_extras: Literal["each", "marriage_only"] = single_deck.run_extras()
    run: int = single_deck.meld(single_deck.RUN, 150)
    double_run: int = single_deck.double_meld(single_deck.DOUBLE_RUN, 1500)
    royal_marriage: int = single_deck.meld(
        single_deck.ROYAL_MARRIAGE, 40, most=single_deck.MOST_FOR_A_ROYAL_MARRIAGE
    )
    marriage: int = single_deck.meld(single_deck.MARRIAGE, 20)
    beside_run: int = single_deck.beside_run()
    dix: int = single_deck.meld(single_deck.DIX, 10)
    pinochle: int = single_deck.meld(single_deck.PINOCHLE, 40)
    double_pinochle: int = single_deck.double_meld(single_deck.DOUBLE_PINOCHLE, 300)
    aces: int = single_deck.meld(single_deck.ACES, 100)
    double_aces: int = single_deck.double_meld(single_deck.DOUBLE_ACES, 1000)
    kings: int = single_deck.meld(single_deck.KINGS, 80)
    double_kings: int = single_deck.double_meld(single_deck.DOUBLE_KINGS, 800)
    queens: int = single_deck.meld(single_deck.QUEENS, 60)
    double_queens: int = single_deck.double_meld(single_deck.DOUBLE_QUEENS, 600)
    jacks: int = single_deck.meld(single_deck.JACKS, 40)
    double_jacks: int = single_deck.double_meld(single_deck.DOUBLE_JACKS, 400)
    ace_points: int = single_deck.card(single_deck.ACE, 10)
    ten_points: int = single_deck.card(single_deck.TEN, 10)
    king_points: int = single_deck.card(single_deck.KING, 10)
    queen_points: int = single_deck.card(single_deck.QUEEN, 0)
    jack_points: int = single_deck.card(single_deck.JACK, 0)
    last_trick_points: int = single_deck.last_trick_points()
    save_meld: Literal["trick", "point", "none"] = single_deck.save_meld()
    set_penalty: Literal["bid", "meld"] | int = option(
        "bid",
        label=say("A failed bid costs"),
        help=say("What the declarer's side loses when it does not make its bid."),
        clubs_differ=True,
        anchor="scoring-of-a-deal",
        choices=[("bid", say("the bid")), ("meld", say("the side's meld"))],
        numbers=single_deck.PENALTIES,
    )
    unmakeable_bid: Literal["play", "no_play"] = single_deck.unmakeable_bid(
        help=say("What happens when the bid is more than the side's meld and all points in play."),
    )
    throw_in: bool = single_deck.throw_in()
    must_head: Literal["none", "trump", "always"] = single_deck.must_head()
    must_overtrump: bool = single_deck.must_overtrump()
    first_lead: Literal["declarer", "left_of_dealer"] = single_deck.first_lead()
    target: int = single_deck.target(1500)
    target_test: Literal["reach", "exceed"] = single_deck.target_test()
    both_over: Literal["declarer", "high_score"] = option(
        "declarer",
        label=say("Both sides reach the target"),
        help=say("Who wins when both sides are over the target after the same deal."),
        clubs_differ=True,
        anchor="game-end-and-winner",
        choices=[
            ("declarer", say("the declarer's side")),
            ("high_score", say("the higher total; level totals are played on")),
        ],
    )

    def __post_init__(self) -> None:
        check_values(self)


def contradictions(options: Options, players: int) -> Iterator[tuple[str, Sentence]]:
    """Give each option that contradicts another, with the reason."""
    yield from single_deck.impossible_bids(options.min_bid, options.bid_increment)
    yield from impossible_melds(options)
    yield from impossible_cards(card_values(options))


def seats_allowed(options: Options) -> tuple[int, ...]:
    return (SEATS,)


def sides(options: Options, players: int) -> int:
    return SIDES

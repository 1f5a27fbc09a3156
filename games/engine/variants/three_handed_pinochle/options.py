"""The choices a club may make in three-handed pinochle, in the order of its rulebook."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from games.engine.card_values import impossible_cards
from games.engine.options import YES_NO, check_values, option
from games.engine.single_deck import options as single_deck
from games.engine.single_deck.values import card_values, impossible_melds
from games.sentences import Sentence, say

_BURYING = [
    ("allowed", say("allowed")),
    ("announce", say("allowed, but their number is announced")),
    ("forbidden", say("forbidden while other cards are held")),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The defaults are the game of the rulebook's main text."""

    min_bid: int = single_deck.min_bid()
    bid_increment: int = single_deck.bid_increment()
    all_pass: Literal["dealer_forced", "redeal"] = single_deck.all_pass()
    redeal_dealer: Literal["next", "same"] = single_deck.redeal_dealer(anchor="game-level-state")
    kitty_shown: bool = option(
        True,
        label=say("Kitty shown"),
        help=say("Whether all players see the kitty before the declarer takes it."),
        clubs_differ=True,
        anchor="trump-and-kitty",
        choices=YES_NO,
    )
    trump_timing: Literal["after_kitty", "before_kitty"] = option(
        "after_kitty",
        label=say("Trump named"),
        help=say("Whether the declarer has seen the kitty when naming trump."),
        anchor="trump-and-kitty",
        choices=[
            ("after_kitty", say("after taking the kitty")),
            ("before_kitty", say("before taking the kitty")),
        ],
    )
    meld_hand: Literal["kept", "with_kitty"] = option(
        "kept",
        label=say("Declarer melds from"),
        help=say("Which cards the declarer's meld is counted on."),
        anchor="melds",
        choices=[
            ("kept", say("the 15 cards kept after burying")),
            ("with_kitty", say("all 18 cards, before burying")),
        ],
    )
    bury_trump: Literal["allowed", "announce", "forbidden"] = option(
        "allowed",
        label=say("Burying trumps"),
        help=say("Whether the declarer may bury trumps."),
        clubs_differ=True,
        anchor="trump-and-kitty",
        choices=_BURYING,
    )
    bury_aces: Literal["allowed", "announce", "forbidden"] = option(
        "allowed",
        label=say("Burying aces"),
        help=say("Whether the declarer may bury aces."),
        clubs_differ=True,
        anchor="trump-and-kitty",
        choices=_BURYING,
    )
    buried_points: Literal["declarer", "nobody"] = option(
        "declarer",
        label=say("Buried counters"),
        help=say("Who gets the points of the aces, tens and kings that are buried."),
        anchor="card-points",
        choices=[("declarer", say("the declarer")), ("nobody", say("nobody"))],
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
        help=say("What the declarer loses when meld and points do not reach the bid."),
        anchor="scoring-of-a-deal",
        choices=[("bid", say("the bid")), ("meld", say("the declarer's meld"))],
        numbers=single_deck.PENALTIES,
    )
    unmakeable_bid: Literal["play", "no_play"] = single_deck.unmakeable_bid(
        help=say(
            "What happens when the bid is more than the declarer's meld and all points in play."
        ),
    )
    throw_in: bool = single_deck.throw_in()
    must_head: Literal["none", "trump", "always"] = single_deck.must_head()
    must_overtrump: bool = single_deck.must_overtrump()
    first_lead: Literal["declarer", "left_of_dealer"] = single_deck.first_lead()
    target: int = single_deck.target(1500)
    target_test: Literal["reach", "exceed"] = single_deck.target_test()
    both_over: Literal["declarer", "high_score"] = option(
        "declarer",
        label=say("Several reach the target"),
        help=say("Who wins when several players are over the target after the same deal."),
        clubs_differ=True,
        anchor="game-end-and-winner",
        choices=[
            ("declarer", say("the declarer, if among them")),
            ("high_score", say("the highest total")),
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
    return (3,)


def sides(options: Options, players: int) -> int:
    return 3

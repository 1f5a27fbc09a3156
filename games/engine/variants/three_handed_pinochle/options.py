"""The choices a club may make in three-handed pinochle, in the order of its rulebook."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from games.engine.options import YES_NO, Numbers, check_values, option
from games.engine.sentences import Sentence, say
from games.engine.single_deck.number_auction import HIGHEST_BID

_BURYING = [
    ("allowed", say("allowed")),
    ("announce", say("allowed, but their number is announced")),
    ("forbidden", say("forbidden while other cards are held")),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The defaults are the game of the rulebook's main text."""

    min_bid: int = option(
        250,
        label=say("Lowest bid"),
        help=say("The lowest bid; a dealer who must bid bids exactly this."),
        anchor="auction",
        numbers=Numbers(10, None, 10),
    )
    bid_increment: int = option(
        10,
        label=say("Steps of the bids"),
        help=say("Every bid is a multiple of this number, and so is the lowest bid."),
        anchor="auction",
        numbers=Numbers(10, None, 10),
    )
    all_pass: Literal["dealer_forced", "redeal"] = option(
        "dealer_forced",
        label=say("Everybody passes"),
        help=say("What happens when nobody wants to bid."),
        anchor="auction",
        choices=[
            ("dealer_forced", say("the dealer must bid the lowest bid")),
            ("redeal", say("the cards are dealt again")),
        ],
    )
    redeal_dealer: Literal["next", "same"] = option(
        "next",
        label=say("Dealer of a redeal"),
        help=say("Who deals after everybody has passed."),
        anchor="game-level-state",
        choices=[("next", say("the next player")), ("same", say("the same dealer"))],
        applies_when={"all_pass": ("redeal",)},
    )
    kitty_shown: bool = option(
        True,
        label=say("Kitty shown"),
        help=say("Whether all players see the kitty before the declarer takes it."),
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
        anchor="trump-and-kitty",
        choices=_BURYING,
    )
    bury_aces: Literal["allowed", "announce", "forbidden"] = option(
        "allowed",
        label=say("Burying aces"),
        help=say("Whether the declarer may bury aces."),
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
    run_extras: Literal["each", "marriage_only"] = option(
        "each",
        label=say("King or queen beside a run"),
        help=say("What further kings and queens of trumps beside a single run are worth."),
        anchor="melds",
        choices=[
            ("each", say("40 for each of them")),
            ("marriage_only", say("40 for a whole marriage only")),
        ],
    )
    save_meld: Literal["trick", "point", "none"] = option(
        "trick",
        label=say("Saving the meld"),
        help=say("What must be won in the play for the meld to count."),
        anchor="scoring-of-a-deal",
        choices=[
            ("trick", say("a trick")),
            ("point", say("a point in a trick")),
            ("none", say("nothing: the meld always counts")),
        ],
    )
    set_penalty: Literal["bid", "meld"] = option(
        "bid",
        label=say("A failed bid costs"),
        help=say("What the declarer loses when meld and points do not reach the bid."),
        anchor="scoring-of-a-deal",
        choices=[("bid", say("the bid")), ("meld", say("the declarer's meld"))],
    )
    unmakeable_bid: Literal["play", "no_play"] = option(
        "play",
        label=say("Bid out of reach"),
        help=say("What happens when the bid is more than the declarer's meld and 250."),
        anchor="scoring-of-a-deal",
        choices=[
            ("play", say("the deal is played")),
            ("no_play", say("the bid is lost without play")),
        ],
    )
    throw_in: bool = option(
        False,
        label=say("Throwing in"),
        help=say("The declarer may concede after melding, before the first card is led."),
        anchor="scoring-of-a-deal",
        choices=YES_NO,
    )
    must_head: Literal["none", "trump", "always"] = option(
        "none",
        label=say("Duty to beat"),
        help=say("When a player who follows suit must beat the best card if able to."),
        anchor="play",
        choices=[
            ("none", say("never")),
            ("trump", say("only when trumps are led")),
            ("always", say("always")),
        ],
    )
    must_overtrump: bool = option(
        False,
        label=say("Duty to overtrump"),
        help=say("Whether a player who trumps must beat a trump already played if able to."),
        anchor="play",
        choices=YES_NO,
    )
    first_lead: Literal["declarer", "left_of_dealer"] = option(
        "declarer",
        label=say("First lead"),
        help=say("Who leads to the first trick."),
        anchor="play",
        choices=[
            ("declarer", say("the declarer")),
            ("left_of_dealer", say("the player after the dealer")),
        ],
    )
    target: int = option(
        1500,
        label=say("Target"),
        help=say("The score that wins the game."),
        anchor="game-end-and-winner",
        numbers=Numbers(10, None, 10),
    )
    target_test: Literal["reach", "exceed"] = option(
        "reach",
        label=say("Target reached or exceeded"),
        help=say("Whether exactly the target is enough to win."),
        anchor="game-end-and-winner",
        choices=[
            ("reach", say("the target is enough")),
            ("exceed", say("more than the target is needed")),
        ],
    )
    both_over: Literal["declarer", "high_score"] = option(
        "declarer",
        label=say("Several reach the target"),
        help=say("Who wins when several players are over the target after the same deal."),
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
    if options.min_bid % options.bid_increment:
        reason = say(
            "every bid is a multiple of %(step)d, so the lowest bid cannot be %(low)d",
            step=options.bid_increment,
            low=options.min_bid,
        )
        yield "min_bid", reason
    if options.min_bid > HIGHEST_BID:
        yield "min_bid", say("a bid of more than %(high)d cannot be written", high=HIGHEST_BID)


def seats_allowed(options: Options) -> tuple[int, ...]:
    return (3,)


def sides(options: Options, players: int) -> int:
    return 3

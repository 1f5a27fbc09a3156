"""The choices a club may make in partnership pinochle, in the order of its rulebook."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from games.engine.options import YES_NO, Numbers, check_values, counts, option
from games.engine.sentences import Sentence, say
from games.engine.single_deck.number_auction import HIGHEST_BID
from games.engine.variants.partnership_pinochle.deal import SEATS, SIDES

_WITH_EXCHANGE = {"exchange_max": (1, 2, 3, 4)}


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
        anchor="game-level-state-carried-between-deals",
        choices=[("next", say("the next player")), ("same", say("the same dealer"))],
        applies_when={"all_pass": ("redeal",)},
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
        help=say("What the declarer's side loses when it does not make its bid."),
        anchor="scoring-of-a-deal",
        choices=[("bid", say("the bid")), ("meld", say("the side's meld"))],
    )
    unmakeable_bid: Literal["play", "no_play"] = option(
        "play",
        label=say("Bid out of reach"),
        help=say("What happens when the bid is more than the side's meld and 250."),
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
        label=say("Both sides reach the target"),
        help=say("Who wins when both sides are over the target after the same deal."),
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
    return (SEATS,)


def sides(options: Options, players: int) -> int:
    return SIDES

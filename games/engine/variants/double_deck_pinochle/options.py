"""The choices a club may make in double-deck pinochle."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from games.engine.options import YES_NO, Numbers, check_values, counts, option
from games.engine.variants.double_deck_pinochle import table_options as tables
from games.sentences import Sentence, say

_WITH_EXCHANGE = {"exchange": ("declarer_side", "both_sides")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The defaults are the game of the rulebook's main text."""

    deal_packet: Literal["4", "5", "2_then_3", "1"] = option(
        "4",
        label=say("Cards dealt at a time"),
        help=say("How many cards the dealer gives each player at a time."),
        anchor="deal",
        choices=[
            ("4", say("4 at a time")),
            ("5", say("5 at a time")),
            ("2_then_3", say("2 first, then 3 at a time")),
            ("1", say("one at a time")),
        ],
    )
    opening_min: int = option(
        50,
        label=say("Lowest bid"),
        help=say("The lowest opening bid; a dealer who must bid bids exactly this."),
        clubs_differ=True,
        anchor="auction",
        numbers=Numbers(20, 60),
    )
    bid_increment: Literal["fives_from_60", "ones", "fives_from_60_tens_from_100"] | int = option(
        "fives_from_60",
        label=say("Steps of the bids"),
        help=say("Which numbers may be bid. With a number, every bid is a multiple of it."),
        anchor="auction",
        choices=[
            ("fives_from_60", say("ones up to 60, fives above")),
            ("ones", say("ones throughout")),
            (
                "fives_from_60_tens_from_100",
                say("ones up to 60, fives up to 100, tens above"),
            ),
        ],
        numbers=Numbers(2, 50),
    )
    bidding_rounds: Literal["unlimited"] | int = option(
        "unlimited",
        label=say("Rounds of bidding"),
        help=say("How often the calling goes round the table."),
        anchor="auction",
        choices=[
            ("unlimited", say("until three have passed")),
            (1, say("one call each")),
            (2, say("two rounds")),
        ],
        numbers=Numbers(1, 20),
    )
    by_me: Literal["off", "whole", "half"] = option(
        "off",
        label=say("By-me passes"),
        help=say('A pass that tells meld: "by me 3" says about 30.'),
        anchor="what-calls-tell-the-partner-conventions-annotation-only-never-legality-never-"
        "checked-against-the-cards",
        choices=[
            ("off", say("not used")),
            ("whole", say("whole numbers")),
            ("half", say("with halves")),
        ],
    )
    bidding_convention: Literal["none", "nicholas", "hay"] = option(
        "none",
        label=say("Meaning of bids"),
        help=say("Which agreement explains the bids on the page of a deal. It never forbids one."),
        anchor="what-calls-tell-the-partner-conventions-annotation-only-never-legality-never-"
        "checked-against-the-cards",
        choices=[
            ("none", say("bids are not explained")),
            ("nicholas", say("Nicholas (Pinochle97)")),
            ("hay", say("Hay's signal")),
        ],
    )
    royal_marriage_required: bool = option(
        False,
        label=say("Declarer needs a royal marriage"),
        help=say("Without king and queen of trumps in their own hand the declarer loses the bid."),
        clubs_differ=True,
        anchor="how-a-deal-ends-in-this-order-of-checks",
        choices=YES_NO,
    )
    no_marriage_opponents: Literal["none", "meld"] = option(
        "none",
        label=say("Opponents when the royal marriage is missing"),
        help=say("What the other side scores when the deal ends for want of a royal marriage."),
        anchor="scoring-of-a-deal",
        choices=[("none", say("nothing")), ("meld", say("their meld"))],
        applies_when={"royal_marriage_required": (True,)},
    )
    meld_table: Literal["standard", "doubling", "five_hundred", "no_triple_run"] = option(
        "standard",
        label=say("Meld table"),
        help=say("What melds held three and four times are worth."),
        clubs_differ=True,
        anchor="melds",
        choices=[
            ("standard", say("standard: runs 15, 150, 225, 300")),
            ("doubling", say("doubling: runs 15, 150, 300, 600")),
            ("five_hundred", say("five hundred: three runs 500")),
            ("no_triple_run", say("no value for three or four runs")),
        ],
    )
    pinochle_single: int = option(
        4,
        label=say("Single pinochle"),
        help=say("What one queen of spades with one jack of diamonds is worth."),
        clubs_differ=True,
        anchor="melds",
        choices=counts(4, 14),
        numbers=Numbers(0, 15),
    )
    roundhouse: int = option(
        24,
        label=say("Roundhouse"),
        help=say("King and queen of all four suits: 24 is just the sum of its parts."),
        anchor="melds",
        choices=counts(24, 32),
        numbers=Numbers(24, 240),
    )
    run_roundhouse: Literal["sum"] | int = option(
        "sum",
        label=say("Run with roundhouse"),
        help=say("A roundhouse together with a run of trumps."),
        anchor="melds",
        choices=[("sum", say("the sum of its parts")), *counts(39)],
        numbers=Numbers(36, 500),
    )
    double_roundhouse: Literal["sum"] | int = option(
        "sum",
        label=say("Double roundhouse"),
        help=say("Two kings and two queens of all four suits."),
        anchor="melds",
        choices=[("sum", say("the sum of its parts")), *counts(240)],
        numbers=Numbers(49, 1000),
    )
    run: Literal["table"] | int = tables.meld(say("Run"), tables.ONCE)
    double_run: Literal["table"] | int = tables.meld(say("Double run"), tables.TWICE)
    triple_run: Literal["table"] | int = tables.meld(say("Triple run"), tables.OFTEN)
    quadruple_run: Literal["table"] | int = tables.meld(say("Quadruple run"), tables.OFTEN)
    royal_marriage: Literal["table"] | int = tables.meld(say("Royal marriage"), tables.ONCE)
    double_royal_marriage: Literal["table"] | int = tables.meld(
        say("Double royal marriage"), tables.TWICE
    )
    triple_royal_marriage: Literal["table"] | int = tables.meld(
        say("Triple royal marriage"), tables.OFTEN
    )
    quadruple_royal_marriage: Literal["table"] | int = tables.meld(
        say("Quadruple royal marriage"), tables.OFTEN
    )
    marriage: int = tables.marriage()
    aces: Literal["table"] | int = tables.meld(say("Aces around"), tables.ONCE)
    double_aces: Literal["table"] | int = tables.meld(say("Double aces around"), tables.TWICE)
    triple_aces: Literal["table"] | int = tables.meld(say("Triple aces around"), tables.OFTEN)
    quadruple_aces: Literal["table"] | int = tables.meld(say("Quadruple aces around"), tables.OFTEN)
    kings: Literal["table"] | int = tables.meld(say("Kings around"), tables.ONCE)
    double_kings: Literal["table"] | int = tables.meld(say("Double kings around"), tables.TWICE)
    triple_kings: Literal["table"] | int = tables.meld(say("Triple kings around"), tables.OFTEN)
    quadruple_kings: Literal["table"] | int = tables.meld(
        say("Quadruple kings around"), tables.OFTEN
    )
    queens: Literal["table"] | int = tables.meld(say("Queens around"), tables.ONCE)
    double_queens: Literal["table"] | int = tables.meld(say("Double queens around"), tables.TWICE)
    triple_queens: Literal["table"] | int = tables.meld(say("Triple queens around"), tables.OFTEN)
    quadruple_queens: Literal["table"] | int = tables.meld(
        say("Quadruple queens around"), tables.OFTEN
    )
    jacks: Literal["table"] | int = tables.meld(say("Jacks around"), tables.ONCE)
    double_jacks: Literal["table"] | int = tables.meld(say("Double jacks around"), tables.TWICE)
    triple_jacks: Literal["table"] | int = tables.meld(say("Triple jacks around"), tables.OFTEN)
    quadruple_jacks: Literal["table"] | int = tables.meld(
        say("Quadruple jacks around"), tables.OFTEN
    )
    double_pinochle: Literal["table"] | int = tables.meld(say("Double pinochle"), tables.TWICE)
    triple_pinochle: Literal["table"] | int = tables.meld(say("Triple pinochle"), tables.OFTEN)
    quadruple_pinochle: Literal["table"] | int = tables.meld(
        say("Quadruple pinochle"), tables.OFTEN
    )
    ace_points: int = tables.card(say("Ace"), 1)
    ten_points: int = tables.card(say("Ten"), 1)
    king_points: int = tables.card(say("King"), 1)
    queen_points: int = tables.card(say("Queen"), 0)
    jack_points: int = tables.card(say("Jack"), 0)
    last_trick_points: int = tables.last_trick()
    must_bid_for_meld: bool = option(
        False,
        label=say("Meld only for a side that bid"),
        help=say("A side of which neither partner made a bid counts no meld."),
        anchor="melds",
        choices=YES_NO,
    )
    aces_must_show: bool = option(
        False,
        label=say("Aces around must be shown"),
        help=say("Aces around are shown even when the side's meld does not count."),
        anchor="melds",
        choices=YES_NO,
    )
    wipe_off: Literal["on", "meld_only", "off"] = option(
        "on",
        label=say("Fewer than 20 points in play"),
        help=say("What a side that takes fewer than 20 points in the play loses."),
        anchor="scoring-of-a-deal",
        choices=[
            ("on", say("meld and points in play")),
            ("meld_only", say("the meld only")),
            ("off", say("nothing")),
        ],
    )
    throw_in: bool = option(
        False,
        label=say("Throwing in"),
        help=say("The declarer's side may concede before the first card is led."),
        anchor="how-a-deal-ends-in-this-order-of-checks",
        choices=YES_NO,
    )
    set_penalty: Literal["bid", "meld"] | int = option(
        "bid",
        label=say("A failed bid costs"),
        help=say("What the declarer's side loses when it does not make its bid."),
        clubs_differ=True,
        anchor="scoring-of-a-deal",
        choices=[("bid", say("the bid")), ("meld", say("the side's meld"))],
        numbers=Numbers(0, 1000),
    )
    heading: Literal["always", "trump_led_only", "none"] = option(
        "always",
        label=say("Duty to beat"),
        help=say("When a player must beat the best card of the trick if able to."),
        clubs_differ=True,
        anchor="play",
        choices=[
            ("always", say("always")),
            ("trump_led_only", say("only when trumps are led")),
            ("none", say("never")),
        ],
    )
    exchange: Literal["none", "declarer_side", "both_sides"] = option(
        "none",
        label=say("Exchange of cards"),
        help=say("Whether partners pass each other cards before melding."),
        anchor="exchange",
        choices=[
            ("none", say("none")),
            ("declarer_side", say("the declarer's side")),
            ("both_sides", say("both sides")),
        ],
    )
    exchange_count: int = option(
        3,
        label=say("Cards exchanged"),
        help=say("How many cards each partner passes."),
        anchor="exchange",
        choices=counts(3, 1, 2, 4),
        applies_when=_WITH_EXCHANGE,
    )
    exchange_order: Literal["sequential", "simultaneous"] = option(
        "sequential",
        label=say("Order of the exchange"),
        help=say("Whether the declarer sees the partner's cards before passing some back."),
        anchor="exchange",
        choices=[
            ("sequential", say("partner first, then the declarer")),
            ("simultaneous", say("both at the same time")),
        ],
        applies_when=_WITH_EXCHANGE,
    )
    exchange_timing: Literal["after_trump", "before_trump"] = option(
        "after_trump",
        label=say("Exchange before or after trump"),
        help=say("Whether trump is known when the cards are passed."),
        anchor="exchange",
        choices=[
            ("after_trump", say("after trump is named")),
            ("before_trump", say("before trump is named")),
        ],
        applies_when=_WITH_EXCHANGE,
    )
    game_target: int = option(
        500,
        label=say("Target"),
        help=say("The score that wins the game."),
        anchor="game-end-and-winner",
        choices=counts(500, 350, 450),
        numbers=Numbers(10, 10_000),
    )
    all_tricks_wins: bool = option(
        False,
        label=say("All 20 tricks win the game"),
        help=say("A side that takes every trick of a deal wins the whole game at once."),
        anchor="scoring-of-a-deal",
        choices=YES_NO,
    )

    def __post_init__(self) -> None:
        check_values(self)


def is_on_ladder(bid: int, options: Options) -> bool:
    """Say whether this number may be bid at all, the lowest bid aside."""
    increment = options.bid_increment
    if isinstance(increment, int):
        return bid % increment == 0
    if increment == "ones" or bid <= 60:
        return True
    if increment == "fives_from_60_tens_from_100" and bid >= 100:
        return bid % 10 == 0
    return bid % 5 == 0


def next_on_ladder(bid: int, options: Options) -> int:
    step = bid + 1
    while not is_on_ladder(step, options):
        step += 1
    return step


def impossible_bids(options: Options) -> Iterator[tuple[str, Sentence]]:
    """Give what is wrong with the lowest bid, given the steps of the bids, by option."""
    low = options.opening_min
    if not is_on_ladder(low, options):
        reason = say(
            "the lowest bid of %(low)d is not a step of the bidding; the next one is %(next)d",
            low=low,
            next=next_on_ladder(low, options),
        )
        yield "opening_min", reason


def seats_allowed(options: Options) -> tuple[int, ...]:
    return (4,)


def sides(options: Options, players: int) -> int:
    return 2

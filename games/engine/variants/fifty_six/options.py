"""The choices a club may make in Fifty-Six."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from games.engine.options import YES_NO, Numbers, check_values, counts, option
from games.sentences import Sentence, say

_BY_TABLES = {"scoring_style": ("table",)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The defaults are the game of the rulebook's main text."""

    direction: Literal["counter_clockwise", "clockwise"] = option(
        "counter_clockwise",
        label=say("Direction of play"),
        help=say("Which way round the table the turn goes. It never changes a score."),
        anchor="players--seats",
        choices=[
            ("counter_clockwise", say("counter-clockwise")),
            ("clockwise", say("clockwise")),
        ],
    )
    deal_packet: Literal["one", "four_or_three"] = option(
        "one",
        label=say("Cards dealt at a time"),
        help=say("How many cards the dealer gives each player at a time."),
        anchor="deal",
        choices=[
            ("one", say("one at a time")),
            ("four_or_three", say("four at a time, or three when hands have six cards")),
        ],
    )
    deck_4: Literal[48, 32] = option(
        48,
        label=say("Cards with four players"),
        help=say("With 32 cards kings and queens are left out. It matters with 4 players only."),
        anchor="deck",
        choices=counts(48, 32),
    )
    deck_8: Literal[64, 48] = option(
        64,
        label=say("Cards with eight players"),
        help=say("With 48 cards eights and sevens are left out. It matters with 8 players only."),
        anchor="deck",
        choices=counts(64, 48),
    )
    game_points: Literal["standard", "nair", "56cards"] = option(
        "standard",
        label=say("Table of game points"),
        help=say("What a made bid is worth, and what the others score when it fails."),
        clubs_differ=True,
        anchor="scoring-of-a-deal",
        choices=[
            ("standard", say("standard: steps at 40, 48 and 56")),
            ("nair", say("Nair: steps at 40 and 48")),
            ("56cards", say("56cards: steps at 40 and 56")),
        ],
    )
    bid_48: Literal["high", "low"] = option(
        "high",
        label=say("Row of a bid of 48"),
        help=say("Nair's table has 48 in two rows; this says which of them counts."),
        anchor="scoring-of-a-deal",
        choices=[
            ("high", say("the higher row: 3 made, 4 failed")),
            ("low", say("the lower row: 2 made, 3 failed")),
        ],
        applies_when={"game_points": ("nair",)},
    )
    all_pass: Literal["deemed_28nt", "eldest_must_bid", "eldest_must_open"] = option(
        "deemed_28nt",
        label=say("When everybody passes"),
        help=say("What happens when nobody wants to bid. The dealer's neighbour calls first."),
        clubs_differ=True,
        anchor="everybody-passes-option-all_pass",
        choices=[
            ("deemed_28nt", say("the dealer's opponents play 28 at no trump")),
            ("eldest_must_bid", say("the dealer's neighbour must bid then")),
            ("eldest_must_open", say("cannot happen: the very first call must be a bid")),
        ],
    )
    redeal: Literal["none", "all_jacks_or_no_points"] = option(
        "none",
        label=say("Thrown-in hands"),
        help=say("Whether a hand of jacks only, or without a card worth points, is dealt again."),
        clubs_differ=True,
        anchor="deal",
        choices=[
            ("none", say("every deal is played")),
            ("all_jacks_or_no_points", say("dealt again by the same dealer")),
        ],
    )
    target: int = option(
        12,
        label=say("Target"),
        help=say("The game points that win; also the tables a side has at the start."),
        anchor="game-end-and-winner",
        numbers=Numbers(1, 100),
    )
    scoring_style: Literal["cumulative", "table"] = option(
        "cumulative",
        label=say("How the game is kept"),
        help=say("Game points are added up, or paid with tables: cards that are not in the deck."),
        anchor="game-end-and-winner",
        choices=[
            ("cumulative", say("game points are added up")),
            ("table", say("with tables handed over")),
        ],
    )
    table_return: Literal["own_colour", "any"] = option(
        "own_colour",
        label=say("Paying with tables"),
        help=say("Whether tables that were won may be paid back."),
        clubs_differ=True,
        anchor="game-end-and-winner",
        choices=[
            ("own_colour", say("only with tables of one’s own colour")),
            ("any", say("with any tables, won ones too")),
        ],
        applies_when=_BY_TABLES,
    )
    table_end: Literal["empty", "cannot_pay"] = option(
        "empty",
        label=say("When a side has lost its tables"),
        help=say("Whether a side has lost with its last table, or only when it cannot pay."),
        clubs_differ=True,
        anchor="game-end-and-winner",
        choices=[
            ("empty", say("it has lost when none is left")),
            ("cannot_pay", say("it has lost when it must pay more than it has")),
        ],
        applies_when=_BY_TABLES,
    )
    annotate_calls: bool = option(
        True,
        label=say("Calls are explained"),
        help=say("Whether a result says what the calls told. It never forbids one."),
        anchor="what-the-calls-tell-conventions",
        choices=YES_NO,
    )
    noes_reference: Literal["all_bids", "suit_bids"] = option(
        "all_bids",
        label=say("Bids counted back by a noes call"),
        help=say("Whether bids at no trump are counted when a noes call points back at a suit."),
        clubs_differ=True,
        anchor="what-the-calls-tell-conventions",
        choices=[("all_bids", say("all bids")), ("suit_bids", say("bids in a suit only"))],
        applies_when={"annotate_calls": (True,)},
    )

    def __post_init__(self) -> None:
        check_values(self)


def contradictions(options: Options, players: int) -> Iterator[tuple[str, Sentence]]:
    """Nothing contradicts: an option that does nothing because another is off is allowed."""
    return iter(())


def seats_allowed(options: Options) -> tuple[int, ...]:
    return (4, 6, 8)


def sides(options: Options, players: int) -> int:
    return 2

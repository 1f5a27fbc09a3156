"""The choices a club may make in Pitch."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from games.engine.options import YES_NO, Numbers, check_values, counts, option
from games.sentences import Sentence, say


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The defaults are the game of the rulebook's main text."""

    teams: Literal["individual", "partners4"] = option(
        "individual",
        label=say("Sides"),
        help=say("Everybody for themselves, or two pairs of partners who sit opposite each other."),
        anchor="1-players-and-seats",
        choices=[
            ("individual", say("everybody plays alone")),
            ("partners4", say("four players, partners opposite")),
        ],
    )
    target: int = option(
        11,
        label=say("Target"),
        help=say("The score that ends the game."),
        anchor="13-game-end-and-winner",
        choices=counts(11, 7, 9, 21),
        numbers=Numbers(1, 500),
    )
    min_bid: int = option(
        1,
        label=say("Lowest bid"),
        help=say("The lowest number that may be bid."),
        anchor="6-auction",
        choices=counts(1, 2),
        numbers=Numbers(1, 4),
    )
    dealer_steal: Literal["off", "any", "except_smudge"] = option(
        "off",
        label=say("Dealer may take the bid"),
        help=say("The dealer, who speaks last, may take the highest bid over by naming it again."),
        anchor="6-auction",
        choices=[
            ("off", say("no, the dealer must bid more")),
            ("any", say("yes, any bid")),
            ("except_smudge", say("yes, but not the highest bid there is")),
        ],
    )
    all_pass: Literal["redeal_same", "dealer_forced", "redeal_next"] = option(
        "redeal_same",
        label=say("Everybody passes"),
        help=say("What happens when nobody wants to bid."),
        clubs_differ=True,
        anchor="6-auction",
        choices=[
            ("redeal_same", say("the same dealer deals again")),
            ("dealer_forced", say("the dealer must bid")),
            ("redeal_next", say("the next player deals")),
        ],
    )
    high_low_to: Literal["taker", "dealt"] = option(
        "taker",
        label=say("High and low go to"),
        help=say("Who gets the points for the highest and the lowest trump in play."),
        clubs_differ=True,
        anchor="4-what-is-worth-points",
        choices=[
            ("taker", say("whoever takes the card in a trick")),
            ("dealt", say("whoever was dealt the card")),
        ],
    )
    game_tie: Literal["nobody", "pitcher"] = option(
        "nobody",
        label=say("A tie for game"),
        help=say("Who gets the point for game when the most card points are shared."),
        clubs_differ=True,
        anchor="4-what-is-worth-points",
        choices=[
            ("nobody", say("nobody")),
            ("pitcher", say("the pitcher’s side, if it is among those who are level")),
        ],
    )
    smudge: Literal["off", "wins_game", "five"] = option(
        "off",
        label=say("Smudge"),
        help=say("A bid for everything: all four points of a deal."),
        anchor="12-smudge-optional-rule-of-the-source-page-and-its-variations",
        choices=[
            ("off", say("none; 4 is an ordinary bid")),
            ("wins_game", say("a bid of 4 that is made wins the game")),
            ("five", say("a bid above 4, worth 5 points")),
        ],
    )
    smudge_all_tricks: bool = option(
        False,
        label=say("Smudge needs all six tricks"),
        help=say("Four points with fewer than six tricks are then a failed smudge."),
        anchor="12-smudge-optional-rule-of-the-source-page-and-its-variations",
        choices=YES_NO,
        applies_when={"smudge": ("wins_game", "five")},
    )
    smudge_in_hole: Literal["four_points", "wins", "not_allowed"] = option(
        "four_points",
        label=say("Smudge with a score below zero"),
        help=say("What a smudge is worth to a side whose score before the deal is negative."),
        anchor="12-smudge-optional-rule-of-the-source-page-and-its-variations",
        choices=[
            ("four_points", say("four points; the game goes on")),
            ("wins", say("it wins the game all the same")),
            ("not_allowed", say("such a side may not bid 4")),
        ],
        applies_when={"smudge": ("wins_game",)},
    )
    smudge_unbid: Literal["no", "pitcher", "anyone"] = option(
        "no",
        label=say("All four points without a smudge bid"),
        help=say("Whether a side that takes everything on a lower bid wins the game too."),
        anchor="12-smudge-optional-rule-of-the-source-page-and-its-variations",
        choices=[
            ("no", say("four points, no more")),
            ("pitcher", say("the pitcher's side wins the game")),
            ("anyone", say("whichever side it is wins the game")),
        ],
        applies_when={"smudge": ("wins_game",)},
    )
    win_condition: Literal["first_past", "bid_to_go_out"] = option(
        "first_past",
        label=say("Winning the game"),
        help=say("Whether reaching the target is enough."),
        anchor="13-game-end-and-winner",
        choices=[
            ("first_past", say("first to the target; the pitcher's side counts first")),
            ("bid_to_go_out", say("only a side that has just made its bid can win")),
        ],
    )

    def __post_init__(self) -> None:
        check_values(self)


def contradictions(options: Options, players: int) -> Iterator[tuple[str, Sentence]]:
    """Give each option that contradicts another, with the reason."""
    if options.teams == "partners4" and players != 4:
        yield (
            "teams",
            say("partners play with exactly 4 players; there are %(players)d", players=players),
        )
    if options.smudge != "wins_game" and options.smudge_unbid != "no":
        yield (
            "smudge_unbid",
            say("taking all four points without a bid can win the game only if a smudge does"),
        )
    if options.smudge != "wins_game" and options.smudge_in_hole != "four_points":
        yield (
            "smudge_in_hole",
            say("a score below zero matters for the smudge only if a smudge wins the game"),
        )
    if options.smudge == "off" and options.smudge_all_tricks:
        yield (
            "smudge_all_tricks",
            say("a smudge cannot need all six tricks where there is no smudge"),
        )


def seats_allowed(options: Options) -> tuple[int, ...]:
    return (4,) if options.teams == "partners4" else (2, 3, 4, 5, 6, 7)


def sides(options: Options, players: int) -> int:
    return 2 if options.teams == "partners4" else players

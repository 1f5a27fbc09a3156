"""The choices a club may make in Pedro."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from games.engine.options import YES_NO, Numbers, check_values, counts, option
from games.sentences import Sentence, say

AUTO_DISTANCE = 7  # a bid of 7 can win from here


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The defaults are the game of the rulebook's main text."""

    target: int = option(
        62,
        label=say("Target"),
        help=say("The score that ends the game."),
        anchor="12-game-end-and-winner",
        choices=counts(62, 42, 51, 52, 100),
        numbers=Numbers(14, 1000),
    )
    bidder_goes_out_from: Literal["auto", "off"] | int = option(
        "auto",
        label=say("Declarer goes out first from"),
        help=say(
            "Once both sides have this score and neither has the target, "
            "a side that makes its bid in the next deal wins the game."
        ),
        anchor="12-game-end-and-winner",
        choices=[
            ("auto", say("7 points below the target")),
            ("off", say("never")),
            *counts(35, 44, 45, 55, 93),
        ],
        numbers=Numbers(1, 999),
        applies_when={"win_only_as_declarer": (False,)},
    )
    both_reach: Literal["bidder_goes_out", "declarer_side_wins"] = option(
        "bidder_goes_out",
        label=say("Both sides reach the target in one deal"),
        help=say("What happens when one deal takes both sides to the target."),
        clubs_differ=True,
        anchor="12-game-end-and-winner",
        choices=[
            ("bidder_goes_out", say("one more deal: a side that makes its bid wins")),
            ("declarer_side_wins", say("the declarer's side wins")),
        ],
        applies_when={"win_only_as_declarer": (False,)},
    )
    win_only_as_declarer: bool = option(
        False,
        label=say("Only a made bid wins the game"),
        help=say("A side wins only with a deal in which it declared and made its bid."),
        anchor="12-game-end-and-winner",
        choices=YES_NO,
    )
    min_bid: int = option(
        7,
        label=say("Lowest bid"),
        help=say("The lowest number that may be bid, also by a dealer who must bid."),
        clubs_differ=True,
        anchor="6-auction",
        choices=counts(7, 6, 5),
        numbers=Numbers(1, 14),
    )
    forced_dealer: Literal["exact", "at_least"] = option(
        "exact",
        label=say("Dealer who must bid"),
        help=say("What the dealer may bid when the three others have passed."),
        anchor="6-auction",
        choices=[
            ("exact", say("exactly the lowest bid")),
            ("at_least", say("the lowest bid or more")),
        ],
    )
    fourteen_over_fourteen: bool = option(
        False,
        label=say("14 over 14"),
        help=say("A later player may take a bid of 14 over by bidding 14 too."),
        anchor="6-auction",
        choices=YES_NO,
    )
    low_scores_for: Literal["taker", "player"] = option(
        "taker",
        label=say("Low counts for"),
        help=say("Which side gets the point for the two of trumps."),
        clubs_differ=True,
        anchor="4-card-points",
        choices=[
            ("taker", say("the side that wins it in a trick")),
            ("player", say("the side that played it")),
        ],
    )
    low_pedro_rank: Literal["below_five", "lowest"] = option(
        "below_five",
        label=say("Rank of the low pedro"),
        help=say("Where the other five of the trumps' colour ranks among the trumps."),
        clubs_differ=True,
        anchor="3-trumps-and-rank-order",
        choices=[
            ("below_five", say("just below the five of trumps")),
            ("lowest", say("lowest of all, below the two")),
        ],
    )
    follow_rule: Literal["follow_or_trump", "strict"] = option(
        "follow_or_trump",
        label=say("A side suit is led"),
        help=say("What a player who has cards of the suit led may play."),
        clubs_differ=True,
        anchor="10-play",
        choices=[
            ("follow_or_trump", say("a card of that suit or a trump")),
            ("strict", say("a card of that suit only")),
        ],
    )
    excess_trumps: Literal["under", "discard"] = option(
        "under",
        label=say("More than six trumps"),
        help=say("What a player with more than six trumps after the exchange does."),
        clubs_differ=True,
        anchor="8-exchange",
        choices=[
            ("under", say("plays the extra ones under the first card")),
            ("discard", say("lays away trumps that count no points")),
        ],
    )

    def __post_init__(self) -> None:
        check_values(self)

    @property
    def goes_out_from(self) -> int | None:
        """From which score of both sides on a made bid wins the game; None: at no score."""
        if self.bidder_goes_out_from == "auto":
            return self.target - AUTO_DISTANCE
        return None if self.bidder_goes_out_from == "off" else self.bidder_goes_out_from


def contradictions(options: Options, players: int) -> Iterator[tuple[str, Sentence]]:
    """Give each option that contradicts another, with the reason."""
    threshold = options.bidder_goes_out_from
    if isinstance(threshold, int):
        if threshold >= options.target:
            yield (
                "bidder_goes_out_from",
                say(
                    "the score from which the declarer goes out first, %(score)d, "
                    "must be below the target of %(target)d",
                    score=threshold,
                    target=options.target,
                ),
            )
        if options.win_only_as_declarer:
            yield (
                "bidder_goes_out_from",
                say(
                    "where only a made bid wins the game, there is no score "
                    "from which the declarer goes out first"
                ),
            )


def seats_allowed(options: Options) -> tuple[int, ...]:
    return (4,)


def sides(options: Options, players: int) -> int:
    return 2

"""The score: each player's melds and the points of the tricks taken, rounded where asked for."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.result import DealResult, ScoreLine
from games.engine.ruleset import Ruleset
from games.engine.variants.two_handed_pinochle.deal import SEATS
from games.engine.variants.two_handed_pinochle.options import Options
from games.engine.variants.two_handed_pinochle.state import Laid
from games.sentences import say


@dataclass(slots=True, kw_only=True)
class FinishedDeal:
    """What the score of a deal depends on, from a record or a summary. Lists are by seat.

    `melds` are all melds and nines, `points` those taken in tricks, the last trick's included;
    None stands for what was not written down.
    """

    melds: Sequence[int]
    points: Sequence[int]
    tricks: Sequence[int] | None = None
    last_trick: int | None = None
    trump: str | None = None
    turned_dix: bool | None = None
    laid: Sequence[Laid] | None = None


def score_deal(ruleset: Ruleset, dealer: int, deal: FinishedDeal) -> DealResult:
    """Return what a deal scores for both players."""
    options: Options = ruleset.options
    scored = [scored_points(points, options) for points in deal.points]
    lines: list[ScoreLine] = []
    for seat in range(SEATS):
        lines += _meld_lines(deal, seat, dealer, options)
        lines.append(_play_line(seat, deal.points[seat], scored[seat]))
    laid = deal.laid
    return DealResult(
        sides=SEATS,
        made=None,
        lines=tuple(lines),
        detail={
            "result": "played",
            "redeal": False,
            "declarer_side": None,
            "trump": deal.trump,
            "turned_dix": deal.turned_dix,
            "melds": list(deal.melds),
            "points": list(deal.points),
            "scored_points": scored,
            "tricks": None if deal.tricks is None else list(deal.tricks),
            "last_trick": deal.last_trick,
            "meld_log": None if laid is None else [list(entry[:4]) for entry in laid],
            "wins_game": None,
            "next_dealer": next_dealer(dealer),
        },
        dealer=dealer,
    )


def scored_points(points: int, options: Options) -> int:
    """Return what the points of tricks count: in the classic count 7, 8 and 9 are rounded up."""
    return (points + 3) // 10 * 10 if options.card_points == "classic" else points


def most_counted(points: int, options: Options) -> int:
    """Return the most that both count together of so many points of tricks.

    Of 14 that are shared out as 7 and 7 both are rounded up.
    """
    return (points + 6) // 10 * 10 if options.card_points == "classic" else points


def next_dealer(dealer: int) -> int:
    return 1 - dealer


def _meld_lines(deal: FinishedDeal, seat: int, dealer: int, options: Options) -> list[ScoreLine]:
    points = deal.melds[seat]
    if not (deal.turned_dix and options.turned_dix == "dealer" and seat == dealer):
        return [ScoreLine(seat, points, "meld", _MELD)]
    return [
        ScoreLine(seat, options.dix, "turned_dix", _TURNED_DIX),
        ScoreLine(seat, points - options.dix, "meld", _MELD),
    ]


def _play_line(seat: int, points: int, scored: int) -> ScoreLine:
    if points == scored:
        return ScoreLine(seat, scored, "play", _PLAY)
    sentence = say("points in play: %(points)d, rounded to tens", points=points)
    return ScoreLine(seat, scored, "play", sentence)


_MELD = say("meld")
_PLAY = say("points in play")
_TURNED_DIX = say("the dealer turned up a nine for trump")

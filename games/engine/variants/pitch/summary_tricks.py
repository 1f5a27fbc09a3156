"""What the tricks and card points of a summary can be, given who has which of the four points."""

from collections.abc import Sequence

from games.engine.ruleset import Ruleset
from games.engine.summaries import check_total, impossible
from games.engine.variants.pitch.awards import Awards, single_highest
from games.engine.variants.pitch.deal import CARD_POINTS, HAND_SIZE
from games.sentences import SideName, say

BEST_CARDS = sorted(CARD_POINTS, reverse=True)


def check_tricks(
    ruleset: Ruleset, tricks: tuple[int, ...] | None, awards: Awards
) -> tuple[int, ...] | None:
    """Return the tricks of each side, or None where they were not written down."""
    if tricks is None:
        return None
    check_total(tricks, HAND_SIZE, rule="tricks_total", name="tricks")
    for award, side in awards.items():
        dealt_low = award == "low" and ruleset.options.high_low_to == "dealt"
        if side is not None and not tricks[side] and not dealt_low:
            sentence = say("%(side)s has %(award)s but no trick", side=SideName(side), award=award)
            impossible("award_unreachable", sentence, f"awards.{award}")
    if HAND_SIZE in tricks and awards["jack"] is not None:
        sweeper = tricks.index(HAND_SIZE)
        if awards["game"] != sweeper:
            sentence = say(
                "%(side)s took all six tricks with the jack of trumps, so it has game",
                side=SideName(sweeper),
            )
            impossible("award_unreachable", sentence, "awards.game")
    return tricks


def check_game_points(
    ruleset: Ruleset, points: tuple[int, ...] | None, awards: Awards, tricks: Sequence[int] | None
) -> tuple[int, ...] | None:
    """Return the card points of each side, or None where they were not written down."""
    if points is None:
        return None
    most = highest_total(ruleset.players * HAND_SIZE)
    if sum(points) > most:
        sentence = say(
            "card points add up to %(sum)d; with %(players)d players there are at most %(most)d",
            sum=sum(points),
            players=ruleset.players,
            most=most,
        )
        impossible("points_unreachable", sentence, "game_points")
    _check_game(points, awards)
    jack = awards["jack"]
    if jack is not None and points[jack] < 1:
        sentence = say(
            "%(side)s has the jack of trumps, so it has at least 1 card point",
            side=SideName(jack),
        )
        impossible("points_unreachable", sentence, "game_points")
    for side, count in enumerate(tricks or ()):
        best = highest_total(count * ruleset.players)
        if points[side] > best:
            sentence = say(
                "%(side)s has %(points)d card points; %(tricks)d tricks hold at most %(best)d",
                side=SideName(side),
                points=points[side],
                tricks=count,
                best=best,
            )
            impossible("points_unreachable", sentence, "game_points")
    return points


def highest_total(cards: int) -> int:
    """Return the most card points so many cards of the pack can be worth."""
    return sum(BEST_CARDS[:cards])


def _check_game(points: Sequence[int], awards: Awards) -> None:
    due = single_highest(points)
    if awards["game"] == due:
        return
    if due is None:
        sentence = say(
            "the highest total of card points, %(most)d, is shared, so nobody has game",
            most=max(points),
        )
    else:
        sentence = say(
            "%(side)s has the most card points, %(most)d, so it has game",
            side=SideName(due),
            most=max(points),
        )
    impossible("game_mismatch", sentence, "awards.game")

"""The four points of a deal: high, low, jack and game, always named in this order."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from games.engine.ruleset import Ruleset
from games.engine.tricks import TrickPlay
from games.engine.variants.pitch.deal import DECK, JACKS
from games.engine.variants.pitch.options import Options

AWARDS = ("high", "low", "jack", "game")

Awards: TypeAlias = Mapping[str, int | None]  # the side of each; None: nobody


def count_awards(
    ruleset: Ruleset, play: TrickPlay, dealt: Sequence[Sequence[int]], declaring: int
) -> Awards:
    """Return which side each point of a deal played to the end belongs to."""
    options: Options = ruleset.options
    players = ruleset.players
    played = play.played
    trumps = play.trumps
    trump_places = [place for place, card in enumerate(played) if DECK.bits[card] & trumps]

    def taker(place: int) -> int:
        return ruleset.side_of(play.winners[place // players])

    def owner(place: int) -> int:
        if options.high_low_to == "taker":
            return taker(place)
        seat = next(seat for seat, hand in enumerate(dealt) if hand[played[place]])
        return ruleset.side_of(seat)

    jack = next((place for place in trump_places if played[place] in JACKS), None)
    return {
        "high": owner(max(trump_places, key=played.__getitem__)),
        "low": owner(min(trump_places, key=played.__getitem__)),
        "jack": None if jack is None else taker(jack),
        "game": side_with_game(options, game_points(ruleset, play), declaring),
    }


def game_points(ruleset: Ruleset, play: TrickPlay) -> list[int]:
    """Return the card points each side took."""
    points = [0] * ruleset.sides
    for seat, taken in enumerate(play.points):
        points[ruleset.side_of(seat)] += taken
    return points


def side_with_game(options: Options, points: Sequence[int], declaring: int) -> int | None:
    """Return the side with the most card points; who has game when it is shared is an option."""
    most = max(points)
    if points.count(most) == 1:
        return points.index(most)
    is_pitchers = options.game_tie == "pitcher" and points[declaring] == most
    return declaring if is_pitchers else None


def points_of(awards: Awards, sides: int) -> list[int]:
    """Return how many of the four points each side has."""
    points = [0] * sides
    for side in awards.values():
        if side is not None:
            points[side] += 1
    return points

"""Who has the six cards that count."""

from games.engine.tricks import TrickPlay
from games.engine.variants.pedro.deal import SEATS, SIDES
from games.engine.variants.pedro.trumps import WORTH, TrumpPack


def sides_of_cards(
    play: TrickPlay, pack: TrumpPack, declarer: int, low_scores_for: str
) -> dict[str, int]:
    """Return the side that has each point card of a deal played to the end, by its name."""
    owners = {}
    for name in WORTH:
        place = play.played.index(pack.point_cards[name])
        trick, turn = divmod(place, SEATS)
        seat = play.winners[trick]
        if name == "low" and low_scores_for == "player":
            leader = play.winners[trick - 1] if trick else declarer
            seat = (leader + turn) % SEATS
        owners[name] = seat % SIDES
    return owners

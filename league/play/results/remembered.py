"""What makes a deal worth a line: somebody did something in it that the game has a name for."""

from collections.abc import Iterator
from typing import NamedTuple

from games import services as games
from games.models import Deal
from league.play.results.deal_words import Names


class Remembered(NamedTuple):
    """Something to remember of a deal, in the language in force. `seat` is None for a side's."""

    label: str
    side: int
    seat: int | None

    def who(self, names: Names) -> str:
        return names.side(self.side) if self.seat is None else names.seat(self.seat)


def remembered_of(deal: Deal) -> Iterator[Remembered]:
    """Yield what is to be remembered of the deal, in the order in which the game says it.

    What another one of the same side says as well is left out.
    """
    achievements = games.figures_of(deal).achievements
    implied = {
        (achieved.side, games.achievement_implied(deal.variant, achieved.kind))
        for achieved in achievements
    }
    for achieved in achievements:
        label = games.achievement_label(deal.variant, achieved.kind)
        if label is not None and (achieved.side, achieved.kind) not in implied:
            yield Remembered(games.render_sentence(label), achieved.side, achieved.seat)

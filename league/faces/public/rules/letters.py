"""Players without names: letters in turn order, so that nobody counts from 0 or from 1."""

from django.utils.translation import gettext as _

from games.engine.ruleset import Ruleset
from league.play.results.deal_words import Names

LETTERS = "ABCDEFGH"


class Letters(Names):
    """Seat 0 is player A; a side of several players is called by their letters, "A & C"."""

    def __init__(self, ruleset: Ruleset) -> None:
        seats = range(ruleset.players)
        self.seats = {seat: _player(LETTERS[seat]) for seat in seats}
        self.sides = [
            _side([LETTERS[seat] for seat in seats if ruleset.side_of(seat) == side])
            for side in range(ruleset.sides)
        ]


def _player(letter: str) -> str:
    return _("Player %(letter)s") % {"letter": letter}


def _side(letters: list[str]) -> str:
    return _player(letters[0]) if len(letters) == 1 else " & ".join(letters)

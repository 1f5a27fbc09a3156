"""Of a stage with very many rounds, those that a page shows at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from league.play.rounds.models import Round, RoundState

ROUNDS_AT_ONCE = 30


@dataclass(frozen=True, slots=True)
class RoundBlock:
    """The rounds shown, which block of them that is, counted from 1, and all blocks in order."""

    rounds: list[Round]
    number: int
    blocks: list[list[Round]]

    def tabs(self, request: HttpRequest) -> list[tuple[str, str, bool]]:
        """Return a tab a block, with the rest of the query kept; none where there is one block."""
        if len(self.blocks) < 2:
            return []
        return [
            (self._address(request, number), _label(block), number == self.number)
            for number, block in enumerate(self.blocks, start=1)
        ]

    @staticmethod
    def _address(request: HttpRequest, number: int) -> str:
        query = request.GET.copy()
        query["rounds"] = str(number)
        return f"?{query.urlencode()}"


def _label(block: Sequence[Round]) -> str:
    first, last = block[0].number, block[-1].number
    if first == last:
        return _("Round %(number)d") % {"number": first}
    return _("Rounds %(first)d–%(last)d") % {"first": first, "last": last}


def block_of(rounds: Sequence[Round], asked: int | None) -> RoundBlock:
    """Return the block asked for, else the one with the newest round that is shown.

    Raises Http404 behind the last block.
    """
    blocks = [
        list(rounds[start : start + ROUNDS_AT_ONCE])
        for start in range(0, len(rounds), ROUNDS_AT_ONCE)
    ] or [[]]
    newest = max(
        (place for place, one in enumerate(rounds) if one.state != RoundState.DRAWN), default=0
    )
    number = asked or newest // ROUNDS_AT_ONCE + 1
    if number > len(blocks):
        raise Http404("the stage has no such rounds")
    return RoundBlock(blocks[number - 1], number, blocks)

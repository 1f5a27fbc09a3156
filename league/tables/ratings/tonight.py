"""Even pairs for a night, from those who are present and have nobody to play with yet."""

from random import Random
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from games import services as games
from league.clubs.models import Player
from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate
from league.play.events import services as events
from league.play.events.evenings import present
from league.play.events.models import Evening
from league.play.events.services.presence import lock_evening
from league.tables.ratings.method import NEWCOMER, even_pairs, shown
from league.tables.ratings.selectors import strengths_of


class EvenPair(NamedTuple):
    """Two players with their ratings as shown, the stronger first; `sum` is of both."""

    players: tuple[Player, Player]
    ratings: tuple[int, int]
    is_guess: bool

    @property
    def sum(self) -> int:
        return sum(self.ratings)


class EvenPairs(NamedTuple):
    pairs: list[EvenPair]
    left_over: Player | None


def propose_even_pairs(evening: Evening, *, seed: int) -> EvenPairs:
    """Return the pairs that those who are present would make; two queries, nothing is written.

    Who plays with somebody already keeps that partner and is left out. `seed` orders those who
    are equally strong. A pair with somebody who has no rating yet is a guess.
    """
    free = {
        presence.player_id: presence.player
        for presence in present(evening)
        if presence.together is None
    }
    strengths = strengths_of(free, games.family_of(evening.variant).id)
    rng = Random(seed)  # noqa: S311  # nosec B311 - the seed is on the page, anybody can repeat it
    formed = even_pairs({player: strength.mu for player, strength in strengths.items()}, rng)
    pairs = [
        EvenPair(
            (free[one], free[other]),
            (shown(strengths[one].mu), shown(strengths[other].mu)),
            NEWCOMER in (strengths[one], strengths[other]),
        )
        for one, other in formed.pairs
    ]
    return EvenPairs(pairs, None if formed.left_over is None else free[formed.left_over])


@transaction.atomic
def form_even_pairs(*, evening: Evening, seed: int, version: int, by: Act) -> list[EvenPair]:
    """Let them play together as proposed with this seed.

    Raises OutOfDate when who is there has changed since `version`, and what putting players
    together raises.
    """
    evening = lock_evening(evening)
    if evening.version != version:
        raise OutOfDate(_("The players present have changed: check the pairs again."))
    pairs = propose_even_pairs(evening, seed=seed).pairs
    for pair in pairs:
        events.put_together(evening=evening, players=pair.players, by=by)
    return pairs

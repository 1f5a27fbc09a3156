"""Who may do what with availability, for django-rules: `availability.<verb>_<noun>`."""

from typing import Any

import rules

from league.clubs.models import Player, User
from league.clubs.permissions import is_scorer


@rules.predicate
def is_own_player(user: Any, player: Player) -> bool:
    return isinstance(user, User) and player.user_id == user.pk


# one's own, and nobody else's
rules.add_perm("availability.answer", is_own_player)
# of a club or an event: those who run it
rules.add_perm("availability.view_answers", is_scorer)

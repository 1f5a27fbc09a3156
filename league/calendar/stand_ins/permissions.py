"""Who may ask for a substitute: whoever runs the event, the captain and the players of the entry.

The names are `stand_ins.<verb>_<noun>`.
"""

from typing import Any

import rules

from league.clubs.models import User
from league.clubs.permissions import is_own_player
from league.play.events.models import Captain
from league.play.events.permissions import is_own_entry
from league.play.rounds.models import Seat
from league.play.rounds.permissions import scores


@rules.predicate
def scores_seat(user: Any, seat: Seat) -> bool:
    return bool(scores.test(user, seat.round))


@rules.predicate
def plays_in_entry(user: Any, seat: Seat) -> bool:
    return bool(is_own_entry.test(user, seat.placement.entry))


@rules.predicate
def is_captain(user: Any, seat: Seat) -> bool:
    if not isinstance(user, User) or not user.is_active:
        return False
    return Captain.objects.filter(entry=seat.placement.entry_id, player__user=user).exists()


rules.add_perm("stand_ins.view_event", scores)
rules.add_perm("stand_ins.ask_for_seat", scores_seat | plays_in_entry | is_captain)
# of the player who was asked
rules.add_perm("stand_ins.answer_request", is_own_player)

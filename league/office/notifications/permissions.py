"""Who may do what with notifications, for django-rules: `notifications.<verb>_<noun>`."""

from typing import Any

import rules

from league.clubs.models import Club, User
from league.clubs.permissions import is_director
from league.office.notifications.selectors import clubs_that_notify
from league.play.rounds.permissions import directs


@rules.predicate
def is_notified_by(user: Any, club: Club) -> bool:
    """Say whether the account is a member's or a player's of the club."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return clubs_that_notify(user).filter(pk=club.pk).exists()


rules.add_perm("notifications.choose", is_notified_by)
# what was sent to whom, and why
rules.add_perm("notifications.view_log", is_director)
rules.add_perm("notifications.send_message", directs)

"""Who may do what with events, for django-rules. The permissions are `events.<verb>_<noun>`.

Seeing an event goes by its visibility; changing it is for directors and owners.
"""

from typing import Any

import rules

from league.clubs.models import User
from league.clubs.permissions import is_director, is_member, is_scorer
from league.play.events.models import Entry, EntryMember, Event, EventState, Visibility


@rules.predicate
def is_announced(user: Any, event: Event) -> bool:
    return event.state != EventState.DRAFT


@rules.predicate
def is_for_everybody(user: Any, event: Event) -> bool:
    return event.visibility in (Visibility.PUBLIC, Visibility.UNLISTED)


@rules.predicate
def is_for_members(user: Any, event: Event) -> bool:
    return event.visibility != Visibility.HIDDEN


@rules.predicate
def directs_event_of(user: Any, entry: Entry) -> bool:
    return bool(is_director.test(user, entry.event))


@rules.predicate
def is_own_entry(user: Any, entry: Entry) -> bool:
    """Say whether the user's account is linked to a player who is in the entry now."""
    if not isinstance(user, User):
        return False
    members = EntryMember.objects.filter(entry=entry, left_at__isnull=True, player__user=user)
    return members.exists()


@rules.predicate
def may_leave_alone(user: Any, entry: Entry) -> bool:
    """Say whether players may withdraw the entry themselves: before the event runs."""
    return entry.event.state == EventState.OPEN


may_see = is_scorer | (is_announced & (is_for_everybody | (is_for_members & is_member)))

rules.add_perm("events.view_event", may_see)
rules.add_perm("events.view_desk", is_scorer)
rules.add_perm("events.add_event", is_director)
rules.add_perm("events.change_event", is_director)
rules.add_perm("events.delete_event", is_director)
rules.add_perm("events.add_season", is_director)
rules.add_perm("events.change_entries", is_director)
rules.add_perm("events.sign_up_entry", may_see & is_member)
rules.add_perm("events.withdraw_entry", directs_event_of | (is_own_entry & may_leave_alone))
rules.add_perm("events.view_evening", is_scorer)
rules.add_perm("events.change_presence", is_scorer)
rules.add_perm("events.add_guest", is_director)
rules.add_perm("events.start_evening", is_director)

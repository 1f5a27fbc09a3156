"""Who may do what with matches between the rounds, for django-rules: `captains.<verb>_<noun>`.

A captain speaks for the own entry, and nobody else does; the organiser decides.
"""

from typing import Any

import rules

from league.clubs.models import User
from league.clubs.permissions import is_director, is_scorer
from league.play.events.entry_rules import is_captain
from league.play.events.models import Entry
from league.play.events.permissions import directs_event_of


@rules.predicate
def leads_entry(user: Any, entry: Entry) -> bool:
    return isinstance(user, User) and is_captain(user, entry)


rules.add_perm("captains.speak_for", leads_entry)
rules.add_perm("captains.name_captain", directs_event_of | leads_entry)
rules.add_perm("captains.view_matches", is_scorer)
rules.add_perm("captains.change_matches", is_director)

"""Who may do what with past events: everybody sees them, directors bring and remove them."""

import rules

from league.clubs.permissions import is_director

rules.add_perm("past_events.change_past_event", is_director)

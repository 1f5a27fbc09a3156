"""Who may take a club's data away and bring it back: its owners."""

import rules

from league.clubs.permissions import is_owner

rules.add_perm("archives.change_archives", is_owner)

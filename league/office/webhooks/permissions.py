"""Who may do what with webhooks, for django-rules: the owners of the club, and nobody else."""

import rules

from league.clubs.permissions import is_director

# of a club: changes of every kind, in events that one may find
rules.add_perm("webhooks.view_all_changes", is_director)

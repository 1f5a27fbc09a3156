"""Who may do what with a season's table. The names are `seasons.<verb>_<noun>`."""

import rules

from league.clubs.permissions import is_director, is_scorer

rules.add_perm("seasons.view_desk", is_scorer)
rules.add_perm("seasons.change_season", is_director)

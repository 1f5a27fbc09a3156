"""Who may do what with venues and dates. The names are `match_dates.<verb>_<noun>`.

Published dates are seen by whoever sees the event; drafts only by those who run it.
"""

import rules

from league.clubs.permissions import is_director, is_scorer
from league.play.rounds.permissions import directs, scores

rules.add_perm("match_dates.view_venues", is_scorer)
rules.add_perm("match_dates.change_venues", is_director)
rules.add_perm("match_dates.view_drafts", scores)
rules.add_perm("match_dates.change_dates", directs)

"""Who may do what with dates. The names are `match_dates.<verb>_<noun>`.

Published dates are seen by whoever sees the event; drafts only by those who run it.
"""

import rules

from league.play.rounds.permissions import directs, scores

rules.add_perm("match_dates.view_drafts", scores)
rules.add_perm("match_dates.change_dates", directs)

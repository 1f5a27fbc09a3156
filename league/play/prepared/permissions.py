"""Who may do what with prepared deals. The names are `prepared.<verb>_<noun>`.

They are the director's. Cards that are still to be played are shown only to a director who said
why; everybody else sees them when the last table has played the deal.
"""

import rules

from league.play.rounds.permissions import directs

rules.add_perm("prepared.prepare_deals", directs)
rules.add_perm("prepared.look_at_deals", directs)
rules.add_perm("prepared.release_deals", directs)

"""Who may do what with associations. The names are `associations.<verb>_<noun>`.

Being in an association gives nobody a right in another club: owners of the association act for it,
owners and directors of a club act for their own club alone. The predicates take the club for which
somebody acts.
"""

import rules

from league.clubs.permissions import is_director, is_owner, is_scorer, is_signed_in

rules.add_perm("associations.add_association", is_signed_in)
rules.add_perm("associations.change_association", is_owner)
rules.add_perm("associations.answer_association", is_owner)
rules.add_perm("associations.view_desk", is_scorer)
rules.add_perm("associations.register_players", is_director)
rules.add_perm("associations.decide_transfer", is_director)
rules.add_perm("associations.change_club_entries", is_director)
rules.add_perm("associations.fill_championship", is_director)

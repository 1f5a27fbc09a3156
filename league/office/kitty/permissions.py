"""Who may do what with a kitty. The names are `kitty.<verb>_<noun>`.

A club's treasurer is a director. Scorers take cash at the table; players see their own account.
"""

import rules

from league.clubs.permissions import is_director, is_member, is_own_player, is_owner, is_scorer

rules.add_perm("kitty.change_settings", is_owner)
rules.add_perm("kitty.view_kitty", is_director)
rules.add_perm("kitty.change_kitty", is_director)
rules.add_perm("kitty.take_cash", is_scorer)
rules.add_perm("kitty.view_own", is_own_player)
rules.add_perm("kitty.view_own_in_club", is_member)

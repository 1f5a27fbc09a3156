"""Who may do what with results, for django-rules. The permissions are `results.<verb>_<noun>`.

Scorers enter, confirm and correct. Decisions (on a dispute, an award, a penalty) are the
director's, and so are deals that do not match their prepared cards. Players act for their own side
only. Whoever has the signed link of a table may submit there without any of these permissions.
"""

from typing import Any

import rules

from league.clubs.models import User
from league.clubs.permissions import is_scorer
from league.play.events.entry_rules import entries_led_by
from league.play.rounds.models import Placement, Seat, Table
from league.play.rounds.permissions import directs, is_shown, scores, sees_event


@rules.predicate
def plays_at(user: Any, table: Table) -> bool:
    """Say whether the user's account is linked to a player who sits at the table."""
    if not isinstance(user, User):
        return False
    return Seat.objects.filter(table=table, player__user=user).exists()


@rules.predicate
def leads_side_at(user: Any, table: Table) -> bool:
    """Say whether the user is captain of an entry at the table, and no deal there is hidden.

    A captain who does not sit there is an outsider to deals that other tables play too.
    """
    if not isinstance(user, User) or table.deal_numbers:
        return False
    placed = Placement.objects.filter(table=table).values("entry")
    return entries_led_by(user.pk).filter(pk__in=placed).exists()


@rules.predicate
def is_at_shown_table(user: Any, table: Table) -> bool:
    return bool(is_shown.test(user, table.round))


rules.add_perm("results.view_room", scores)
rules.add_perm(
    "results.view_sheet", scores | (is_at_shown_table & sees_event) | plays_at | leads_side_at
)
rules.add_perm("results.enter_deal", scores)
rules.add_perm("results.enter_deals_of_event", is_scorer)
rules.add_perm("results.confirm_deal", scores)
rules.add_perm("results.correct_deal", scores)
rules.add_perm("results.void_deal", scores)
rules.add_perm("results.play_table", plays_at)
rules.add_perm("results.act_for_side", plays_at | leads_side_at)
rules.add_perm("results.view_flags", directs)
rules.add_perm("results.accept_cards", directs)
rules.add_perm("results.settle_dispute", directs)
rules.add_perm("results.end_table", directs)
rules.add_perm("results.award_table", directs)
rules.add_perm("results.adjust_points", directs)

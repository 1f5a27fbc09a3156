"""What a merge of duplicate players does with their kitty accounts.

Nothing is moved: a ledger is append-only, so the account of the duplicate stays and is read with
that of the player who remains. Undone, each has the own account again.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.clubs.services.merging_players import Keeper, register
from league.office.kitty.money import shown
from league.office.kitty.selectors import balance_of, kitty_of


def preview(stays: Player, goes: Player) -> Sequence[str]:
    kitty = kitty_of(goes.club)
    balance = 0 if kitty is None else balance_of(kitty, goes)
    if kitty is None or not balance:
        return []
    values = {
        "goes": goes.name,
        "stays": stays.name,
        "amount": shown(abs(balance), kitty.currency),
    }
    if balance > 0:
        return [_("What %(goes)s owes the kitty, %(amount)s, counts for %(stays)s.") % values]
    return [_("What the kitty owes %(goes)s, %(amount)s, counts for %(stays)s.") % values]


def register_accounts() -> None:
    register(
        Keeper(
            "kitty",
            lambda _stays, _goes: (),
            preview,
            lambda _stays, _goes: {},
            lambda _stays, _goes, _moved: None,
        )
    )

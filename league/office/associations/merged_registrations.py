"""What a merge of duplicate players moves in associations: registrations and transfers.

`goes` is the duplicate, `stays` the player who remains: in the association, or in a club of it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.clubs.services.merging_players import Keeper, register
from league.office.associations.models import Registration, Transfer, TransferState

COLUMNS = ("player", "home_player")


def obstacles(stays: Player, goes: Player) -> Sequence[str]:
    """Return a sentence for each season in which both are registered: then they cannot be one."""
    both = _seasons_of(stays).keys() & _seasons_of(goes).keys()
    asked = _asked_for(stays) & _asked_for(goes)
    names = {pk: name for pk, name in _seasons_of(stays).items() if pk in both}
    sentences = [
        _(
            "Both are registered in %(season)s. If they really are the same person, end one of "
            "the registrations first."
        )
        % {"season": name}
        for _pk, name in sorted(names.items())
    ]
    if asked:
        sentences.append(
            _("A transfer is asked for both of them: decide one of the two transfers first.")
        )
    return sentences


def _seasons_of(player: Player) -> dict[int, str]:
    rows = Registration.objects.filter(ended_at__isnull=True)
    rows = rows.filter(Q(player=player) | Q(home_player=player))
    return dict(rows.values_list("season_id", "season__name"))


def _asked_for(player: Player) -> set[int]:
    rows = Transfer.objects.filter(player=player, state=TransferState.ASKED)
    return set(rows.values_list("season_id", flat=True))


def preview(stays: Player, goes: Player) -> Sequence[str]:
    return [
        _("The registration in %(season)s goes to %(player)s.")
        % {"season": name, "player": stays.name}
        for _pk, name in sorted(_seasons_of(goes).items())
    ]


def move(stays: Player, goes: Player) -> Mapping[str, Any]:
    moved: dict[str, Any] = {}
    for model in (Registration, Transfer):
        for column in COLUMNS:
            rows = list(
                model._default_manager.filter(**{column: goes}).values_list("pk", flat=True)
            )
            model._default_manager.filter(pk__in=rows).update(**{column: stays})
            moved[f"{model._meta.model_name} {column}"] = rows
    return moved


def put_back(stays: Player, goes: Player, moved: Mapping[str, Any]) -> None:
    """Give back what is still with the player who stayed."""
    for model in (Registration, Transfer):
        for column in COLUMNS:
            rows = moved.get(f"{model._meta.model_name} {column}", [])
            still = model._default_manager.filter(pk__in=rows, **{column: stays})
            still.update(**{column: goes})


def register_registrations() -> None:
    register(Keeper("associations", obstacles, preview, move, put_back))

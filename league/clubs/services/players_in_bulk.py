"""Many players written at once: all of them, or none and every reason."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.clubs.services.clubs import lock_club
from league.clubs.services.players import add_player, change_player
from league.foundation.journal.actor import Actor
from league.foundation.refusal import Refused, RowsRefused

MOST_PLAYERS_AT_ONCE = 200


class UnknownPlayer(Refused):
    """The club has no player with this number."""

    code = "unknown_player"


@transaction.atomic
def write_players(
    *, club: Club, rows: Sequence[Mapping[str, Any]], actor: Actor, at: datetime
) -> list[Player]:
    """Change the players whose `id` a row names, add those of rows without one; in their order.

    A row has the fields of `change_player`, or of `add_player`. Raises RowsRefused with the reason
    of every row that cannot be written.
    """
    lock_club(club.pk)
    written: list[Player] = []
    refused: dict[int, Refused] = {}
    for index, row in enumerate(rows):
        try:
            written.append(_write(club, row, actor, at))
        except Refused as why:
            refused[index] = why
    if refused:
        raise RowsRefused(refused, field="players")
    return written


@transaction.atomic
def tell_players_apart(
    *, club: Club, words: Mapping[int, str], actor: Actor, at: datetime
) -> list[Player]:
    """Store what tells players apart, by their ids; all of it or nothing. Raises RowsRefused."""
    rows = [{"id": pk, "told_apart_by": word} for pk, word in words.items()]
    return write_players(club=club, rows=rows, actor=actor, at=at)


@transaction.atomic
def _write(club: Club, row: Mapping[str, Any], actor: Actor, at: datetime) -> Player:
    fields = {name: value for name, value in row.items() if name != "id"}
    if "id" not in row:
        return add_player(club=club, **{"name": ""} | fields, actor=actor, at=at)
    fields.pop("surely_new", None)
    player = club.players.filter(pk=row["id"]).first()
    if player is None:
        raise UnknownPlayer(
            _("The club has no player with the number %(id)d.") % {"id": row["id"]}, field="id"
        )
    return change_player(player=player, **fields, actor=actor, at=at)

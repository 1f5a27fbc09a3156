"""Undo of a change of who sits at a seat: a new change that seats whoever sat there before.

The change wrote into the journal who sat there. It can be undone as long as nobody has changed
the seat since, by whatever way.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.foundation.journal.actor import Actor
from league.foundation.journal.models import Happening
from league.foundation.journal.versions import change_made, change_to_undo, is_undone
from league.play.events.names import called_after
from league.play.rounds.models import Round, Seat
from league.play.rounds.services.round_locks import journal_round, lock_round
from league.play.rounds.services.substituting import (
    EXCEPTION,
    SEATED,
    check_free,
    check_not_closed,
    in_the_journal,
    locked_seat,
    sitting,
)
from league.play.rounds.services.undo_edit import NothingToUndo
from league.play.rounds.substitutions import seat_to_fill

SEATINGS = (SEATED, EXCEPTION)


def seating_made(seat: Seat, *, actor: Actor, at: datetime) -> Happening | None:
    """Return the change of who sits there that somebody made at a moment, if it can be undone."""
    return change_made("round", seat.round_id, SEATINGS, actor=actor, at=at)


@transaction.atomic
def undo_seating(*, round: Round, change: int, actor: Actor, at: datetime) -> Seat:
    """Seat whoever sat there before the change, a happening by its number; twice it is done once.

    Raises NothingToUndo when the seat has changed since or whoever sat there plays for the entry
    no more, and what `seat_substitute` raises for a closed round or a player seated elsewhere.
    """
    round = lock_round(round)
    made = change_to_undo("round", round.pk, SEATINGS, change)
    seat = None if made is None else _seat_of(round, made)
    if made is None or seat is None:
        raise _changed_since()
    seat = locked_seat(seat, round)
    if is_undone(made):
        return seat
    if not _is_as_left(seat, made):
        raise _changed_since()
    check_not_closed(round)
    _put_back(seat, made, actor=actor, at=at)
    return seat


def _changed_since() -> NothingToUndo:
    return NothingToUndo(
        _(
            "This can no longer be undone: somebody has changed the seat since then. Choose on "
            "the page of the seat who sits there."
        )
    )


def _seat_of(round: Round, made: Happening) -> Seat | None:
    return Seat.objects.filter(
        round=round,
        table__number=made.data["table"],
        table__room=made.data["room"],
        number=made.data["seat"],
    ).first()


def _is_as_left(seat: Seat, made: Happening) -> bool:
    return _named_now(sitting(seat)) == _named_now(made.data["was"]["after"])


def _named_now(was: list[Any]) -> list[Any]:
    """Return who sat there, by the player who stayed of two who were merged since."""
    *players, is_substitute = was
    rows = Player.objects.select_related("merged_into").in_bulk([pk for pk in players if pk])
    return [*(called_after(rows[pk]).pk if pk in rows else None for pk in players), is_substitute]


def _put_back(seat: Seat, made: Happening, *, actor: Actor, at: datetime) -> None:
    before, was = seat.player, sitting(seat)
    player_id, absent_id, is_substitute = _named_now(made.data["was"]["before"])
    people = Player.objects.in_bulk([pk for pk in (player_id, absent_id) if pk])
    player = people.get(player_id)
    if player is not None:
        check_free(seat.round, player)
        if not is_substitute and not seat_to_fill(seat, at=at).is_member(player):
            raise NothingToUndo(
                _("This can no longer be undone: %(name)s is no longer in this entry.")
                % {"name": player.name}
            )
    seat.player, seat.stands_in_for = player, people.get(absent_id)
    seat.is_substitute = is_substitute
    seat.save(update_fields=["player", "is_substitute", "stands_in_for"])
    data = in_the_journal(seat, before, was) | {"undoes": made.pk}
    journal_round(SEATED, seat.round, actor=actor, at=at, data=data)

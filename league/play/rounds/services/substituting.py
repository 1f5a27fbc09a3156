"""Who sits at a seat of a round: a member of the entry, or a substitute by the event's rule."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.wording import join_sentences
from league.clubs.models import Player
from league.foundation.journal.actor import Actor
from league.foundation.refusal import Refused
from league.play.events.locking import locked
from league.play.events.names import called_after
from league.play.events.services.field import ForeignPlayer
from league.play.events.services.typed_entries import player_called
from league.play.rounds.models import Round, RoundState, Seat
from league.play.rounds.services.round_locks import journal_round, lock_round
from league.play.rounds.services.running_rounds import RoundInWrongState
from league.play.rounds.substitutions import Reason, seat_to_fill

NOBODY = "–"
SEATED, EXCEPTION = "seat.substituted", "seat.substituted_by_exception"


class PlayerIsSeated(Refused):
    """Nobody sits at two tables of a round."""

    code = "player_is_seated"


class MayNotStandIn(Refused):
    """The event's rule on substitutes says no, and no reason for an exception was given."""

    code = "may_not_stand_in"

    def __init__(self, reasons: list[Reason]) -> None:
        self.reasons = reasons
        sentences = [reason.sentence for reason in reasons]
        sentences.append(_("Seat somebody else, or give a reason for an exception."))
        super().__init__(join_sentences(sentences), field="exception")


@transaction.atomic
def seat_substitute(
    *, seat: Seat, player: Player | None, exception: str = "", actor: Actor, at: datetime
) -> Seat:
    """Seat a player for this round: a member of the entry, or a substitute for one.

    A substitute is remembered as standing in for whoever was to sit there; None frees the seat.
    Refused when the round is closed, the player is of another club or sits elsewhere in it;
    MayNotStandIn when the event's rule says no, unless `exception` is the director's reason.
    """
    round = lock_round(seat.round)
    check_not_closed(round)
    seat = locked_seat(seat, round)
    before, was = seat.player, sitting(seat)
    if player is not None and before is not None and player.pk == before.pk:
        return seat
    against: list[Reason] = []
    stands_in = False
    if player is not None:
        check_free(round, player)
        to_fill = seat_to_fill(seat, at=at)
        stands_in = not to_fill.is_member(player)
        against = to_fill.reasons(player)
    exception = exception.strip()
    if against and not exception:
        raise MayNotStandIn(against)
    absent = seat.stands_in_for or (None if seat.is_substitute else before)
    seat.player = player
    seat.is_substitute = stands_in
    seat.stands_in_for = absent if stands_in else None
    seat.save(update_fields=["player", "is_substitute", "stands_in_for"])
    data = in_the_journal(seat, before, was)
    if against:
        data |= {"reason": exception, "against": [reason.code for reason in against]}
    journal_round(EXCEPTION if against else SEATED, round, actor=actor, at=at, data=data)
    return seat


@transaction.atomic
def seat_player_called(
    *, seat: Seat, text: str, add_unknown: bool, exception: str = "", actor: Actor, at: datetime
) -> Seat:
    """Seat the player typed, added to the club where that is wished; no text frees the seat.

    Refused as `player_called` and `seat_substitute` are; then nobody is added.
    """
    player = None
    if text:
        club = seat.round.stage.event.club
        player = player_called(club=club, text=text, add_unknown=add_unknown, actor=actor, at=at)
    return seat_substitute(seat=seat, player=player, exception=exception, actor=actor, at=at)


@transaction.atomic
def end_substitution(*, seat: Seat, actor: Actor, at: datetime) -> Seat:
    """Seat whoever was to sit there again; the seat is free where that is nobody of the entry now.

    A seat without a substitute stays as it is. Refused as `seat_substitute` is.
    """
    round = lock_round(seat.round)
    seat = locked_seat(seat, round)
    if not seat.is_substitute:
        return seat
    absent = called_after(seat.stands_in_for) if seat.stands_in_for else None
    if absent is not None and not seat_to_fill(seat, at=at).is_member(absent):
        absent = None
    return seat_substitute(seat=seat, player=absent, actor=actor, at=at)


def sitting(seat: Seat) -> list[Any]:
    """Return who sits there and for whom, as the journal keeps it to put it back."""
    return [seat.player_id, seat.stands_in_for_id, seat.is_substitute]


def in_the_journal(seat: Seat, before: Player | None, was: list[Any]) -> dict[str, Any]:
    """Return what the journal says of a seat that was changed; `was` is who sat there before."""
    return {
        "table": seat.table.number,
        "room": seat.table.room,
        "seat": seat.number,
        "before": before or NOBODY,
        "player": seat.player or NOBODY,
        "stands_in_for": seat.stands_in_for or NOBODY,
        "was": {"before": was, "after": sitting(seat)},
    }


def check_not_closed(round: Round) -> None:
    if round.state == RoundState.CLOSED:
        raise RoundInWrongState(
            _("Round %(round)d is closed: reopen it to change who sits where.")
            % {"round": round.number}
        )


def locked_seat(seat: Seat, round: Round) -> Seat:
    with_names = ("placement", "table", "player", "stands_in_for__merged_into")
    stored = locked(Seat.objects.select_related(*with_names), pk=seat.pk)
    stored.round = round
    return stored


def check_free(round: Round, player: Player) -> None:
    if player.club_id != round.stage.event.club_id:
        raise ForeignPlayer(
            _("%(name)s is not a player of this club: add %(name)s to its players first.")
            % {"name": player.name}
        )
    elsewhere = Seat.objects.filter(round=round, player=player).select_related("table").first()
    if elsewhere is not None:
        raise PlayerIsSeated(
            _("%(name)s sits at table %(table)s in this round; nobody can sit at two tables.")
            % {"name": player.name, "table": elsewhere.table.shown_number}
        )

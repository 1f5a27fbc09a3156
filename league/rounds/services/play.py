"""A round on its way: opened, closed, reopened, its deadline, its links, its substitutes."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Player
from league.events.services.field import ForeignPlayer
from league.journal.actor import Actor
from league.refusal import Refused
from league.rounds.models import Round, RoundState, Seat, Table
from league.rounds.selectors import unfinished_tables
from league.rounds.services.clock_facts import end_with_the_round
from league.rounds.services.draw import check_running
from league.rounds.services.locking import lock_round, note


class RoundInWrongState(Refused):
    code = "round_in_wrong_state"


class TablesUnfinished(Refused):
    """Closing would end tables whose results are not confirmed."""

    code = "tables_unfinished"


class NothingToPlay(Refused):
    code = "round_without_tables"


class PlayerIsSeated(Refused):
    """Nobody sits at two tables of a round."""

    code = "player_is_seated"


NOBODY = "–"


def _check_state(round: Round, wanted: RoundState, sentence: str) -> None:
    if round.state != wanted:
        raise RoundInWrongState(
            f"{sentence} "
            + _("Round %(round)d is %(state)s.")
            % {"round": round.number, "state": round.get_state_display()}
        )


@transaction.atomic
def open_round(*, round: Round, actor: Actor, at: datetime) -> Round:
    """Show the round and let its tables enter deals. Opening an open round changes nothing."""
    round = lock_round(round)
    if round.state == RoundState.OPEN:
        return round
    _check_state(
        round, RoundState.DRAWN, _("Only a drawn round can be opened; a closed one is reopened.")
    )
    check_running(round.stage.event)
    if not round.tables.exists():
        raise NothingToPlay(
            _("Round %(round)d has no table: draw it again or seat somebody first.")
            % {"round": round.number}
        )
    round.state, round.opened_at = RoundState.OPEN, at
    round.save(update_fields=["state", "opened_at"])
    note("round.opened", round, actor=actor, at=at)
    return round


@transaction.atomic
def close_round(
    *, round: Round, even_unfinished: bool = False, actor: Actor, at: datetime
) -> Round:
    """End the round: its links stop working, its clock ends. Closing twice changes nothing.

    Refused TablesUnfinished, naming the tables, unless `even_unfinished`.
    """
    round = lock_round(round)
    if round.state == RoundState.CLOSED:
        return round
    _check_state(round, RoundState.OPEN, _("Only an open round can be closed."))
    missing = unfinished_tables(round)
    if missing and not even_unfinished:
        raise TablesUnfinished(
            ngettext(
                "Table %(tables)s has no confirmed result yet: "
                "wait for it, enter it, or close the round without it.",
                "Tables %(tables)s have no confirmed result yet: "
                "wait for them, enter them, or close the round without them.",
                len(missing),
            )
            % {"tables": ", ".join(map(str, missing))}
        )
    round.state, round.closed_at = RoundState.CLOSED, at
    round.save(update_fields=["state", "closed_at"])
    end_with_the_round(round, at=at)
    note("round.closed", round, actor=actor, at=at, data={"unfinished": missing})
    return round


@transaction.atomic
def reopen_round(*, round: Round, actor: Actor, at: datetime) -> Round:
    """Let a closed round go on; its links work again."""
    round = lock_round(round)
    if round.state == RoundState.OPEN:
        return round
    _check_state(round, RoundState.CLOSED, _("Only a closed round can be reopened."))
    check_running(round.stage.event)
    round.state, round.closed_at = RoundState.OPEN, None
    round.save(update_fields=["state", "closed_at"])
    note("round.reopened", round, actor=actor, at=at)
    return round


@transaction.atomic
def set_deadline(*, round: Round, deadline: datetime | None, actor: Actor, at: datetime) -> Round:
    """Say until when the round is to be played; None takes the deadline away."""
    round = lock_round(round)
    if round.deadline == deadline:
        return round
    before, round.deadline = round.deadline, deadline
    round.save(update_fields=["deadline"])
    data = {
        "before": before.isoformat() if before else None,
        "deadline": deadline.isoformat() if deadline else None,
    }
    note("round.deadline_set", round, actor=actor, at=at, data=data)
    return round


@transaction.atomic
def renew_links(*, table: Table, actor: Actor, at: datetime) -> Table:
    """Make every link to the table given out so far worthless."""
    round = lock_round(table.round)
    Table.objects.filter(pk=table.pk).update(link_number=F("link_number") + 1)
    table.refresh_from_db(fields=["link_number"])
    note("table.links_renewed", round, actor=actor, at=at, data={"table": table.number})
    return table


@transaction.atomic
def seat_substitute(*, seat: Seat, player: Player | None, actor: Actor, at: datetime) -> Seat:
    """Seat a player for this table: a member of the entry, or a substitute for one.

    A substitute is remembered as standing in for whoever was to sit there; None frees the seat.
    Refused when the round is closed, the player is of another club or sits elsewhere in it.
    """
    round = lock_round(seat.round)
    if round.state == RoundState.CLOSED:
        raise RoundInWrongState(
            _("Round %(round)d is closed: reopen it to change who sits where.")
            % {"round": round.number}
        )
    seat = (
        Seat.objects.select_for_update(no_key=True, of=("self",))
        .select_related("placement__entry", "table", "player", "stands_in_for")
        .get(pk=seat.pk)
    )
    before = seat.player
    if player is not None and before is not None and player.pk == before.pk:
        return seat
    if player is not None:
        _check_free(round, player)
    absent = seat.stands_in_for or before
    seat.player = player
    own = player is not None and _is_member(seat, player)
    seat.stands_in_for = None if own or player is None else absent
    seat.save(update_fields=["player", "stands_in_for"])
    data = {
        "table": seat.table.number,
        "seat": seat.number,
        "before": before.name if before else NOBODY,
        "player": player.name if player else NOBODY,
        "stands_in_for": seat.stands_in_for.name if seat.stands_in_for else NOBODY,
    }
    note("seat.substituted", round, actor=actor, at=at, data=data)
    return seat


def _is_member(seat: Seat, player: Player) -> bool:
    members = seat.placement.entry.members.filter(left_at__isnull=True)
    return members.filter(player=player).exists()


def _check_free(round: Round, player: Player) -> None:
    if player.club_id != round.stage.event.club_id:
        raise ForeignPlayer(
            _("%(name)s is not a player of this club: add %(name)s to its players first.")
            % {"name": player.name}
        )
    elsewhere = Seat.objects.filter(round=round, player=player).select_related("table").first()
    if elsewhere is not None:
        raise PlayerIsSeated(
            _("%(name)s sits at table %(table)d in this round; nobody can sit at two tables.")
            % {"name": player.name, "table": elsewhere.table.number}
        )

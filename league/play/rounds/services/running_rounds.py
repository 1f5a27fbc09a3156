"""A round on its way: opened, closed, reopened, its deadline, its links, the codes of tables."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording import join_sentences
from league.foundation.journal.actor import Actor
from league.foundation.lists import listed
from league.foundation.refusal import Refused
from league.play.events.journaling import journal_event
from league.play.events.models import Event
from league.play.rounds.models import Round, RoundState, Table
from league.play.rounds.selectors import unfinished_tables
from league.play.rounds.services.round_locks import check_running, journal_round, lock_round
from league.play.rounds.services.running_clock import end_with_the_round
from league.play.rounds.stale_draws import KEPT_WITHOUT, Changes, changes_in_words, changes_since


class RoundInWrongState(Refused):
    code = "round_in_wrong_state"


class TablesUnfinished(Refused):
    """Closing would end tables whose results are not confirmed."""

    code = "tables_unfinished"


class NothingToPlay(Refused):
    code = "round_without_tables"


class DrawStale(Refused):
    """Somebody came or left since the round was drawn, and it was not said to open it all the same.

    Without a table is then who came: the round is better drawn again.
    """

    code = "draw_stale"


def check_state(round: Round, wanted: RoundState, sentence: str) -> None:
    if round.state != wanted:
        raise RoundInWrongState(
            f"{sentence} "
            + _("Round %(round)d is %(state)s.")
            % {"round": round.number, "state": round.get_state_display()}
        )


@transaction.atomic
def open_round(*, round: Round, even_stale: bool = False, actor: Actor, at: datetime) -> Round:
    """Show the round and let its tables enter deals. Opening an open round changes nothing.

    Refused DrawStale, naming those who came or left since it was drawn, unless `even_stale`; then
    rounds drawn with it are not asked about again for the sake of those who left.
    """
    round = lock_round(round)
    if round.state == RoundState.OPEN:
        return round
    check_state(
        round, RoundState.DRAWN, _("Only a drawn round can be opened; a closed one is reopened.")
    )
    check_running(round.stage.event)
    if not round.tables.exists():
        raise NothingToPlay(
            _("Round %(round)d has no table: draw it again or seat somebody first.")
            % {"round": round.number}
        )
    changes = changes_since(round)
    if changes:
        if not even_stale:
            sentence = changes_in_words(round, changes)
            advice = _("Draw it again, or open it as it is.")
            raise DrawStale(join_sentences([sentence, advice]))
        _keep_without(round, changes)
    round.state, round.opened_at = RoundState.OPEN, at
    round.save(update_fields=["state", "opened_at"])
    data = {"late": len(changes.late), "left": len(changes.left)} if changes else None
    journal_round("round.opened", round, actor=actor, at=at, data=data)
    return round


def _keep_without(round: Round, changes: Changes) -> None:
    """Remember in the rounds drawn up to the last that they are played without those who left."""
    left = {entry.pk for entry in changes.left}
    if not left:
        return
    rows = list(
        Round.objects.select_for_update(no_key=True).filter(
            stage=round.stage_id, state=RoundState.DRAWN, number__gte=round.number
        )
    )
    for row in rows:
        row.drawing[KEPT_WITHOUT] = sorted({*row.drawing.get(KEPT_WITHOUT, ()), *left})
    Round.objects.bulk_update(rows, ["drawing"])


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
    check_state(round, RoundState.OPEN, _("Only an open round can be closed."))
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
            % {"tables": listed(missing)}
        )
    round.state, round.closed_at = RoundState.CLOSED, at
    round.save(update_fields=["state", "closed_at"])
    end_with_the_round(round, at=at)
    journal_round("round.closed", round, actor=actor, at=at, data={"unfinished": missing})
    return round


@transaction.atomic
def reopen_round(*, round: Round, actor: Actor, at: datetime) -> Round:
    """Let a closed round go on; its links work again."""
    round = lock_round(round)
    if round.state == RoundState.OPEN:
        return round
    check_state(round, RoundState.CLOSED, _("Only a closed round can be reopened."))
    check_running(round.stage.event)
    round.state, round.closed_at = RoundState.OPEN, None
    round.save(update_fields=["state", "closed_at"])
    journal_round("round.reopened", round, actor=actor, at=at)
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
    journal_round("round.deadline_set", round, actor=actor, at=at, data=data)
    return round


@transaction.atomic
def renew_links(*, table: Table, actor: Actor, at: datetime) -> Table:
    """Make every link to the table given out so far worthless."""
    round = lock_round(table.round)
    Table.objects.filter(pk=table.pk).update(link_number=F("link_number") + 1)
    table.refresh_from_db(fields=["link_number"])
    journal_round(
        "table.links_renewed",
        round,
        actor=actor,
        at=at,
        data={"table": table.number, "room": table.room},
    )
    return table


@transaction.atomic
def renew_place_codes(*, event: Event, actor: Actor, at: datetime) -> Event:
    """Make every code that stays on the event's tables worthless."""
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    event.place_codes_number += 1
    event.save(update_fields=["place_codes_number"])
    journal_event("place_codes.renewed", event, actor=actor, at=at)
    return event

"""Undo of a line-up that was set: the one before it holds again, or there is none.

Whoever was seated by it leaves the seats to those who sat there before.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.wording import join_sentences
from league.calendar.captains.line_up_facts import against_line_up, line_ups_of, players_in
from league.calendar.captains.match_journal import journal_match
from league.calendar.captains.match_rules import rules_of
from league.calendar.captains.matches import Match
from league.calendar.captains.models import LineUp
from league.calendar.captains.services.line_ups import (
    SET,
    LineUpRefused,
    check_open,
    hold_match,
    seat_if_shown,
    write_line_up,
)
from league.clubs.models import Player
from league.foundation.journal.actor import Actor
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import happenings_about
from league.foundation.journal.undoing import change_made, change_to_undo, is_undone
from league.foundation.refusal import OutOfDate
from league.play.events.names import called_after
from league.play.rounds.services.undo_seating import SEATINGS, undo_seating


def line_up_change(match: Match, *, actor: Actor, at: datetime) -> Happening | None:
    """Return what somebody's setting of a line-up at a moment wrote, if anything."""
    return change_made("table", match.tables[0].pk, (SET,), actor=actor, at=at)


@transaction.atomic
def undo_line_up(
    *,
    match: Match,
    side: int,
    change: int,
    by_director: bool = False,
    actor: Actor,
    at: datetime,
) -> LineUp | None:
    """Take back a line-up that was set, a happening by its number; twice it is done once.

    Returns the line-up that holds again, if there was one. Raises OutOfDate where another one was
    set or its players were seated since, LineUpClosed as `set_line_up` does, LineUpRefused where
    the players before may not play any more, and what `undo_seating` raises.
    """
    match = hold_match(match)
    entry = match.entries[side]
    line_ups = line_ups_of(match)
    own = line_ups.get(side)
    made = change_to_undo("table", match.tables[0].pk, (SET,), change)
    if made is None or made.data["was"]["entry"] != entry.pk:
        raise _changed_since()
    if is_undone(made):
        return own
    rules = rules_of(match.round.stage)
    check_open(match, side, line_ups, rules, by_director=by_director, at=at)
    if own is None or players_in(own) != _people(made.data["was"]["after"]):
        raise _changed_since()
    if own.seated_at not in (None, made.at):
        raise OutOfDate(
            _("This can no longer be undone: the players are seated. Set another line-up.")
        )
    _unseat(match, made, actor=actor, at=at)
    before = _restore(match, side, own, made, actor=actor, at=at)
    names = {"entry": match.noted_name(side), "undoes": made.pk}
    journal_match("line_up.set_undone", match, actor=actor, at=at, side=side, **names)
    seat_if_shown(match, rules, actor=actor, at=at)
    return before


def _changed_since() -> OutOfDate:
    return OutOfDate(
        _("This can no longer be undone: somebody has changed the line-up since then.")
    )


def _people(numbers: Sequence[int]) -> list[Player]:
    """Return players in this order, by those who stayed of two who were merged since."""
    rows = Player.objects.select_related("merged_into").in_bulk(list(numbers))
    return [called_after(rows[number]) for number in numbers if number in rows]


def _unseat(match: Match, made: Happening, *, actor: Actor, at: datetime) -> None:
    """Seat whoever sat at the match before the line-up was set, the last change first."""
    seated = happenings_about("round", match.round.pk).filter(
        kind__in=SEATINGS,
        pk__gt=made.pk,
        at=made.at,
        actor_user_id=made.actor_user_id,
        data__table=match.number,
    )
    for seating in seated.reverse():
        undo_seating(round=match.round, change=seating.pk, actor=actor, at=at)
    of_match = LineUp.objects.filter(round=match.round, number=match.number)
    of_match.filter(seated_at=made.at).update(seated_at=None)


def _restore(
    match: Match, side: int, own: LineUp, made: Happening, *, actor: Actor, at: datetime
) -> LineUp | None:
    before = made.data["was"]["before"]
    if before is None:
        own.delete()
        return None
    people = _people(before)
    rules = rules_of(match.round.stage)
    against = against_line_up(match, side, people, rules, names_hidden=True, at=at)
    if against:
        raise LineUpRefused(join_sentences(against), field="players")
    return write_line_up(match, side, people, actor=actor, at=at)

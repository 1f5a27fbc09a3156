"""Line-ups: made by a captain, shown when both are in, and seated."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.wording import join_sentences
from league.calendar.captains.happenings import format_moment
from league.calendar.captains.line_up_facts import (
    against_line_up,
    are_shown,
    due_of,
    line_ups_of,
    players_in,
    seats_for,
)
from league.calendar.captains.match_journal import journal_match
from league.calendar.captains.match_rules import makes_line_ups, rules_of
from league.calendar.captains.matches import Match, is_untouched, match_at
from league.calendar.captains.models import LineUp, LineUpPlayer, MatchRules
from league.clubs.models import Player
from league.foundation.journal.actor import Actor
from league.foundation.refusal import Refused
from league.play.rounds.models import RoundState
from league.play.rounds.services.round_locks import lock_round
from league.play.rounds.services.substituting import seat_substitute

LONGEST = 300
SET = "line_up.set"


class LineUpRefused(Refused):
    """Who was named may not play, or not so."""

    code = "line_up_refused"


class LineUpClosed(Refused):
    """It is too late for a captain to make or change a line-up."""

    code = "line_up_closed"


@transaction.atomic
def set_line_up(
    *,
    match: Match,
    side: int,
    players: Sequence[Player],
    by_director: bool = False,
    actor: Actor,
    at: datetime,
) -> LineUp:
    """Say who plays for a side, a player for each seat in turn order, the open room first.

    The same again changes nothing. When both sides have made theirs, all are seated. Raises
    LineUpRefused, and LineUpClosed where line-ups are shown already (a director may change them).
    """
    match = hold_match(match)
    rules = rules_of(match.round.stage)
    before = line_ups_of(match)
    check_open(match, side, before, rules, by_director=by_director, at=at)
    own = before.get(side)
    was = None if own is None else [player.pk for player in players_in(own)]
    wanted = [player.pk for player in players]
    if own is not None and was == wanted:
        return own
    against = against_line_up(match, side, players, rules, names_hidden=by_director, at=at)
    if against:
        raise LineUpRefused(join_sentences(against), field="players")
    line_up = write_line_up(match, side, players, actor=actor, at=at)
    data = {
        "entry": match.noted_name(side),
        "was": {"entry": match.entries[side].pk, "before": was, "after": wanted},
    }
    journal_match(SET, match, actor=actor, at=at, side=side, **data)
    seat_if_shown(match, rules, actor=actor, at=at)
    return LineUp.objects.get(pk=line_up.pk)


def hold_match(match: Match) -> Match:
    """Lock the round, and read the match as it is now."""
    return match_at(lock_round(match.round), match.number)


def check_open(
    match: Match,
    side: int,
    line_ups: Mapping[int, LineUp],
    rules: MatchRules,
    *,
    by_director: bool,
    at: datetime,
) -> None:
    if not makes_line_ups(match.round.stage):
        raise LineUpClosed(
            _("Individuals and pairs play themselves: a substitute takes a seat at the table.")
        )
    if match.round.state == RoundState.CLOSED or not is_untouched(match):
        raise LineUpClosed(
            _("%(one)s against %(other)s is being played or over: its line-ups stay as they are.")
            % {"one": match.names[0], "other": match.names[1]}
        )
    if by_director:
        return
    due = due_of(match, rules)
    if due is not None and due <= at:
        sentence = _("Line-ups were due by %(due)s. Ask the organiser to enter yours.")
        raise LineUpClosed(sentence % {"due": format_moment(due, match.zone)})
    if are_shown(match, line_ups, due, at=at):
        raise LineUpClosed(
            _(
                "Both line-ups are in and shown to both sides, so yours stays as it is. Ask the "
                "organiser if somebody cannot come."
            )
        )


def write_line_up(
    match: Match, side: int, players: Sequence[Player], *, actor: Actor, at: datetime
) -> LineUp:
    line_up, _is_new = LineUp.objects.update_or_create(
        round=match.round,
        entry=match.entries[side],
        defaults={
            "number": match.number,
            "set_by_id": actor.user_id,
            "set_at": at,
            "seated_at": None,
            "refused": "",
        },
    )
    line_up.players.all().delete()
    seats = seats_for(match, side)
    LineUpPlayer.objects.bulk_create(
        LineUpPlayer(
            line_up=line_up,
            round=match.round,
            player=player,
            room=seat.table.room,
            place=place,
        )
        for place, (seat, player) in enumerate(zip(seats, players, strict=True))
    )
    return line_up


def seat_if_shown(match: Match, rules: MatchRules, *, actor: Actor, at: datetime) -> None:
    """Seat the line-ups of a match that are shown to both sides and not seated yet."""
    line_ups = line_ups_of(match)
    if match.round.state == RoundState.CLOSED or not is_untouched(match):
        return
    if not are_shown(match, line_ups, due_of(match, rules), at=at):
        return
    for side, line_up in line_ups.items():
        if line_up.seated_at is None and not line_up.refused:
            _seat(match, side, line_up, actor=actor, at=at)


def _seat(match: Match, side: int, line_up: LineUp, *, actor: Actor, at: datetime) -> None:
    """Seat all players of a line-up, or none and say why: who may play can have changed."""
    try:
        with transaction.atomic():
            _seat_all(match, side, players_in(line_up), actor=actor, at=at)
    except Refused as refused:
        line_up.refused = str(refused)[:LONGEST]
    else:
        line_up.seated_at = at
    line_up.save(update_fields=["refused", "seated_at"])


def _seat_all(
    match: Match, side: int, players: Sequence[Player], *, actor: Actor, at: datetime
) -> None:
    seats = seats_for(match, side)
    wanted = {player.pk for player in players}
    changed = [
        (seat, player)
        for seat, player in zip(seats, players, strict=True)
        if seat.player_id != player.pk
    ]
    for seat, _player in changed:
        # who moves to another seat of the side leaves the own one first
        if seat.player_id in wanted:
            seat_substitute(seat=seat, player=None, actor=actor, at=at)
    for seat, player in changed:
        seat_substitute(seat=seat, player=player, actor=actor, at=at)


@transaction.atomic
def seat_due_line_up(*, match: Match, actor: Actor, at: datetime) -> None:
    """Seat what is due of a match; twice changes nothing."""
    match = hold_match(match)
    seat_if_shown(match, rules_of(match.round.stage), actor=actor, at=at)

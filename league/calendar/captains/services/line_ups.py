"""Line-ups of matches, and the captains who name them."""

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
from league.calendar.captains.matches import (
    Match,
    is_untouched,
    journal_match,
    makes_line_ups,
    match_at,
    rules_of,
)
from league.calendar.captains.models import LineUp, LineUpPlayer, MatchRules
from league.clubs.models import Player
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import happenings_about
from league.foundation.journal.versions import change_made, change_to_undo, is_undone
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.entry_rules import captain_of, eligible_for
from league.play.events.journaling import journal_event, locked
from league.play.events.models import Captain, Entry, EntryState
from league.play.events.names import called_after, name_by_number, name_of
from league.play.rounds.models import RoundState
from league.play.rounds.services.edit import SEATINGS, undo_seating
from league.play.rounds.services.running_rounds import lock_round
from league.play.rounds.services.seating import seat_substitute

# --- Line-ups: made by a captain, shown when both are in, and seated ---

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
    by: Act,
) -> LineUp:
    """Say who plays for a side, a player for each seat in turn order, the open room first.

    The same again changes nothing. When both sides have made theirs, all are seated. Raises
    LineUpRefused, and LineUpClosed where line-ups are shown already (a director may change them).
    """
    match = hold_match(match)
    rules = rules_of(match.round.stage)
    before = line_ups_of(match)
    check_open(match, side, before, rules, by_director=by_director, at=by.at)
    own = before.get(side)
    was = None if own is None else [player.pk for player in players_in(own)]
    wanted = [player.pk for player in players]
    if own is not None and was == wanted:
        return own
    against = against_line_up(match, side, players, rules, names_hidden=by_director, at=by.at)
    if against:
        raise LineUpRefused(join_sentences(against), field="players")
    line_up = write_line_up(match, side, players, by=by)
    data = {
        "entry": match.noted_name(side),
        "was": {"entry": match.entries[side].pk, "before": was, "after": wanted},
    }
    journal_match(SET, match, by=by, side=side, **data)
    seat_if_shown(match, rules, by=by)
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


def write_line_up(match: Match, side: int, players: Sequence[Player], *, by: Act) -> LineUp:
    line_up, _is_new = LineUp.objects.update_or_create(
        round=match.round,
        entry=match.entries[side],
        defaults={
            "number": match.number,
            "set_by_id": by.actor.user_id,
            "set_at": by.at,
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


def seat_if_shown(match: Match, rules: MatchRules, *, by: Act) -> None:
    """Seat the line-ups of a match that are shown to both sides and not seated yet."""
    line_ups = line_ups_of(match)
    if match.round.state == RoundState.CLOSED or not is_untouched(match):
        return
    if not are_shown(match, line_ups, due_of(match, rules), at=by.at):
        return
    for side, line_up in line_ups.items():
        if line_up.seated_at is None and not line_up.refused:
            _seat(match, side, line_up, by=by)


def _seat(match: Match, side: int, line_up: LineUp, *, by: Act) -> None:
    """Seat all players of a line-up, or none and note it: who may play can have changed."""
    try:
        with transaction.atomic():
            _seat_all(match, side, players_in(line_up), by=by)
    except Refused as refused:
        line_up.refused = refused.code
    else:
        line_up.seated_at = by.at
    line_up.save(update_fields=["refused", "seated_at"])


def _seat_all(match: Match, side: int, players: Sequence[Player], *, by: Act) -> None:
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
            seat_substitute(seat=seat, player=None, by=by)
    for seat, player in changed:
        seat_substitute(seat=seat, player=player, by=by)


@transaction.atomic
def seat_due_line_up(*, match: Match, by: Act) -> None:
    """Seat what is due of a match; twice changes nothing."""
    match = hold_match(match)
    seat_if_shown(match, rules_of(match.round.stage), by=by)


# --- Undo of a line-up that was set: the one before it holds again, or there is none ---
# Whoever was seated by it leaves the seats to those who sat there before.


def line_up_change(match: Match, *, by: Act) -> Happening | None:
    """Return what somebody's setting of a line-up at a moment wrote, if anything."""
    return change_made("table", match.tables[0].pk, (SET,), by=by)


@transaction.atomic
def undo_line_up(
    *,
    match: Match,
    side: int,
    change: int,
    by_director: bool = False,
    by: Act,
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
    check_open(match, side, line_ups, rules, by_director=by_director, at=by.at)
    if own is None or players_in(own) != _people(made.data["was"]["after"]):
        raise _changed_since()
    if own.seated_at not in (None, made.at):
        raise OutOfDate(
            _("This can no longer be undone: the players are seated. Set another line-up.")
        )
    _unseat(match, made, by=by)
    before = _restore(match, side, own, made, by=by)
    names = {"entry": match.noted_name(side), "undoes": made.pk}
    journal_match("line_up.set_undone", match, by=by, side=side, **names)
    seat_if_shown(match, rules, by=by)
    return before


def _changed_since() -> OutOfDate:
    return OutOfDate(
        _("This can no longer be undone: somebody has changed the line-up since then.")
    )


def _people(numbers: Sequence[int]) -> list[Player]:
    """Return players in this order, by those who stayed of two who were merged since."""
    rows = Player.objects.select_related("merged_into").in_bulk(list(numbers))
    return [called_after(rows[number]) for number in numbers if number in rows]


def _unseat(match: Match, made: Happening, *, by: Act) -> None:
    """Seat whoever sat at the match before the line-up was set, the last change first."""
    seated = happenings_about("round", match.round.pk).filter(
        kind__in=SEATINGS,
        pk__gt=made.pk,
        at=made.at,
        actor_user_id=made.actor_user_id,
        data__table=match.number,
    )
    for seating in seated.reverse():
        undo_seating(round=match.round, change=seating.pk, by=by)
    of_match = LineUp.objects.filter(round=match.round, number=match.number)
    of_match.filter(seated_at=made.at).update(seated_at=None)


def _restore(match: Match, side: int, own: LineUp, made: Happening, *, by: Act) -> LineUp | None:
    before = made.data["was"]["before"]
    if before is None:
        own.delete()
        return None
    people = _people(before)
    rules = rules_of(match.round.stage)
    against = against_line_up(match, side, people, rules, names_hidden=True, at=by.at)
    if against:
        raise LineUpRefused(join_sentences(against), field="players")
    return write_line_up(match, side, people, by=by)


# --- Naming the captain of an entry, and taking that back ---

NAMED = "captain.named"


class NotACaptain(Refused):
    """The player cannot speak for the entry."""

    code = "not_a_captain"


@transaction.atomic
def name_captain(*, entry: Entry, player: Player, by: Act) -> Captain:
    """Make a player of the club the captain of an entry; the same again changes nothing.

    A captain need not play. Raises NotACaptain.
    """
    entry = locked(Entry.objects.select_related("event"), pk=entry.pk)
    _check(entry, player)
    before = captain_of(entry)
    named = Captain.objects.filter(entry=entry).values_list("player", flat=True).first()
    captain, is_new = Captain.objects.update_or_create(entry=entry, defaults={"player": player})
    if is_new or before is None or before.pk != player.pk:
        words = {
            "player": player,
            "entry": name_by_number(entry),
            "was": {"before": named, "after": player.pk},
        }
        journal_event(NAMED, entry.event, subject=entry, by=by, **words)
    return captain


def captain_change(entry: Entry, *, by: Act) -> Happening | None:
    """Return what somebody's naming of a captain at a moment wrote, if anything."""
    return change_made("entry", entry.pk, (NAMED,), by=by)


@transaction.atomic
def undo_captain(*, entry: Entry, change: int, by: Act) -> Player | None:
    """Take back who was named captain, a happening by its number; twice it is done once.

    The captain before is it again, or nobody is named. Returns who is the captain now. Raises
    OutOfDate where somebody else was named since, and NotACaptain.
    """
    entry = locked(Entry.objects.select_related("event"), pk=entry.pk)
    made = change_to_undo("entry", entry.pk, (NAMED,), change)
    if made is not None and is_undone(made):
        return captain_of(entry)
    now = Captain.objects.select_related("player__merged_into").filter(entry=entry).first()
    if (
        made is None
        or now is None
        or called_after(now.player) != _called_by(made.data["was"]["after"])
    ):
        raise OutOfDate(
            _("This can no longer be undone: somebody has named another captain since then.")
        )
    before = _called_by(made.data["was"]["before"])
    if before is None:
        now.delete()
    else:
        _check(entry, before)
        Captain.objects.filter(pk=now.pk).update(player=before)
    words = {"player": made.data["player"], "entry": name_by_number(entry), "undoes": made.pk}
    journal_event("captain.naming_undone", entry.event, subject=entry, by=by, **words)
    return captain_of(entry)


def _called_by(number: int | None) -> Player | None:
    rows = Player.objects.select_related("merged_into").filter(pk=number or 0)
    return next((called_after(player) for player in rows), None)


def _check(entry: Entry, player: Player) -> None:
    if entry.state == EntryState.WITHDRAWN:
        raise NotACaptain(
            _("%(entry)s has withdrawn, so it needs no captain.") % {"entry": name_of(entry)}
        )
    if player.club_id != entry.event.club_id or player.merged_into_id is not None:
        raise NotACaptain(
            _("%(name)s is not a player of this club: add %(name)s to its players first.")
            % {"name": player.name},
            field="player",
        )
    condition = eligible_for(entry)
    if condition is not None and not Player.objects.filter(condition, pk=player.pk).exists():
        raise NotACaptain(
            _(
                "%(name)s is not registered for the club of %(entry)s: choose somebody of that "
                "club, or register %(name)s for it first."
            )
            % {"name": player.name, "entry": name_of(entry)},
            field="player",
        )

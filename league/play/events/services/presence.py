"""An evening before it starts: what is played, who is there, who plays with whom."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import F, Max
from django.utils.translation import gettext as _

from league.clubs import services as clubs
from league.clubs.models import Club, Player
from league.clubs.services.clubs import lock_club
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.journal.naming import by_number
from league.foundation.lists import listed
from league.foundation.names import clean_name, clean_names
from league.foundation.refusal import Refused
from league.play.events.evenings import day_of, present, waiting_evening
from league.play.events.models import LARGEST_SIDE, Attendance, Evening
from league.play.events.services.field import ForeignPlayer
from league.play.events.services.setup import check_valid
from league.play.events.services.typed_entries import Directory, find_player, similar_names

CHOSEN = frozenset(
    {*("name", "variant", "preset", "house_rules"), *("minutes", "minutes_a_deal", "deals_a_round")}
)


class EveningStarted(Refused):
    """Play has begun: who takes part is now changed in the entries of the event."""

    code = "evening_started"


class NotOnTheList(Refused):
    """The player was merged into another one, or does not play here any more."""

    code = "not_on_the_list"


class GuestUnclear(Refused):
    """The name is not clear; `similar` are players the club has with names like it."""

    code = "guest_unclear"

    def __init__(self, sentence: str, similar: Sequence[str] = ()) -> None:
        super().__init__(sentence, field="guest")
        self.similar = list(similar)


class CannotPlayTogether(Refused):
    code = "cannot_play_together"


@transaction.atomic
def open_evening(*, club: Club, day: date, by: Act) -> Evening:
    """Return the club's evening of that day that waits to be started; make it if there is none."""
    # two people who open the page at once would otherwise make two
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    evening = waiting_evening(club, day)
    if evening is None:
        evening = day_of(club, day).draft()
        evening.opened_at = by.at
        check_valid(evening)
        evening.save()
        journal_evening("evening.opened", evening, by=by)
    return evening


def locked(evening: Evening) -> Evening:
    """Return the evening as it is now, locked.

    No row that may change is joined: when the query had to wait for the lock on the evening,
    PostgreSQL returns joined rows as they were before the wait.
    """
    return Evening.objects.select_for_update(no_key=True).get(pk=evening.pk)


def lock_evening(evening: Evening) -> Evening:
    """Return the evening as it is now, locked. Raises EveningStarted."""
    evening = locked(evening)
    if evening.event is not None:
        raise EveningStarted(
            _("Play has begun: who comes or goes now is changed at the entries of %(event)s.")
            % {"event": evening.event.name}
        )
    return evening


def journal_evening(
    kind: str, evening: Evening, *, by: Act, subject: Any = None, **data: Any
) -> None:
    journal.append(
        kind=kind,
        by=by,
        club_id=evening.club_id,
        event_id=evening.event_id,
        subject=subject or evening,
        data={"day": evening.day.isoformat()} | data,
    )


def _changed(evening: Evening) -> None:
    """Count the version up, so that a plan made before is recognised as out of date."""
    Evening.objects.filter(pk=evening.pk).update(version=F("version") + 1)
    evening.refresh_from_db(fields=["version"])


@transaction.atomic
def choose(*, evening: Evening, changes: Mapping[str, Any], by: Act) -> Evening:
    """Say what is played and for how long. Raises EveningStarted or EventInvalid."""
    evening = lock_evening(evening)
    changed = {
        name: value
        for name, value in clean_names(evening, changes).items()
        if name in CHOSEN and getattr(evening, name) != value
    }
    if not changed:
        return evening
    for name, value in changed.items():
        setattr(evening, name, value)
    check_valid(evening)
    evening.save(update_fields=list(changed))
    _changed(evening)
    journal_evening("evening.changed", evening, by=by)
    return evening


@transaction.atomic
def check_in(*, evening: Evening, player: Player, by_phone: bool = False, by: Act) -> Attendance:
    """Note that a player is present. Noting it again changes nothing.

    Raises EveningStarted, ForeignPlayer or NotOnTheList.
    """
    evening = lock_evening(evening)
    _check_player(evening, player)
    known = Attendance.objects.filter(evening=evening, player=player).first()
    if known is not None and known.left_at is None:
        return known
    attendance = known or Attendance(evening=evening, player=player)
    attendance.came_at, attendance.left_at, attendance.by_phone = by.at, None, by_phone
    attendance.save()
    _changed(evening)
    kind = "presence.by_phone" if by_phone else "presence.noted"
    journal_evening(kind, evening, by=by, subject=player, player=player)
    return attendance


def _check_player(evening: Evening, player: Player) -> None:
    if player.club_id != evening.club_id:
        raise ForeignPlayer(
            _("%(name)s is not a player of this club: add %(name)s to its players first.")
            % {"name": player.name}
        )
    if player.merged_into_id is not None or not player.is_active:
        raise NotOnTheList(
            _("%(name)s is not on the list of those who play here: tell the director.")
            % {"name": player.name}
        )


@transaction.atomic
def take_back(*, evening: Evening, player: Player, by: Act) -> None:
    """Note that a player is not present after all; partners are free again. Repeatable."""
    evening = lock_evening(evening)
    attendance = Attendance.objects.filter(
        evening=evening, player=player, left_at__isnull=True
    ).first()
    if attendance is None:
        return
    if attendance.together is not None:
        _free(evening, attendance.together)
    Attendance.objects.filter(pk=attendance.pk).update(left_at=by.at)
    _changed(evening)
    journal_evening("presence.taken_back", evening, by=by, subject=player, player=player)


def _free(evening: Evening, together: int) -> None:
    side = Attendance.objects.filter(evening=evening, together=together)
    side.update(together=None, place=None)


@transaction.atomic
def add_guest(*, evening: Evening, name: str, surely_new: bool = False, by: Act) -> Player:
    """Note somebody by name: a player of the club, or a new one who is added at once.

    Raises GuestUnclear for a name that two players have, or that is like one the club has, unless
    the person is `surely_new`.
    """
    # the club comes first, as for whoever merges two of those who are present
    lock_club(evening.club_id)
    evening = lock_evening(evening)
    name = clean_name(name)
    if not name:
        raise GuestUnclear(_("Type the name of who has come."))
    match = find_player(Directory.of(evening.club), name, surely_new=surely_new)
    if isinstance(match, str):
        similar = [] if surely_new else similar_names(evening.club, [name])
        if similar:
            raise GuestUnclear(
                _("The club has no player called %(name)s. Did you mean %(similar)s?")
                % {"name": name, "similar": listed(similar)},
                similar,
            )
        match = clubs.add_player(club=evening.club, name=name, surely_new=surely_new, by=by)
    elif not isinstance(match, Player):
        raise GuestUnclear(_("Not clear: %(problem)s.") % {"problem": match.sentence})
    elif not match.is_active:
        match = clubs.change_player(player=match, is_active=True, by=by)
    check_in(evening=evening, player=match, by=by)
    return match


@transaction.atomic
def put_together(*, evening: Evening, players: Sequence[Player], by: Act) -> None:
    """Let players be partners tonight; whoever they were with before is free again.

    Raises CannotPlayTogether for fewer than two, too many, or somebody who is not present.
    """
    evening = lock_evening(evening)
    wanted = list(dict.fromkeys(player.pk for player in players))
    if not 2 <= len(wanted) <= LARGEST_SIDE:
        raise CannotPlayTogether(
            _("Choose two different players; a side has %(most)d at most.") % {"most": LARGEST_SIDE}
        )
    rows = {row.player_id: row for row in present(evening).filter(player__in=wanted)}
    if len(rows) < len(wanted):
        raise CannotPlayTogether(_("Only players who are present can play together."))
    for number in {row.together for row in rows.values() if row.together is not None}:
        _free(evening, number)
    last = evening.attendances.aggregate(last=Max("together"))["last"] or 0
    for place, player in enumerate(wanted):
        Attendance.objects.filter(pk=rows[player].pk).update(together=last + 1, place=place)
    _changed(evening)
    names = by_number(rows[player].player for player in wanted)
    journal_evening("presence.together", evening, by=by, names=names)


@transaction.atomic
def part(*, evening: Evening, together: int, by: Act) -> None:
    """Let partners be free again. Nothing happens where no group has the number `together`."""
    evening = lock_evening(evening)
    side = list(present(evening).filter(together=together).order_by("place"))
    if not side:
        return
    _free(evening, together)
    _changed(evening)
    names = by_number(row.player for row in side)
    journal_evening("presence.apart", evening, by=by, names=names)


@transaction.atomic
def renew_link(*, evening: Evening, by: Act) -> Evening:
    """Renew the check-in link: the code shown so far stops working."""
    evening = lock_evening(evening)
    Evening.objects.filter(pk=evening.pk).update(link_number=F("link_number") + 1)
    evening.refresh_from_db(fields=["link_number"])
    journal_evening("evening.link_renewed", evening, by=by)
    return evening

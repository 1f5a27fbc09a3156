"""Saying whether one comes, taking it back, and the secret address of one's calendar."""

from datetime import date, datetime

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from league.calendar.availability.models import LONGEST_NOTE, Answer, Availability, CalendarLink
from league.calendar.availability.occasions import Occasion, occasion_of
from league.clubs.models import Player, User
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused


class AvailabilityRefused(Refused):
    """There is nothing on that day, or the answer cannot be kept."""

    code = "availability_refused"


@transaction.atomic
def say(
    *,
    player: Player,
    event_id: int | None,
    day: date,
    answer: str,
    note: str = "",
    by: Act,
) -> Availability:
    """Keep what a player says of a day; the same again changes nothing. Raises AvailabilityRefused.

    `event_id` None: of the club's evening.
    """
    note = " ".join(note.split())
    _check(answer, note)
    _known(player, event_id, day, by.at)
    # asked twice at once, the second waits here and finds what the first has written
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    before = _said(player, event_id, day).first()
    if before is not None and (before.answer, before.note) == (answer, note):
        return before
    row = before or Availability(player=player, event_id=event_id, day=day)
    row.answer, row.note, row.answered_at = answer, note, by.at
    row.save()
    _append("availability.said", row, by, answer=answer)
    return row


@transaction.atomic
def take_back(*, player: Player, event_id: int | None, day: date, by: Act) -> None:
    """Forget what a player said of a day; nothing where nothing was said."""
    row = _said(player, event_id, day).first()
    if row is not None:
        _append("availability.taken_back", row, by)
        row.delete()


def _said(player: Player, event_id: int | None, day: date) -> "QuerySet[Availability]":
    of_evening = Q(event__isnull=True) if event_id is None else Q(event=event_id)
    return Availability.objects.filter(of_evening, player=player, day=day)


def _check(answer: str, note: str) -> None:
    if answer not in Answer.values:
        raise AvailabilityRefused(
            _("Choose whether you come, perhaps come or do not come."), field="answer"
        )
    if len(note) > LONGEST_NOTE or "\x00" in note:
        sentence = _("The note has %(long)d characters; shorten it to %(most)d.")
        words = {"long": len(note), "most": LONGEST_NOTE}
        raise AvailabilityRefused(sentence % words, field="note")


def _known(player: Player, event_id: int | None, day: date, at: datetime) -> Occasion:
    found = occasion_of(player, event_id, day, at)
    if found is None:
        raise AvailabilityRefused(
            _(
                "There is nothing on that day to answer for any more. Your page shows what is "
                "coming up."
            ),
            field="day",
        )
    return found


def _append(kind: str, row: Availability, by: Act, **data: str) -> None:
    journal.append(
        kind=kind,
        by=by,
        club_id=row.player.club_id,
        event_id=row.event_id,
        subject=row.player,
        data={"player": row.player, "day": row.day.isoformat()} | data,
    )


@transaction.atomic
def renew_calendar_link(user: User) -> CalendarLink:
    """Make another address for the account's calendar: the one before shows nothing any more."""
    row, _is_new = CalendarLink.objects.get_or_create(user=user)
    CalendarLink.objects.filter(pk=row.pk).update(number=F("number") + 1)
    row.refresh_from_db()
    return row

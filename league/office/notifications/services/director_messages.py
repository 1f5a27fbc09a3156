"""A director writes to the people of an event, of a round or at a table of it."""

from dataclasses import dataclass
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.clubs.models import User
from league.foundation.club_limits import services as club_limits
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.office.notifications.models import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    DirectorMessage,
)
from league.office.notifications.selectors import people_at, people_of_event, people_of_round
from league.office.notifications.services.dispatching import ClubNotice, notify_all
from league.office.notifications.topics import Notice, Person, What
from league.play.events.journaling import journal_event
from league.play.events.models import Event
from league.play.rounds.models import Round, Table


class MessageRefused(Refused):
    """Nothing is said, too much, or nobody would get it."""

    code = "message_refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Audience:
    """Everybody in an event, or only those of one round of it, or at one table."""

    event: Event
    round: Round | None = None
    table: Table | None = None


def recipients_of(audience: Audience) -> frozenset[Person]:
    """Return the accounts that a message would go to."""
    if audience.table is not None:
        people = people_at([audience.table.pk])
    elif audience.round is not None:
        people = people_of_round(audience.round)
    else:
        people = people_of_event(audience.event.pk)
    return frozenset(person for person in people if person.user)


def send_message(
    *, audience: Audience, title: str, text: str, key: UUID, by: Act
) -> DirectorMessage:
    """Send a message to its audience; sent twice with the same key it is the same message.

    Raises MessageRefused for one that says nothing or too much, or that reaches nobody.
    """
    title, text = " ".join(title.split()), text.strip()
    _check(title, text)
    known = DirectorMessage.objects.filter(event=audience.event, key=key).first()
    if known is not None:
        return known
    try:
        return _send(audience, title, text, key, by)
    except IntegrityError:
        return DirectorMessage.objects.get(event=audience.event, key=key)


def _check(title: str, text: str) -> None:
    for name, said, most in (("title", title, LONGEST_TITLE), ("text", text, LONGEST_TEXT)):
        if not said:
            sentence = (
                _("Write a subject.") if name == "title" else _("Write what you want to say.")
            )
            raise MessageRefused(sentence, field=name)
        if len(said) > most:
            sentence = _("This is %(length)d characters long; at most %(most)d fit.")
            raise MessageRefused(sentence % {"length": len(said), "most": most}, field=name)


@transaction.atomic
def _send(audience: Audience, title: str, text: str, key: UUID, by: Act) -> DirectorMessage:
    people = recipients_of(audience)
    if not people:
        raise MessageRefused(
            _("Nobody would get it: none of these players has an account. Invite them first.")
        )
    club_limits.count(club_limits.MAILS, audience.event.club_id, by.at)
    message = DirectorMessage.objects.create(
        event=audience.event,
        round_id=audience.round.pk if audience.round else None,
        table_id=audience.table.pk if audience.table else None,
        title=title,
        text=text,
        sent_by=User.objects.filter(pk=by.actor.user_id or 0).first(),
        sent_at=by.at,
        key=key,
        recipients=len(people),
    )
    written = journal_event(
        "director_message.sent",
        audience.event,
        subject=message,
        by=by,
        count=len(people),
    )
    notice = Notice(people=people, what=What.MESSAGE, about="message", subject=message.pk)
    notify_all([ClubNotice(notice, audience.event.club_id, audience.event.pk, written)], by.at)
    return message

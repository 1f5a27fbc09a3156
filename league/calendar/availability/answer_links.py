"""Signed addresses: to answer for one day from a mail, and to an account's calendar."""

from datetime import date

from django.core import signing
from django.urls import reverse

from league.calendar.availability.models import FIRST_NUMBER, Answer, CalendarLink
from league.clubs.models import Player, User
from league.foundation.embedding import absolute

ANSWER_SALT, CALENDAR_SALT = "availability.answer", "availability.calendar"


class LinkInvalid(ValueError):
    """The link was not made by this site, or not for this."""


def answer_token(player: Player, event_id: int | None, day: date, answer: str) -> str:
    """Return what lets its holder answer for a player and a day, and nothing else."""
    payload = [player.pk, event_id, day.isoformat(), Answer(answer).value]
    return signing.dumps(payload, salt=ANSWER_SALT)


def read_answer_token(token: str) -> tuple[int, int | None, date, str]:
    """Return the ids of player and event, the day and the answer. Raises LinkInvalid."""
    player, event_id, day, answer = _read(token, ANSWER_SALT, 4)
    return player, event_id, date.fromisoformat(day), answer


def answer_url(player: Player, event_id: int | None, day: date, answer: str) -> str:
    """Return the address that a mail has for an answer; a button there sends it."""
    token = answer_token(player, event_id, day, answer)
    return absolute(reverse("public:my_answer_by_link", args=[token]))


def calendar_token(user: User) -> str:
    """Return what the present address of an account's calendar ends with."""
    return signing.dumps([user.pk, _number_of(user)], salt=CALENDAR_SALT)


def calendar_from(token: str) -> User:
    """Return whose calendar it is. Raises LinkInvalid, also where there is a newer address."""
    pk, number = _read(token, CALENDAR_SALT, 2)
    user = User.objects.filter(pk=pk, is_active=True).first()
    if user is None or _number_of(user) != number:
        raise LinkInvalid("there is another address now")
    return user


def _number_of(user: User) -> int:
    row = CalendarLink.objects.filter(user=user).first()
    return row.number if row else FIRST_NUMBER


def _read(token: str, salt: str, parts: int) -> list:  # type: ignore[type-arg]
    try:
        payload = signing.loads(token, salt=salt)
    except (signing.BadSignature, ValueError, TypeError):
        # what it says stays out of logs
        raise LinkInvalid("this site made no such link") from None
    if not isinstance(payload, list) or len(payload) != parts:
        raise LinkInvalid("this site made no such link")
    return payload

"""The address that stands in a request to stand in: it answers for one player, and only that."""

from django.core import signing
from django.urls import reverse

from league.calendar.stand_ins.models import AskedPlayer
from league.foundation.embedding import absolute

SALT = "stand_ins.answer"


class AnswerLinkInvalid(ValueError):
    """The link was not made by this site."""


def answer_token(asked: AskedPlayer) -> str:
    return signing.dumps(asked.pk, salt=SALT, compress=False)


def read_answer_token(token: str) -> int:
    """Return the id of the row of who was asked. Raises AnswerLinkInvalid."""
    try:
        return int(signing.loads(token, salt=SALT))
    except (signing.BadSignature, ValueError, TypeError):
        # what it says stays out of logs
        raise AnswerLinkInvalid("this site made no such link") from None


def answer_url(asked: AskedPlayer) -> str:
    """Return the address of the page with the two buttons, which needs no signing in."""
    return absolute(reverse("account:stand_in_answer", args=[answer_token(asked)]))

"""What a service says when it will not do what it was asked."""

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import ngettext

MINUTE, HOUR = 60, 3_600


class Refused(Exception):
    """A request that can be understood but makes no sense now, with a sentence for people.

    Subclasses stand beside the service that raises them and set `code`, which is stable and goes
    to programs; the sentence is translated, has the numbers in it and says what to do next.
    `field` names the form field that it belongs to, when there is one. `wait` is the number of
    seconds after which it can be asked again, where waiting helps.
    """

    code: ClassVar[str] = "refused"
    wait: int | None = None

    def __init__(self, sentence: "str | Promise", *, field: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field

    def __str__(self) -> str:
        return str(self.sentence)


class NotAllowed(Refused):
    """The person may not do this, whatever the state of things."""

    code = "not_allowed"


class OutOfDate(Refused):
    """What the person looked at has changed since; offer it again."""

    code = "out_of_date"


def wait_in_words(seconds: int) -> str:
    """Return a time to wait, rounded up: "40 seconds", "12 minutes", "3 hours"."""
    if seconds <= 2 * MINUTE:
        return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
    if seconds <= 2 * HOUR:
        minutes = -(-seconds // MINUTE)
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    hours = -(-seconds // HOUR)
    return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}

"""What a service says when it will not do what it was asked."""

from collections.abc import Mapping
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


class RowsRefused(Refused):
    """Some of many rows cannot be written, so none was.

    `rows` are the refusals by the index of their row, from 0, in the list called `field`.
    """

    code = "rows_refused"

    def __init__(self, rows: Mapping[int, Refused], *, field: str) -> None:
        first = min(rows)
        sentence = ngettext(
            "Nothing was written, because %(count)d row cannot be. Row %(row)d: %(why)s",
            "Nothing was written, because %(count)d rows cannot be. The first is row %(row)d: "
            "%(why)s",
            len(rows),
        )
        words = {"count": len(rows), "row": first + 1, "why": rows[first]}
        super().__init__(sentence % words, field=field)
        self.rows = dict(sorted(rows.items()))


def wait_in_words(seconds: int) -> str:
    """Return a time to wait, rounded up: "40 seconds", "12 minutes", "3 hours"."""
    if seconds <= 2 * MINUTE:
        return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
    if seconds <= 2 * HOUR:
        minutes = -(-seconds // MINUTE)
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    hours = -(-seconds // HOUR)
    return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}

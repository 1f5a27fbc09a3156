"""One thing that some people are to be told."""

from dataclasses import dataclass

from league.notifications.topics import What


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """`people` (ids of accounts) are told `what` about a row: its kind `about`, its id `subject`.

    The same version of it is told to nobody twice.
    """

    people: frozenset[int]
    what: What
    about: str
    subject: int
    version: int = 0

"""One thing that some people are notified of, and who they are."""

from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from league.office.notifications.topics import What


class Person(NamedTuple):
    """Somebody who is notified: an account, or a player who has only an address.

    One of the two ids is 0.
    """

    user: int = 0
    player: int = 0

    def is_in(self, field: str) -> Q:
        """Return which rows are of this person, by a field that names a player."""
        end, number = ("__user", self.user) if self.user else ("", self.player)
        return Q(**{f"{field}{end}": number}) | Q(**{f"{field}__merged_into{end}": number})


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """`people` are notified of `what` about a row: its kind `about`, its id `subject`.

    Nobody is notified of the same version twice.
    """

    people: frozenset[Person]
    what: What
    about: str
    subject: int
    version: int = 0

"""What people are notified of, and under which topic they choose how much of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Topic(models.TextChoices):
    """What a person chooses for: at once, once a day, or never."""

    MATCHES = "matches", _("Your matches: who you play, and every change")
    STAND_INS = "stand_ins", _("Requests to stand in for somebody, and the answers to yours")
    RESULTS = "results", _("Scores that wait for your confirmation")
    RULINGS = "rulings", _("Disputes and decisions about your results")
    DEADLINES = "deadlines", _("Deadlines that are near or past")
    STANDINGS = "standings", _("Final standings of your events")
    MESSAGES = "messages", _("Messages from the directors")
    ASSOCIATIONS = "associations", _("Associations: clubs that join, registrations and transfers")


class What(models.TextChoices):
    """What one notification says."""

    MATCH = "match", _("a match")
    BYE = "bye", _("a round without a match")
    MOVED = "moved", _("a changed match")
    STANDS_IN = "stands_in", _("a seat as a substitute")
    DATED = "dated", _("the days of your matches")
    DATE_CHANGED = "date_changed", _("a match with another day, time or place")
    CALLED_OFF = "called_off", _("a match that is off")
    PLAYED_SOON = "played_soon", _("a match within a day")
    ASKED_TO_STAND_IN = "asked_to_stand_in", _("a request to stand in")
    STAND_IN_FOUND = "stand_in_found", _("a substitute was found")
    DEADLINE_SET = "deadline_set", _("a new deadline")
    RESULT_WAITS = "result_waits", _("a score to confirm")
    DISPUTED = "disputed", _("a dispute")
    RULING = "ruling", _("a decision")
    DEADLINE_NEAR = "deadline_near", _("a deadline that is near")
    OVERDUE = "overdue", _("a match that is overdue")
    OVERDUE_ROUND = "overdue_round", _("a round with overdue matches")
    FINAL = "final", _("final standings")
    MESSAGE = "message", _("a message")
    DATE = "date", _("the date of a match")
    WALKOVER = "walkover", _("a match without a result")
    CAPTAIN = "captain", _("a captain")
    LINE_UP_WAITS = "line_up_waits", _("a line-up that is missing")
    ANSWER_WAITS = "answer_waits", _("proposed dates without an answer")
    UNCONFIRMED = "unconfirmed", _("a result that nobody confirmed in time")
    NOBODY_STANDS_IN = "nobody_stands_in", _("a seat for which nobody stands in")
    BETWEEN_CLUBS = "between_clubs", _("a club and an association")
    REGISTRATION = "registration", _("a registration")
    TRANSFER = "transfer", _("a transfer")


TOPIC_OF: Mapping[What, Topic] = {
    What.MATCH: Topic.MATCHES,
    What.BYE: Topic.MATCHES,
    What.MOVED: Topic.MATCHES,
    What.STANDS_IN: Topic.MATCHES,
    What.DATED: Topic.MATCHES,
    What.DATE_CHANGED: Topic.MATCHES,
    What.CALLED_OFF: Topic.MATCHES,
    What.PLAYED_SOON: Topic.MATCHES,
    What.ASKED_TO_STAND_IN: Topic.STAND_INS,
    What.STAND_IN_FOUND: Topic.STAND_INS,
    What.DEADLINE_SET: Topic.DEADLINES,
    What.RESULT_WAITS: Topic.RESULTS,
    What.DISPUTED: Topic.RULINGS,
    What.RULING: Topic.RULINGS,
    What.DEADLINE_NEAR: Topic.DEADLINES,
    What.OVERDUE: Topic.DEADLINES,
    What.OVERDUE_ROUND: Topic.DEADLINES,
    What.FINAL: Topic.STANDINGS,
    What.MESSAGE: Topic.MESSAGES,
    What.DATE: Topic.MATCHES,
    What.WALKOVER: Topic.DEADLINES,
    What.CAPTAIN: Topic.MATCHES,
    What.LINE_UP_WAITS: Topic.DEADLINES,
    What.ANSWER_WAITS: Topic.DEADLINES,
    What.UNCONFIRMED: Topic.DEADLINES,
    What.NOBODY_STANDS_IN: Topic.STAND_INS,
    What.BETWEEN_CLUBS: Topic.ASSOCIATIONS,
    What.REGISTRATION: Topic.ASSOCIATIONS,
    What.TRANSFER: Topic.ASSOCIATIONS,
}
# topics of which a player is notified while sitting in the room, when a mail would come too late
OF_THE_MOMENT = frozenset({What.MATCH, What.BYE, What.MOVED, What.STANDS_IN, What.RESULT_WAITS})

# what captains and organisers are notified of with the page on which they act
OF_CAPTAINS = frozenset(
    {What.DATE, What.WALKOVER, What.LINE_UP_WAITS, What.ANSWER_WAITS, What.UNCONFIRMED}
)
# what players are mailed who have an address and no account: where and when they play, and what
# came of it; what a director wrote is not, or whoever starts a club could write to anybody
OF_PLAYERS = frozenset(
    {
        *(What.MATCH, What.BYE, What.MOVED, What.STANDS_IN),
        *(What.DATED, What.DATE_CHANGED, What.CALLED_OFF, What.PLAYED_SOON),
        What.FINAL,
    }
)

if missing := set(What) - TOPIC_OF.keys():
    raise LookupError(f"give {sorted(missing)} a topic in league/office/notifications/topics.py")


# --- One thing that some people are notified of, and who they are ---


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

"""What people are told of, and under which topic they choose how much of it."""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _


class Topic(models.TextChoices):
    """What a person chooses for: at once, once a day, or never."""

    MATCHES = "matches", _("Your matches: who you play, and every change")
    RESULTS = "results", _("Scores that wait for your confirmation")
    RULINGS = "rulings", _("Disputes and decisions about your results")
    DEADLINES = "deadlines", _("Deadlines that are near or past")
    STANDINGS = "standings", _("Final standings of your events")
    MESSAGES = "messages", _("Messages from the directors")


class What(models.TextChoices):
    """What one notification says."""

    MATCH = "match", _("a match")
    BYE = "bye", _("a round without a match")
    MOVED = "moved", _("a changed match")
    STANDS_IN = "stands_in", _("a seat as a substitute")
    DEADLINE_SET = "deadline_set", _("a new deadline")
    RESULT_WAITS = "result_waits", _("a score to confirm")
    DISPUTED = "disputed", _("a dispute")
    RULING = "ruling", _("a decision")
    DEADLINE_NEAR = "deadline_near", _("a deadline that is near")
    OVERDUE = "overdue", _("a match that is overdue")
    OVERDUE_ROUND = "overdue_round", _("a round with overdue matches")
    FINAL = "final", _("final standings")
    MESSAGE = "message", _("a message")


TOPIC_OF: Mapping[What, Topic] = {
    What.MATCH: Topic.MATCHES,
    What.BYE: Topic.MATCHES,
    What.MOVED: Topic.MATCHES,
    What.STANDS_IN: Topic.MATCHES,
    What.DEADLINE_SET: Topic.DEADLINES,
    What.RESULT_WAITS: Topic.RESULTS,
    What.DISPUTED: Topic.RULINGS,
    What.RULING: Topic.RULINGS,
    What.DEADLINE_NEAR: Topic.DEADLINES,
    What.OVERDUE: Topic.DEADLINES,
    What.OVERDUE_ROUND: Topic.DEADLINES,
    What.FINAL: Topic.STANDINGS,
    What.MESSAGE: Topic.MESSAGES,
}
# topics of which a player is told while sitting in the room, when a mail would come too late
OF_THE_MOMENT = frozenset({What.MATCH, What.BYE, What.MOVED, What.STANDS_IN, What.RESULT_WAITS})

if missing := set(What) - TOPIC_OF.keys():
    raise LookupError(f"give {sorted(missing)} a topic in league/notifications/topics.py")

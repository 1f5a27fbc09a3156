"""The journal's words for what captains do, and for what becomes of their matches."""

from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from league.calendar.captains.models import MatchRules
from league.foundation.journal import kinds
from league.foundation.lists import clauses
from league.foundation.records.sentences import words_of

SENTENCES = {
    "captain.named": _("%(actor)s made %(player)s the captain of %(entry)s"),
    "captain.naming_undone": _("%(actor)s undid naming %(player)s the captain of %(entry)s"),
    "line_up.set": _("%(actor)s set the line-up of %(entry)s for round %(round)d"),
    "line_up.set_undone": _(
        "%(actor)s undid the change to the line-up of %(entry)s for round %(round)d"
    ),
    "match_date.proposed": _(
        "%(entry)s proposed other dates for match %(match)d of round %(round)d: %(days)s"
    ),
    "match_date.declined": _(
        "%(entry)s declined the dates proposed for match %(match)d of round %(round)d"
    ),
    "match_date.request_taken_back": _(
        "%(entry)s no longer asks for another date of match %(match)d of round %(round)d"
    ),
    "match_date.agreed": _("Both sides agreed: match %(match)d of round %(round)d is on %(day)s"),
    "match_date.ruled": _(
        "%(actor)s decided the date: match %(match)d of round %(round)d is on %(day)s"
    ),
    "match_date.ruling_undone": _(
        "%(actor)s undid the date set for match %(match)d in round %(round)d of %(event)s"
    ),
    "match_date.overdue": _(
        "Nobody has agreed on a date of match %(match)d of round %(round)d; the organiser decides"
    ),
    "walkover.proposed": _("Match %(match)d of round %(round)d has no result in time"),
    "walkover.by_rules": _(
        "Match %(match)d of round %(round)d has no result in time: a walkover by the rules"
    ),
    "walkover.decided": _(
        "%(actor)s gave match %(match)d of round %(round)d as a walkover: no result came in time"
    ),
    "walkover.dropped": _("%(actor)s gave no walkover in match %(match)d of round %(round)d"),
}


def register() -> None:
    sentence = _("%(actor)s changed the rules for the matches of %(event)s (%(changes)s)")
    words = partial(words_of, MatchRules, "")
    kinds.register("match_rules.changed", sentence, words, is_fact=True)
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence, days_in_words, is_fact=True)


def days_in_words(data: kinds.Data) -> dict[str, Any]:
    """Write moments as the reader's language does, by the club's clock."""
    zone = ZoneInfo(data.get("zone", "UTC"))
    words: dict[str, Any] = {}
    if "day" in data:
        words["day"] = format_moment(datetime.fromisoformat(data["day"]), zone)
    if "proposed" in data:
        moments = [datetime.fromisoformat(one) for one in data["proposed"]]
        words["days"] = clauses(format_moment(moment, zone) for moment in moments)
    return words


def format_moment(at: datetime, zone: ZoneInfo) -> str:
    return date_format(timezone.localtime(at, zone), "DATETIME_FORMAT")

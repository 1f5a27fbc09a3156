"""The journal's words for homes of entries and dates of matches."""

from datetime import datetime
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.foundation.journal import kinds

SENTENCES = {
    "homes.changed": gettext_lazy(
        "%(actor)s changed where and when entries of %(event)s play at home; entries: %(count)d"
    ),
    "dates.published": gettext_lazy(
        "%(actor)s published the calendar of %(event)s; matches: %(count)d"
    ),
    "match.dated": gettext_lazy(
        "%(actor)s dated table %(table)d in round %(round)d of %(event)s: %(new)s"
    ),
    "match.moved": gettext_lazy(
        "%(actor)s moved table %(table)d in round %(round)d of %(event)s to %(new)s; "
        "it was on %(old)s"
    ),
    "match.postponed": gettext_lazy(
        "%(actor)s postponed table %(table)d in round %(round)d of %(event)s without a new date; "
        "it was on %(old)s"
    ),
    "match.called_off": gettext_lazy(
        "The match at table %(table)d in round %(round)d of %(event)s is off; it was on %(old)s"
    ),
}


def register() -> None:
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence, dates_in_words, is_fact=True)


def dates_in_words(data: kinds.Data) -> dict[str, Any]:
    """Write the old and the new day and place in the reader's language."""
    return {name: _in_words(data[name]) for name in ("old", "new") if name in data}


def _in_words(place: dict[str, Any]) -> str:
    if not place.get("begins_at"):
        return _("no day")
    moment = timezone.localtime(datetime.fromisoformat(place["begins_at"]))
    when = formats.date_format(moment, "DATETIME_FORMAT")
    if not place.get("venue_name"):
        return when
    return _("%(when)s, %(venue)s") % {"when": when, "venue": place["venue_name"]}

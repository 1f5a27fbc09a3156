"""The journal's words for who says that they come."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from league.calendar.availability.models import Answer
from league.foundation.journal import kinds

SAID = _("%(actor)s answered for %(player)s on %(day)s: %(answer)s")
TAKEN_BACK = _("%(actor)s took back what was answered for %(player)s on %(day)s")


def register() -> None:
    kinds.register("availability.said", SAID, in_words, is_fact=False)
    kinds.register("availability.taken_back", TAKEN_BACK, in_words, is_fact=False)


def in_words(data: Mapping[str, Any]) -> Mapping[str, Any]:
    words = dict(data)
    if "day" in data:
        words["day"] = date_format(date.fromisoformat(str(data["day"])), "DATE_FORMAT")
    if data.get("answer") in Answer.values:
        words["answer"] = Answer(data["answer"]).label
    return words

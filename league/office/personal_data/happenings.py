"""The journal's words for people who are forgotten and clubs that are to be deleted."""

from datetime import date
from typing import Any

from django.utils import formats
from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds

SENTENCES = {
    "player.forgotten": _("%(actor)s had a player forgotten; the results stay under %(player)s"),
    "player.words_erased": _("%(player)s is forgotten in all texts of the club: %(count)d changed"),
    "player.address_not_kept": _("The address of %(player)s was kept for long enough and deleted"),
}
ABOUT_CLUBS = {
    "club.closing": _("%(actor)s wants the club %(club)s to be deleted on %(day)s"),
    "club.stays": _("%(actor)s cancelled the deletion of the club %(club)s"),
}


def register() -> None:
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence, is_fact=True)
    for kind, sentence in ABOUT_CLUBS.items():
        kinds.register(kind, sentence, day_in_words, is_fact=True)


def day_in_words(data: kinds.Data) -> dict[str, Any]:
    """Write the day as the reader's language does."""
    if not data.get("day"):
        return {}
    return {"day": formats.date_format(date.fromisoformat(data["day"]), "DATE_FORMAT")}

"""The journal's words for calendars."""

from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds

SENTENCES = {
    "calendar.demands_changed": _("%(actor)s changed what the calendar of %(event)s must keep"),
    "calendar.drafted": _("A calendar of %(event)s was made for %(actor)s; matches: %(count)d"),
}


def register() -> None:
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence, is_fact=True)

"""The journal's words for past events. Names of people stay out of it."""

from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds

SENTENCES = {
    "past_event.imported": _("%(actor)s imported the final standings of %(event)s, %(day)s"),
    "past_event.changed": _("%(actor)s imported the final standings of %(event)s, %(day)s, again"),
    "past_event.removed": _("%(actor)s removed the imported standings of %(event)s, %(day)s"),
}


def register() -> None:
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence, is_fact=True)

"""The journal's words for messages of directors."""

from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds

SENTENCES = {
    "director_message.sent": _("%(actor)s sent a message to %(count)d people of %(event)s"),
}


def register() -> None:
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence, is_fact=False)

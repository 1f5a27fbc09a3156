"""The journal's words for what happens to webhooks."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds
from league.office.webhooks.models import Off

SENTENCES = {
    "webhook.secret_rotated": _("%(actor)s gave the webhook to %(host)s a new secret"),
    "webhook.switched_on": _("%(actor)s switched the webhook to %(host)s on"),
    "webhook.switched_off": _("%(actor)s switched the webhook to %(host)s off: %(why)s"),
}


def register() -> None:
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence, why_in_words, is_fact=True)


def why_in_words(data: kinds.Data) -> dict[str, Any]:
    """Say why a webhook was switched off in the reader's language."""
    why = data.get("why")
    return {"why": Off(why).label} if why in Off.values else {}

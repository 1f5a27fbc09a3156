"""The mails about entries: each in the language of who gets it."""

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from league.clubs.services.mails import send
from league.events.models import PartnerRequest
from league.events.names import name_of


def mail_partner_request(request: PartnerRequest) -> None:
    """Write to the account of a player who is asked to be somebody's partner."""
    event, user = request.entry.event, request.player.user
    if user is None:
        return
    url = settings.SITE_URL + reverse("public:sign_up", args=[event.club.slug, event.slug])
    with translation.override(user.language):
        send(
            "partner_request",
            user.email,
            {"user": user, "event": event, "entry": name_of(request.entry), "url": url},
        )

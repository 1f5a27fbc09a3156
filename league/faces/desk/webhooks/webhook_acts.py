"""What owners do with one webhook: try it, switch it, give it a new secret."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.clubs.models import Club
from league.faces.desk.access import actor_of, club_page
from league.faces.desk.undo import flash_done
from league.faces.desk.webhooks.views import OWNERS, webhook_at
from league.foundation.refusal_shown import flash_errors
from league.office.webhooks import services
from league.office.webhooks.selectors import messages_of


@require_POST
@club_page(OWNERS)
def test(request: HttpRequest, club: Club, webhook: int) -> HttpResponse:
    """Send a message that tells of nothing."""
    with flash_errors(request):
        services.send_test(webhook=webhook_at(club, webhook), at=timezone.now())
        messages.success(
            request, _("A test message is on its way. Reload this page to see what came back.")
        )
    return redirect("desk:webhook", club.slug, webhook)


@require_POST
@club_page(OWNERS)
def again(request: HttpRequest, club: Club, webhook: int, message: int) -> HttpResponse:
    """Send a message once more."""
    found = get_object_or_404(messages_of(webhook_at(club, webhook)), pk=message)
    with flash_errors(request):
        services.send_again(message=found, at=timezone.now())
        messages.success(
            request, _("The message is sent again. Reload this page to see what came back.")
        )
    return redirect("desk:webhook", club.slug, webhook)


@require_POST
@club_page(OWNERS)
def switch(request: HttpRequest, club: Club, webhook: int, to: str) -> HttpResponse:
    """Switch it "on" or "off"."""
    service = {"on": services.switch_on, "off": services.switch_off}.get(to)
    if service is None:
        raise Http404("a switch is on or off")
    service(webhook=webhook_at(club, webhook), actor=actor_of(request), at=timezone.now())
    flash_done(
        request,
        _("The webhook is on: what waited is sent now.")
        if to == "on"
        else _("The webhook is off: nothing is sent, and nothing new is kept for it."),
        undo="desk:webhook_switch",
        at=[club.slug, webhook, "off" if to == "on" else "on"],
        fields={},
    )
    return redirect("desk:webhook", club.slug, webhook)


@require_POST
@club_page(OWNERS)
def new_secret(request: HttpRequest, club: Club, webhook: int) -> HttpResponse:
    """Give it a new secret; the one before is good for a day."""
    found = webhook_at(club, webhook)
    services.rotate_secret(webhook=found, actor=actor_of(request), at=timezone.now())
    messages.success(request, _("The webhook has a new secret; the old one is good for a day."))
    return redirect("desk:webhook_secret", club.slug, webhook)

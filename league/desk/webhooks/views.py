"""A club's webhooks at the desk, for its owners: the list, and one with the log of its messages."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.clubs.models import Club
from league.desk.access import actor_of, club_page
from league.desk.saved import say_saved
from league.desk.webhooks.forms import WebhookForm
from league.desk.webhooks.log_shown import message_shown, topics_in_words
from league.events.locking import locked
from league.outbox.models import Way
from league.outbox.retries import RETRIES
from league.refusal_shown import refusals_in
from league.webhooks import services
from league.webhooks.models import Webhook
from league.webhooks.selectors import messages_of, webhooks_of

OWNERS = "webhooks.change_webhooks"
MESSAGES_A_PAGE = 20


def webhook_at(club: Club, pk: int) -> Webhook:
    return get_object_or_404(webhooks_of(club), pk=pk)


@require_http_methods(["GET", "POST"])
@club_page(OWNERS)
def webhooks(request: HttpRequest, club: Club) -> HttpResponse:
    """The webhooks of the club, and the form for one more."""
    form = WebhookForm(club, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            made = services.add_webhook(
                club=club, **form.cleaned_data, actor=actor_of(request), at=timezone.now()
            )
            messages.success(request, _("The webhook is added. Send a test message to try it."))
            return redirect("desk:webhook", club.slug, made.pk)
    rows = [(row, topics_in_words(row)) for row in webhooks_of(club)]
    context = {"club": club, "form": form, "webhooks": rows, "most": services.MOST_WEBHOOKS}
    status = 422 if form.errors else 200
    return render(request, "desk/webhooks/list.html", context, status=status)


@require_http_methods(["GET", "POST"])
@club_page(OWNERS)
def webhook(request: HttpRequest, club: Club, webhook: int) -> HttpResponse:
    """A webhook: what it is told, and what became of its messages."""
    found = webhook_at(club, webhook)
    form = WebhookForm(club, request.POST or None, webhook=found)
    form.watch(
        ("webhook", found.pk),
        hold=partial(locked, Webhook.objects.all(), pk=found.pk),
        again=lambda: WebhookForm(club, webhook=Webhook.objects.get(pk=found.pk)),
    )
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
            form.while_unchanged(
                partial(services.change_webhook, webhook=found, **form.cleaned_data, **who)
            )
            say_saved(request, _("The webhook is changed."), form)
            return redirect("desk:webhook", club.slug, found.pk)
    page = Paginator(messages_of(found), MESSAGES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "webhook": found,
        "form": form,
        "page": page,
        "log": [message_shown(message) for message in page],
        "most_attempts": RETRIES[Way.WEBHOOK].most_attempts,
    }
    return render(
        request, "desk/webhooks/webhook.html", context, status=422 if form.errors else 200
    )


@never_cache
@require_safe
@club_page(OWNERS)
def secret(request: HttpRequest, club: Club, webhook: int) -> HttpResponse:
    """The secret that messages are signed with; on a page of its own, which nothing keeps."""
    found = webhook_at(club, webhook)
    is_overlap = len(found.secrets_at(timezone.now())) > 1
    context = {"club": club, "webhook": found, "is_overlap": is_overlap}
    return render(request, "desk/webhooks/secret.html", context)

"""A club's webhooks at the desk, for its owners: the list, and one with the log of its messages."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.clubs.models import Club
from league.faces.desk.access import club_page
from league.faces.desk.records.views import ClubResource
from league.faces.desk.webhooks.forms import WebhookForm
from league.faces.desk.webhooks.log_shown import message_shown, state_in_words
from league.foundation.outbox.models import Way
from league.foundation.outbox.retries import RETRIES
from league.foundation.records.models import Record
from league.foundation.spreadsheets.rows_and_columns import Column
from league.office.webhooks.models import Webhook
from league.office.webhooks.selectors import messages_of, webhooks_of

OWNERS = "webhooks.change_webhooks"
MESSAGES_A_PAGE = 20


def webhook_at(club: Club, pk: int) -> Webhook:
    return get_object_or_404(webhooks_of(club), pk=pk)


class WebhookPages(ClubResource):
    model = Webhook
    permission = OWNERS
    form_class = WebhookForm
    fields = ("address", "topics", "event")
    columns = ("address", "topics", "event", Column(_("State"), state_in_words))
    change_template = "desk/webhooks/webhook.html"
    tab = "webhooks"
    lead = _(
        "Have another program told what happens in the club, as soon as it happens. Whoever builds "
        "it finds the details in the documentation of the site."
    )

    removal = _(
        "The webhook goes with its secret and its log. What it was not sent yet is sent to nobody."
    )

    def get_queryset(self) -> "QuerySet[Webhook]":
        return webhooks_of(self.owner)

    def leads_to(self, row: Record) -> str:
        return self._url("change", row)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        if self.object is not None:
            page = Paginator(messages_of(self.object), MESSAGES_A_PAGE).get_page(
                self.request.GET.get("page")
            )
            log = [message_shown(message) for message in page]
            context |= {
                "webhook": self.object,
                "page": page,
                "log": log,
                "most_attempts": RETRIES[Way.WEBHOOK].most_attempts,
            }
        return super().get_context_data(**context)


@never_cache
@require_safe
@club_page(OWNERS)
def secret(request: HttpRequest, club: Club, webhook: int) -> HttpResponse:
    """The secret that messages are signed with; on a page of its own, which nothing keeps."""
    found = webhook_at(club, webhook)
    is_overlap = len(found.secrets_at(timezone.now())) > 1
    context = {"club": club, "webhook": found, "is_overlap": is_overlap}
    return render(request, "desk/webhooks/secret.html", context)

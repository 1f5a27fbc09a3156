"""The form of a webhook: where it is, which topics it gets, of which event."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from league.faces.desk.records.forms import RecordForm


class WebhookForm(RecordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        event: Any = self.fields["event"]
        event.queryset = self.instance.club.events.order_by("-starts_on", "-id")
        event.empty_label = _("everything in the club")
        self.initial.setdefault("topics", ["results"])

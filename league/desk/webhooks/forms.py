"""The form of a webhook: where it is, what it is told, of which event."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club
from league.desk.watched import WatchedForm
from league.events.models import Event
from league.webhooks.models import LONGEST_ADDRESS, Webhook
from league.webhooks.topics import TOPICS


class WebhookForm(WatchedForm):
    address = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_ADDRESS,
        help_text=_("Where the other program listens, beginning with https://"),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off"}),
    )
    topics = forms.MultipleChoiceField(
        label=_("Topics"),
        choices=[(topic.name, topic.label) for topic in TOPICS],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one topic.")},
    )
    event = forms.ModelChoiceField(
        label=_("Event"),
        queryset=Event.objects.none(),
        required=False,
        empty_label=_("everything in the club"),
    )

    def __init__(self, club: Club, data: Any = None, *, webhook: Webhook | None = None) -> None:
        initial: dict[str, Any] = {"topics": ["results"]}
        if webhook is not None:
            names = ("address", "topics", "event")
            initial = {name: getattr(webhook, name) for name in names}
        super().__init__(data, initial=initial)
        events = club.events.order_by("-starts_on", "-id")
        self.fields["event"].queryset = events  # type: ignore[attr-defined]

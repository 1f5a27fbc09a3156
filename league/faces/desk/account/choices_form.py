"""The form in which a person chooses what a club tells, how much at once, and by which way."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.office.notifications.models import Frequency, Preference
from league.office.notifications.topics import Topic

PREFIX = "topic_"


class ChoicesForm(forms.Form):
    """`topics` of what was typed are the frequencies by topic."""

    by_mail = forms.BooleanField(label=_("Send me e-mails"), required=False)
    by_push = forms.BooleanField(label=_("Show notices on my phone"), required=False)
    quiet_from = forms.TimeField(
        label=_("Quiet hours from"),
        help_text=_("By the club’s clock. What comes up then is sent afterwards."),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )
    quiet_until = forms.TimeField(
        label=_("Quiet hours until"),
        help_text=_("The same time twice: there is no such pause."),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )

    def __init__(self, chosen: Preference, data: Any = None) -> None:
        names = ("by_mail", "by_push", "quiet_from", "quiet_until")
        initial: dict[str, Any] = {name: getattr(chosen, name) for name in names}
        initial |= {PREFIX + topic: chosen.frequency(topic) for topic in Topic.values}
        super().__init__(data, initial=initial)
        for topic in Topic:
            self.fields[PREFIX + topic] = forms.ChoiceField(
                label=topic.label, choices=Frequency.choices
            )
        self.order_fields(["by_mail", "by_push", *(PREFIX + topic for topic in Topic)])

    @property
    def topics(self) -> Mapping[str, str]:
        return {topic: self.cleaned_data[PREFIX + topic] for topic in Topic.values}

    @property
    def chosen(self) -> dict[str, Any]:
        """Return what `choose` takes."""
        names = ("by_mail", "by_push", "quiet_from", "quiet_until")
        return {name: self.cleaned_data[name] for name in names} | {"topics": self.topics}

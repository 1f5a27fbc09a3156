"""Forms of notifications: the filter of the log, and a director's message."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club
from league.office.notifications.models import LONGEST_TEXT, LONGEST_TITLE
from league.office.notifications.services.director_messages import Audience
from league.play.events.models import Event
from league.play.rounds.models import Round, RoundState, Table
from league.play.rounds.selectors import rounds_of_event


class LogForm(forms.Form):
    """`wanted` is what `log_of` takes; what is no event of the club is left out."""

    person = forms.CharField(label=_("Name"), max_length=120, required=False)
    event = forms.ModelChoiceField(
        label=_("Event"),
        queryset=Event.objects.none(),
        required=False,
        empty_label=_("all events"),
    )

    def __init__(self, club: Club, data: Any) -> None:
        super().__init__(data)
        self.fields["event"].queryset = club.events.order_by("-starts_on", "-id")  # type: ignore[attr-defined]
        self.is_valid()

    @property
    def wanted(self) -> dict[str, Any]:
        words = self.cleaned_data.get("person") or ""
        return {"person": words, "event": self.cleaned_data.get("event")}


EVERYBODY, A_ROUND, A_TABLE = "event", "round", "table"


class MessageForm(forms.Form):
    """A message to everybody in the event, or to a round or a table that is being played."""

    to = forms.ChoiceField(label=_("Who gets it"))
    title = forms.CharField(label=_("Subject"), max_length=LONGEST_TITLE)
    text = forms.CharField(
        label=_("Message"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("Plain text. Everybody gets it in the language in which you write it."),
    )

    def __init__(self, event: Event, data: Any = None) -> None:
        super().__init__(data)
        self.event = event
        self.fields["to"].choices = _audiences(event)  # type: ignore[attr-defined]

    @property
    def audience(self) -> Audience:
        """Return to whom it goes; only what was offered can have been chosen."""
        kind, _colon, number = self.cleaned_data["to"].partition(":")
        if kind == A_ROUND:
            return Audience(event=self.event, round=Round.objects.get(pk=number))
        if kind == A_TABLE:
            return Audience(event=self.event, table=Table.objects.get(pk=number))
        return Audience(event=self.event)

    @property
    def to_in_words(self) -> str:
        return str(dict(self.fields["to"].choices)[self.cleaned_data["to"]])  # type: ignore[attr-defined]


def _audiences(event: Event) -> list[tuple[str, Any]]:
    rounds = list(rounds_of_event(event).filter(state=RoundState.OPEN))
    tables = Table.objects.filter(round__in=rounds).order_by("round", "number", "room")
    numbers = {round.pk: round.number for round in rounds}
    return [
        (EVERYBODY, _("everybody in the event")),
        *((f"{A_ROUND}:{one.pk}", _round_in_words(one.number)) for one in rounds),
        *(
            (f"{A_TABLE}:{one.pk}", _table_in_words(one.shown_number, numbers[one.round_id]))
            for one in tables
        ),
    ]


def _round_in_words(number: int) -> str:
    return str(_("everybody who plays in round %(round)d")) % {"round": number}


def _table_in_words(table: str, round: int) -> str:
    return str(_("table %(table)s of round %(round)d")) % {"table": table, "round": round}

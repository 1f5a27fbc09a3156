"""What captains and organisers type about matches: line-ups, dates, captains."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.calendar.captains.line_up_facts import line_ups_of, players_in, seats_for
from league.calendar.captains.matches import Match
from league.calendar.captains.services.postponing import LONGEST_REASON, MOST_PROPOSALS
from league.calendar.captains.suggested_days import MOST_SUGGESTED, SuggestedDay
from league.clubs.models import Player
from league.faces.desk.inputs import moment_field
from league.foundation.lists import listed
from league.play.events.models import Entry
from league.play.events.names import name_of
from league.play.results.services.revoking import LONGEST as LONGEST_DISPUTE


class LineUpForm(forms.Form):
    """A choice of a player for each seat of a side, in turn order, among those who may play."""

    def __init__(
        self, data: Any = None, *, match: Match, side: int, people: Sequence[Player]
    ) -> None:
        self.people = {str(player.pk): player for player in people}
        seats = seats_for(match, side)
        line_up = line_ups_of(match).get(side)
        chosen: Sequence[Player | None] = [seat.player for seat in seats]
        if line_up is not None:
            chosen = players_in(line_up)
        initial = {
            f"seat{place}": str(player.pk)
            for place, player in enumerate(chosen)
            if player is not None
        }
        super().__init__(data, initial=initial, auto_id=f"id_side{side}_%s")
        choices = [("", "–"), *((pk, player.name) for pk, player in self.people.items())]
        for place, seat in enumerate(seats):
            label = _("Player %(number)d") % {"number": place + 1}
            if seat.table.room:
                room = seat.table.get_room_display()
                label = _("Player %(number)d (%(room)s)") % {"number": place + 1, "room": room}
            self.fields[f"seat{place}"] = forms.ChoiceField(label=label, choices=choices)

    @property
    def players(self) -> list[Player]:
        """Return who was chosen, in turn order. Only of a valid form."""
        return [self.people[self.cleaned_data[name]] for name in self.fields]


class DatesForm(forms.Form):
    """Up to five days and times that a side proposes, by the club's clock.

    `days` are those that suit both sides, the best first: a few of them are offered to be ticked.
    """

    suggested = forms.MultipleChoiceField(
        label=gettext_lazy("Days that suit both sides"),
        help_text=gettext_lazy(
            "On these days the home side plays at home, the room is free, and neither side is "
            "kept from playing."
        ),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages={
            "invalid_choice": gettext_lazy(
                "A day that you ticked does not suit any more: choose among these."
            )
        },
    )
    reason = forms.CharField(
        label=gettext_lazy("Why, in a few words"), max_length=LONGEST_REASON, required=False
    )

    def __init__(
        self,
        data: Any = None,
        *,
        days: Sequence[SuggestedDay] = (),
        names: tuple[str, str] = ("", ""),
    ) -> None:
        super().__init__(data)
        self.days = {day.begins_at.isoformat(): day for day in days}
        if days:
            field: Any = self.fields["suggested"]
            field.choices = [(key, _day_in_words(self.days[key], names)) for key in self._offered()]
            if not days[0].is_at_home:
                field.help_text = _(
                    "The home side has no evening of its own here. These are days on which the "
                    "other side plays at home, or most matches are played, and neither side is "
                    "kept from playing. Agree on the place, too."
                )
        else:
            del self.fields["suggested"]
        for number in range(1, MOST_PROPOSALS + 1):
            label = _("Date %(number)d") % {"number": number}
            is_needed = number == 1 and not days
            self.fields[f"date{number}"] = moment_field(label=label, required=is_needed)
        if not days:
            self.fields["date1"].help_text = _(
                "No day can be offered: no usual evening is known, or none is left. Enter days and "
                "times that suit your side, one or more; the other side chooses."
            )
        own = [f"date{number}" for number in range(1, MOST_PROPOSALS + 1)]
        self.order_fields(["suggested", *own])

    def _offered(self) -> list[str]:
        """Return the best few and those that were ticked, in order of time."""
        sent: Any = self.data
        ticked = sent.getlist("suggested") if self.is_bound else []
        best = list(self.days)[:MOST_SUGGESTED]
        return sorted({*best, *(key for key in ticked if key in self.days)}, key=self._moment)

    def _moment(self, key: str) -> datetime:
        return self.days[key].begins_at

    @property
    def dates(self) -> list[datetime]:
        """Return the days that were ticked and given. Only of a valid form."""
        ticked = [self._moment(key) for key in self.cleaned_data.get("suggested", ())]
        given = (self.cleaned_data[f"date{n}"] for n in range(1, MOST_PROPOSALS + 1))
        return [*ticked, *(moment for moment in given if moment is not None)]


def _day_in_words(day: SuggestedDay, names: tuple[str, str]) -> str:
    """Return the day, time and room, and who of each side said that they come."""
    when = date_format(timezone.localtime(day.begins_at), "DATETIME_FORMAT")
    parts = [when, *([day.venue.name] if day.venue else [])]
    for name, people in zip(names, day.comers, strict=True):
        if people:
            coming = {"entry": name, "players": listed(people)}
            parts.append(_("%(entry)s: %(players)s said that they come") % coming)
    return " · ".join(parts)


class DisputeForm(forms.Form):
    """What is wrong with the result that the other side entered."""

    reason = forms.CharField(
        label=gettext_lazy("What is wrong?"),
        help_text=gettext_lazy("For example: we took 31 points, not 30."),
        max_length=LONGEST_DISPUTE,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class RulingForm(forms.Form):
    """The day that the organiser decides on."""

    even_unsuitable = forms.BooleanField(
        label=gettext_lazy("Set this date even if it does not suit"), required=False
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.fields["begins_at"] = moment_field(label=_("Day and time"))
        self.order_fields(["begins_at"])


class CaptainForm(forms.Form):
    """Who speaks for an entry, among those who may.

    Whose `account` it is hands over to somebody else only where that is ticked: it is final.
    """

    player = forms.ChoiceField(label=gettext_lazy("Captain"))

    def __init__(
        self,
        data: Any = None,
        *,
        entry: Entry,
        captain: Player | None,
        people: Sequence[Player],
        account: int | None = None,
    ) -> None:
        self.people = {str(player.pk): player for player in people}
        if captain is not None:
            self.people.setdefault(str(captain.pk), captain)
        initial = {"player": str(captain.pk)} if captain else {}
        super().__init__(data, initial=initial, auto_id=f"id_captain{entry.pk}_%s")
        field: Any = self.fields["player"]
        field.choices = [(pk, player.name) for pk, player in self.people.items()]
        self.account = account
        if account is not None:
            label = _("I hand over, and then no longer speak for %(entry)s")
            self.fields["is_sure"] = forms.BooleanField(
                label=label % {"entry": name_of(entry)}, required=False
            )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        chosen = self.people.get(cleaned.get("player", ""))
        hands_over = self.account is not None and chosen and chosen.user_id != self.account
        if hands_over and not cleaned.get("is_sure"):
            sentence = _(
                "You cannot take this back yourself: tick that you hand over, and send it again."
            )
            self.add_error("is_sure", sentence)
        return cleaned

    @property
    def chosen(self) -> Player:
        """Return the player. Only of a valid form."""
        return self.people[self.cleaned_data["player"]]

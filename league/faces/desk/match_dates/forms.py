"""What people type about homes, demands of a calendar and the date of a match."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.calendar.calendars.league_demands import default_season
from league.calendar.calendars.models import (
    MOST_REST_DAYS,
    MOST_SECONDS,
    MOST_WEIGHT,
    LeagueCalendar,
)
from league.calendar.fixtures.fixtures_request import DEFAULT_WISHES, MOST_RETURN_DAYS
from league.calendar.match_dates.models import EntryHome, MatchDate, Venue
from league.calendar.match_dates.services import HomeTerms
from league.calendar.match_dates.typed_days import DaysFormField
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.faces.desk.inputs import day_field, moment_field, number_field

WEEKDAYS = (
    (0, gettext_lazy("Monday")),
    (1, gettext_lazy("Tuesday")),
    (2, gettext_lazy("Wednesday")),
    (3, gettext_lazy("Thursday")),
    (4, gettext_lazy("Friday")),
    (5, gettext_lazy("Saturday")),
    (6, gettext_lazy("Sunday")),
)
WISH_LABELS = {
    "alternate": gettext_lazy("Home and away in turn"),
    "even_spread": gettext_lazy("Matches spread evenly"),
    "same_club_first": gettext_lazy("Teams of one club meet early"),
    "no_three_in_a_row": gettext_lazy("Never three in a row at home or away"),
}


class HomeForm(forms.Form):
    """The home of one entry; without a venue it has none."""

    venue = forms.ModelChoiceField(
        Venue.objects.none(),
        required=False,
        label=gettext_lazy("Venue"),
        empty_label=gettext_lazy("no home"),
    )
    weekdays = forms.TypedMultipleChoiceField(
        choices=WEEKDAYS,
        coerce=int,
        required=False,
        label=gettext_lazy("Home evenings"),
        widget=forms.CheckboxSelectMultiple,
    )
    begins_at = forms.TimeField(
        label=gettext_lazy("Begins at"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    blocked = DaysFormField(label=gettext_lazy("Days on which it cannot play"))

    def __init__(
        self, data: Any = None, *, prefix: str, venues: Any, home: EntryHome | None
    ) -> None:
        initial: dict[str, Any] = {}
        if home is not None:
            initial = {
                "venue": home.venue_id,
                "weekdays": home.weekdays,
                "begins_at": home.begins_at,
                "blocked": home.blocked,
            }
        super().__init__(data, prefix=prefix, initial=initial)
        field: Any = self.fields["venue"]
        field.queryset = venues
        # read once for the forms of all entries
        field.choices = [("", field.empty_label), *((venue.pk, str(venue)) for venue in venues)]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("venue") is not None:
            if not data.get("weekdays") and "weekdays" not in self.errors:
                self.add_error("weekdays", _("Choose at least one evening."))
            if data.get("begins_at") is None and "begins_at" not in self.errors:
                self.add_error("begins_at", _("Say when its home matches begin."))
        return data

    def terms(self) -> HomeTerms | None:
        data = self.cleaned_data
        if data["venue"] is None:
            return None
        return HomeTerms(
            venue=data["venue"],
            weekdays=tuple(data["weekdays"]),
            begins_at=data["begins_at"],
            blocked=tuple(data["blocked"]),
        )


class DemandsForm(forms.Form):
    starts_on = day_field(label=gettext_lazy("First day"))
    ends_on = day_field(label=gettext_lazy("Last day"))
    blocked = DaysFormField(label=gettext_lazy("Days on which nobody plays"))
    rest_days = number_field(
        least=0,
        most=MOST_REST_DAYS,
        label=gettext_lazy("Days between two matches of a team"),
        help_text=gettext_lazy("4: after a Tuesday it plays on Saturday at the earliest."),
    )
    return_days = number_field(
        least=0,
        most=MOST_RETURN_DAYS,
        label=gettext_lazy("Days between two matches of the same teams"),
        help_text=gettext_lazy(
            "Where they meet twice: 42 are six weeks. In a short season take fewer; 0 asks for "
            "none."
        ),
    )
    same_club_first = number_field(
        least=1,
        most=1_000,
        label=gettext_lazy("Teams of one club meet within so many of their first matches"),
    )
    keeps_published = forms.BooleanField(
        label=gettext_lazy("Published dates stay as they are"),
        required=False,
        help_text=gettext_lazy(
            "Without this, published matches that are not played, agreed or ruled may move."
        ),
    )
    seconds = number_field(least=1, most=MOST_SECONDS, label=gettext_lazy("Seconds to search"))

    def __init__(self, data: Any = None, *, demands: LeagueCalendar | None, today: date) -> None:
        first, last = default_season(today)
        known = demands or LeagueCalendar(starts_on=first, ends_on=last)
        initial: dict[str, Any] = {name: getattr(known, name) for name in self.base_fields}
        weights = {**DEFAULT_WISHES, **known.wishes}
        initial |= {f"wish_{name}": weight for name, weight in weights.items()}
        super().__init__(data, initial=initial)
        for name, label in WISH_LABELS.items():
            self.fields[f"wish_{name}"] = number_field(least=0, most=MOST_WEIGHT, label=label)

    def wish_fields(self) -> list[Any]:
        return [self[f"wish_{name}"] for name in WISH_LABELS]

    def demand_fields(self) -> list[Any]:
        return [self[name] for name in self.base_fields]

    def demands(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        wishes = {name: data.pop(f"wish_{name}") for name in WISH_LABELS}
        return data | {"wishes": wishes}


class DateForm(ConflictCheckedForm):
    """The date of one match; a box says that it has none for now."""

    begins_at = moment_field(label=gettext_lazy("Day and time"), required=False)
    venue = forms.ModelChoiceField(
        Venue.objects.none(),
        required=False,
        label=gettext_lazy("Venue"),
        empty_label=gettext_lazy("not said"),
    )
    home_side = forms.TypedChoiceField(
        label=gettext_lazy("At home"), coerce=int, required=False, empty_value=None
    )
    is_postponed = forms.BooleanField(
        label=gettext_lazy("Postponed, without a new date for now"), required=False
    )

    def __init__(
        self, data: Any = None, *, date: MatchDate | None, venues: Any, names: Sequence[str]
    ) -> None:
        initial: dict[str, Any] = {}
        if date is not None:
            initial = {
                "begins_at": date.begins_at,
                "venue": date.venue_id,
                "home_side": date.home_side,
                "is_postponed": date.is_postponed,
            }
        super().__init__(data, initial=initial)
        fields: dict[str, Any] = self.fields
        fields["venue"].queryset = venues
        sides = list(enumerate(names)) if len(names) == 2 else []
        known = date is not None and date.home_side is not None
        fields["home_side"].choices = [*([] if known else [("", _("not said"))]), *sides]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("is_postponed"):
            data["begins_at"] = None
        elif data.get("begins_at") is None and "begins_at" not in self.errors:
            self.add_error("begins_at", _("Give the day and the time of the match."))
        return data

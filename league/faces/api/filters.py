"""Filters of lists. A value that a filter cannot have is refused, never ignored."""

from datetime import UTC, datetime
from typing import Any

import django_filters
from django import forms
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_filters.fields import IsoDateTimeField
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from games import services as games
from league.clubs.models import Club, HouseRules, Member, Player, Role
from league.clubs.selectors import with_the_same_name
from league.faces.api.parsing import NO_OFFSET
from league.foundation.journal.models import Happening
from league.foundation.limits import parse_int
from league.foundation.names import has_word
from league.play.events.models import Entry, EntryState, Event, EventState, Season
from league.play.results.models import TableState
from league.play.rounds.models import Round, RoundState, Table
from league.tables.past_events.models import PastEvent

LARGEST_ID = 2**63 - 1
FIRST, LAST = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)


def number_in(request: Request, name: str, *, most: int = LARGEST_ID) -> int | None:
    """Return a whole number of the query, None without one. Raises ValidationError."""
    text = request.query_params.get(name)
    if text is None:
        return None
    number = parse_int(text, most=most)
    if number is None:
        sentence = _("Write a whole number from 0 to %(most)d.") % {"most": most}
        raise ValidationError({name: sentence}, code="invalid")
    return number


class TimeField(IsoDateTimeField):  # type: ignore[misc]
    """Reads a moment in UTC: the database refuses offsets that ISO 8601 allows."""

    default_error_messages = {"invalid": NO_OFFSET}

    def to_python(self, value: Any) -> datetime | None:
        moment = super().to_python(value)
        written = parse_datetime(value.strip()) if isinstance(value, str) and moment else moment
        if written is not None and timezone.is_naive(written):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return written and in_utc(written)


class TimeFilter(django_filters.IsoDateTimeFilter):  # type: ignore[misc]
    field_class = TimeField


def in_utc(time: datetime) -> datetime:
    """Return the time in UTC; one before the first or after the last there is becomes that."""
    try:
        return time.astimezone(UTC)
    except OverflowError:
        return FIRST if time.year == 1 else LAST


def since(field: str = "updated_at") -> django_filters.Filter:
    """Return the filter for what was changed at a time or later."""
    return TimeFilter(field_name=field, lookup_expr="gte")


class Ordering(django_filters.ChoiceFilter):  # type: ignore[misc]
    """Rows by one field, and those that are level by their ids; so no row is on two pages.

    `columns` are those of the rows by the names that may be asked for.
    """

    def __init__(self, columns: dict[str, str]) -> None:
        self.columns = {sign + name: sign + columns[name] for name in columns for sign in ("", "-")}
        super().__init__(choices=[(name, name) for name in self.columns])

    def filter(self, rows: "QuerySet[Any]", value: str | None) -> "QuerySet[Any]":
        return rows.order_by(self.columns[value], "id") if value else rows


def ordered_by(*fields: str) -> Ordering:
    """Return the filter that orders by one of the fields; `sort_key` is called `name`."""
    return Ordering({"name" if field == "sort_key" else field: field for field in fields})


class YesOrNoField(forms.Field):
    """Reads true or false, or 1 or 0; nothing else means anything."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> bool | None:
        if value in (None, ""):
            return None
        answers = {"true": True, "1": True, "false": False, "0": False}
        answer = answers.get(str(value).lower())
        if answer is None:
            raise forms.ValidationError(_("Write true or false."), code="invalid")
        return answer


class YesOrNo(django_filters.BooleanFilter):  # type: ignore[misc]
    field_class = YesOrNoField


class NameFilter(django_filters.CharFilter):  # type: ignore[misc]
    """Rows whose name has the text, accents and capitals aside."""

    def filter(self, rows: "QuerySet[Any]", text: str) -> "QuerySet[Any]":
        return rows.filter(has_word(text)) if text else rows


class PlayerFilter(django_filters.FilterSet):  # type: ignore[misc]
    name = NameFilter(max_length=120)
    is_active = YesOrNo()
    to_tell_apart = YesOrNo(
        method="same_names", label="Those who play and have the same name as another one."
    )
    updated_since = since()
    ordering = ordered_by("sort_key", "id", "updated_at")

    class Meta:
        model = Player
        fields = ["is_active"]

    def same_names(self, rows: "QuerySet[Player]", _name: str, wanted: bool) -> "QuerySet[Player]":
        shared = with_the_same_name(rows)
        return shared if wanted else rows.exclude(pk__in=shared.values("pk"))


class HouseRulesFilter(django_filters.FilterSet):  # type: ignore[misc]
    archived = YesOrNo(method="as_asked")
    name = NameFilter(max_length=80)
    updated_since = since("changed_at")

    class Meta:
        model = HouseRules
        fields: list[str] = []

    def as_asked(
        self, rows: "QuerySet[HouseRules]", _name: str, _archived: bool
    ) -> "QuerySet[HouseRules]":
        """The view has chosen the rows: those in use, or those in the archive."""
        return rows


class MemberFilter(django_filters.FilterSet):  # type: ignore[misc]
    role = django_filters.MultipleChoiceFilter(choices=Role.choices)
    updated_since = since()
    ordering = Ordering(
        {"name": "user__name", "since": "since", "id": "id", "updated_at": "updated_at"}
    )

    class Meta:
        model = Member
        fields = ["role"]


def of_club() -> django_filters.Filter:
    """Return the filter for the rows of a club, by its address; there must be such a club."""
    return django_filters.ModelChoiceFilter(
        queryset=Club.objects.all(),
        to_field_name="slug",
        error_messages={"invalid_choice": gettext_lazy("There is no club at this address.")},
    )


class SeasonField(forms.CharField):
    """Reads the address of a season; there must be one, in whichever club."""

    default_error_messages = {"unknown": gettext_lazy("There is no season at this address.")}

    def run_validators(self, value: str) -> None:
        super().run_validators(value)  # first: no address has a NUL
        if value and not Season.objects.filter(slug=value).exists():
            raise forms.ValidationError(self.error_messages["unknown"], code="unknown")


class OfSeason(django_filters.CharFilter):  # type: ignore[misc]
    field_class = SeasonField


class RegistrationFilter(django_filters.FilterSet):  # type: ignore[misc]
    club = of_club()


class SeasonFilter(django_filters.FilterSet):  # type: ignore[misc]
    name = NameFilter(max_length=120)
    updated_since = since()
    ordering = ordered_by("starts_on", "name", "id", "updated_at")

    class Meta:
        model = Season
        fields: list[str] = []


class EventFilter(django_filters.FilterSet):  # type: ignore[misc]
    club = of_club()
    season = OfSeason(field_name="season__slug", max_length=60)
    state = django_filters.MultipleChoiceFilter(choices=EventState.choices)
    variant = django_filters.ChoiceFilter(choices=[(game.id, game.id) for game in games.variants()])
    name = NameFilter(max_length=120)
    starts_from = django_filters.DateFilter(field_name="starts_on", lookup_expr="gte")
    starts_until = django_filters.DateFilter(field_name="starts_on", lookup_expr="lte")
    updated_since = since()
    ordering = ordered_by("starts_on", "name", "id", "updated_at")

    class Meta:
        model = Event
        fields = ["state"]


class EntryFilter(django_filters.FilterSet):  # type: ignore[misc]
    state = django_filters.MultipleChoiceFilter(choices=EntryState.choices)
    updated_since = since()
    ordering = ordered_by("number", "seed", "id", "updated_at")

    class Meta:
        model = Entry
        fields = ["state"]


class RoundFilter(django_filters.FilterSet):  # type: ignore[misc]
    stage = django_filters.NumberFilter(
        field_name="stage__number", min_value=1, max_value=1_000, decimal_places=0
    )
    state = django_filters.MultipleChoiceFilter(choices=RoundState.choices)
    updated_since = since()
    ordering = ordered_by("id", "updated_at")

    class Meta:
        model = Round
        fields = ["state"]


class TableFilter(django_filters.FilterSet):  # type: ignore[misc]
    state = django_filters.MultipleChoiceFilter(choices=TableState.choices, method="in_state")
    updated_since = TimeFilter(method="changed_since")

    class Meta:
        model = Table
        fields: list[str] = []

    def changed_since(
        self, rows: "QuerySet[Table]", _name: str, moment: datetime
    ) -> "QuerySet[Table]":
        """A table changes with its seats and with its result."""
        return rows.filter(Q(updated_at__gte=moment) | Q(result__updated_at__gte=moment))

    def in_state(self, rows: "QuerySet[Table]", _name: str, states: list[str]) -> "QuerySet[Table]":
        """A table that has heard nothing yet waits."""
        chosen = Q(result__state__in=states)
        if TableState.WAITING in states:
            chosen |= Q(result__isnull=True)
        return rows.filter(chosen) if states else rows


class PastEventFilter(django_filters.FilterSet):  # type: ignore[misc]
    season = OfSeason(field_name="season__slug", max_length=60)
    name = NameFilter(max_length=120)
    starts_from = django_filters.DateFilter(field_name="starts_on", lookup_expr="gte")
    starts_until = django_filters.DateFilter(field_name="starts_on", lookup_expr="lte")
    ordering = ordered_by("starts_on", "name", "id")

    class Meta:
        model = PastEvent
        fields: list[str] = []


class HappeningFilter(django_filters.FilterSet):  # type: ignore[misc]
    kind = django_filters.CharFilter(max_length=60)
    event = django_filters.NumberFilter(
        field_name="event_id", min_value=1, max_value=LARGEST_ID, decimal_places=0
    )

    class Meta:
        model = Happening
        fields = ["kind"]


def filtered(
    request: Request, rows: "QuerySet[Any]", filters: type[django_filters.FilterSet]
) -> "QuerySet[Any]":
    """Return the rows that the query asks for. Raises ValidationError."""
    chosen = filters(request.query_params, queryset=rows, request=request)
    if not chosen.is_valid():
        raise ValidationError(
            {name: [str(fault) for fault in faults] for name, faults in chosen.errors.items()}
        )
    rows = chosen.qs
    return rows

"""Seasons as programs see them: their rules and their table."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from league.faces.api.pagination import PageShape, as_page
from league.play.events.models import Event, Season
from league.tables.outlook.methods.marks import Mark
from league.tables.outlook.season_outlook import season_outlook
from league.tables.past_events.models import PastEvent
from league.tables.seasons.methods import rules_as_json
from league.tables.seasons.rules_in_words import rules_in_words
from league.tables.seasons.selectors import SeasonSheet
from league.tables.seasons.shown import ShownNight, ShownRow, ranks_with_handicap, shown_rows
from league.tables.standings.methods import as_json

ROUNDED = "To two decimals."


class SeasonInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=120)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()


class NextSeasonInput(SeasonInput):
    with_events = serializers.BooleanField(
        default=False,
        help_text="Make the events again as drafts, with who competed; one of a division gets "
        "those who are in it after the moves.",
    )


class DivisionShape(serializers.Serializer[Any]):
    """A division; a list of them stands highest first."""

    name = serializers.CharField(max_length=60)
    up = serializers.IntegerField(min_value=0, max_value=50, default=0)
    down = serializers.IntegerField(min_value=0, max_value=50, default=0)


class DivisionsInput(serializers.Serializer[Any]):
    divisions = serializers.ListField(child=DivisionShape(), max_length=20)


class SeasonDetailSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    club = serializers.SlugField()
    slug = serializers.SlugField()
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    rules = serializers.DictField(help_text="As they are sent to `rules`.")
    rules_in_words = serializers.ListField(child=serializers.CharField())
    divisions = DivisionShape(many=True)


def season_as_json(sheet: SeasonSheet) -> dict[str, Any]:
    season: Season = sheet.season
    return {
        "id": season.pk,
        "club": season.club.slug,
        "slug": season.slug,
        "name": season.name,
        "starts_on": season.starts_on,
        "ends_on": season.ends_on,
        "rules": rules_as_json(sheet.rules),
        "rules_in_words": rules_in_words(sheet.rules),
        "divisions": [
            {"name": division.name, "up": division.up, "down": division.down}
            for division in sheet.divisions
        ],
    }


class CellSerializer(serializers.Serializer[Any]):
    score = serializers.FloatField(allow_null=True, help_text="Null: did not come.")
    counts = serializers.BooleanField()


class SeasonRowSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="Names the player, pair or team in this season.")
    division = serializers.CharField(allow_blank=True)
    rank = serializers.IntegerField(allow_null=True, help_text="In the division; null: not ranked.")
    tied = serializers.BooleanField()
    name = serializers.CharField()
    nights = CellSerializer(many=True, help_text="In the order of the table's nights.")
    total = serializers.FloatField(help_text=ROUNDED)
    other_rank = serializers.IntegerField(allow_null=True)
    other_total = serializers.FloatField(
        allow_null=True, help_text="Of the table beside: without handicaps, or with them."
    )
    why = serializers.CharField()
    mark = serializers.ChoiceField(
        choices=[(mark.value, mark.value) for mark in Mark],
        allow_blank=True,
        help_text="What is certain by now; empty: nothing, or nothing can be told yet.",
    )


class NightSerializer(serializers.Serializer[Any]):
    event = serializers.IntegerField(
        help_text="0 for an event whose final standings were imported: it is no event of the site."
    )
    name = serializers.CharField()
    day = serializers.DateField()
    provisional = serializers.BooleanField()


class SeasonTableSerializer(PageShape):
    """The table of a season; it has one page."""

    season = serializers.IntegerField()
    provisional = serializers.BooleanField()
    with_handicap = serializers.BooleanField(help_text="Whether `total` has handicaps in it.")
    nights = NightSerializer(many=True)
    results = SeasonRowSerializer(many=True)
    notes = serializers.ListField(
        child=serializers.CharField(), help_text="How it was found what is certain."
    )


def table_as_json(request: Request, sheet: SeasonSheet, *, full: bool) -> dict[str, Any]:
    outlook = season_outlook(sheet)
    shown = shown_rows(sheet, full=full)
    rows = [row_as_json(row, outlook.marks.get(row.key)) for row in shown]
    return {
        "season": sheet.season.pk,
        "provisional": sheet.table.is_provisional,
        "with_handicap": ranks_with_handicap(sheet.table),
        "nights": [
            {
                "event": _number_of(event),
                "name": event.name,
                "day": event.starts_on,
                "provisional": night.is_provisional,
            }
            for event, night in zip(sheet.events, sheet.table.nights, strict=True)
        ],
        "notes": outlook.notes,
        **as_page(request, rows, count=len(rows)),
    }


def _number_of(event: Event | PastEvent) -> int:
    """Return the event's number; an imported one has none among the events of the site: 0."""
    return event.pk if isinstance(event, Event) else 0


def row_as_json(row: ShownRow, mark: Mark | None) -> dict[str, Any]:
    return {
        "key": row.key,
        "division": row.division,
        "rank": row.rank,
        "tied": row.is_tied,
        "name": row.name,
        "nights": [
            {
                "score": None if cell.score is None else as_json(cell.score),
                "counts": cell.score is not None and cell.is_counted,
            }
            for cell in row.cells
        ],
        "total": as_json(row.total),
        "other_rank": row.other_rank,
        "other_total": None if row.other_total is None else as_json(row.other_total),
        "why": row.why,
        "mark": mark or "",
    }


class SeasonNightSerializer(serializers.Serializer[Any]):
    event = serializers.IntegerField(
        help_text="0 for an event whose final standings were imported: it is no event of the site."
    )
    rank = serializers.IntegerField()
    score = serializers.FloatField(help_text="As it counts, with the handicap if that decides.")
    why = serializers.CharField()
    handicap = serializers.FloatField(help_text=ROUNDED)
    why_handicap = serializers.CharField(allow_blank=True)
    counts = serializers.BooleanField()
    why_not = serializers.CharField(allow_blank=True)


class SeasonWhySerializer(serializers.Serializer[Any]):
    row = SeasonRowSerializer()
    total = serializers.CharField(help_text="How the total was worked out.")
    other_total = serializers.CharField(
        allow_blank=True,
        help_text="How the total of the table beside was worked out; empty without one.",
    )
    nights = SeasonNightSerializer(many=True)


def night_as_json(night: ShownNight) -> dict[str, Any]:
    return {
        "event": _number_of(night.event),
        "rank": night.rank,
        "score": as_json(night.score),
        "why": night.why,
        "handicap": as_json(night.added),
        "why_handicap": night.why_added,
        "counts": night.is_counted,
        "why_not": night.why_dropped,
    }


class PlaceInput(serializers.Serializer[Any]):
    key = serializers.CharField(max_length=120, help_text="From the table.")
    division = serializers.IntegerField(
        min_value=1, max_value=20, allow_null=True, default=None, help_text="1 is the highest."
    )
    guest = serializers.BooleanField(default=False)
    withdrawn = serializers.BooleanField(default=False)


class PlacesInput(serializers.Serializer[Any]):
    competitors = serializers.ListField(child=PlaceInput(), max_length=1_000)


class SeasonSerializer(serializers.ModelSerializer[Season]):
    class Meta:
        model = Season
        fields = ["id", "slug", "name", "starts_on", "ends_on"]
        read_only_fields = fields

"""Seasons as programs see them: their rules and their table."""

from datetime import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.sentences import sentence_from_json
from games.services import render_sentence, whole_sentence
from league.faces.api.answers import RoundedField
from league.faces.api.declared_shapes import SEASON_RULES
from league.faces.api.pagination import PageShape, as_page
from league.play.events.models import Event, Season
from league.tables.outlook.methods.marks import ClinchStatus
from league.tables.outlook.season_outlook import season_outlook
from league.tables.past_events.models import PastEvent
from league.tables.seasons.drafts import Draft
from league.tables.seasons.methods import MoveKind, rules_as_json
from league.tables.seasons.models import SignedMoves
from league.tables.seasons.rules_in_words import rules_in_words
from league.tables.seasons.selectors import SeasonSheet, names_of_keys
from league.tables.seasons.shown import Cell, ShownNight, ShownRow, ranks_with_handicap, shown_rows
from league.tables.standings.methods import round_for_json

ROUNDED = "To two decimals."
NUMBER_OF_EVENT = "0 for an event whose final standings were imported: it is no event of the site."


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
    id = serializers.IntegerField(source="season.pk")
    club = serializers.SlugField(source="season.club.slug")
    slug = serializers.SlugField(source="season.slug")
    name = serializers.CharField(source="season.name")
    starts_on = serializers.DateField(source="season.starts_on")
    ends_on = serializers.DateField(source="season.ends_on")
    rules = serializers.SerializerMethodField(help_text="As they are sent to `rules`.")
    rules_in_words = serializers.SerializerMethodField()
    divisions = DivisionShape(many=True)

    @extend_schema_field(SEASON_RULES)
    def get_rules(self, sheet: SeasonSheet) -> dict[str, Any]:
        return rules_as_json(sheet.rules)

    def get_rules_in_words(self, sheet: SeasonSheet) -> list[str]:
        return rules_in_words(sheet.rules)


class CellSerializer(serializers.Serializer[Any]):
    score = serializers.FloatField(allow_null=True, help_text="Null: did not come.")
    counts = serializers.BooleanField()

    def to_representation(self, instance: Cell) -> dict[str, Any]:
        if instance.score is None:
            return {"score": None, "counts": False}
        return {"score": round_for_json(instance.score), "counts": instance.is_counted}


class SeasonRowSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="Names the player, pair or team in this season.")
    division = serializers.CharField(allow_blank=True)
    rank = serializers.IntegerField(allow_null=True, help_text="In the division; null: not ranked.")
    tied = serializers.BooleanField(source="is_tied")
    name = serializers.CharField()
    nights = CellSerializer(
        source="cells", many=True, help_text="In the order of the table's nights."
    )
    total = RoundedField(help_text=ROUNDED)
    other_rank = serializers.IntegerField(allow_null=True)
    other_total = RoundedField(
        allow_null=True, help_text="Of the table beside: without handicaps, or with them."
    )
    why = serializers.CharField()
    mark = serializers.SerializerMethodField()

    @extend_schema_field(
        serializers.ChoiceField(
            choices=[(mark.value, mark.value) for mark in ClinchStatus],
            allow_blank=True,
            help_text="What is certain by now; empty: nothing, or nothing can be told yet.",
        )
    )
    def get_mark(self, row: ShownRow) -> str:
        return self.context["marks"].get(row.key) or ""


class NightSerializer(serializers.Serializer[Any]):
    event = serializers.SerializerMethodField(help_text=NUMBER_OF_EVENT)
    name = serializers.CharField(source="event.name")
    day = serializers.DateField(source="event.starts_on")
    provisional = serializers.BooleanField(source="night.is_provisional")

    def get_event(self, row: dict[str, Any]) -> int:
        return _number_of(row["event"])


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

    def to_representation(self, instance: SeasonSheet) -> dict[str, Any]:
        outlook, table = season_outlook(instance), instance.table
        nights = [
            {"event": event, "night": night}
            for event, night in zip(instance.events, table.nights, strict=True)
        ]
        shown = shown_rows(instance, full=self.context["full"])
        marks = {"marks": outlook.marks}
        rows: Any = SeasonRowSerializer(shown, many=True, context=marks).data
        return {
            "season": instance.season.pk,
            "provisional": table.is_provisional,
            "with_handicap": ranks_with_handicap(table),
            "nights": NightSerializer(nights, many=True).data,
            "notes": outlook.notes,
            **as_page(self.context["request"], rows, count=len(rows)),
        }


def _number_of(event: Event | PastEvent) -> int:
    """Return the event's number; an imported one has none among the events of the site: 0."""
    return event.pk if isinstance(event, Event) else 0


class SeasonNightSerializer(serializers.Serializer[Any]):
    event = serializers.SerializerMethodField(help_text=NUMBER_OF_EVENT)
    rank = serializers.IntegerField()
    score = RoundedField(help_text="As it counts, with the handicap if that decides.")
    why = serializers.CharField()
    handicap = RoundedField(source="added", help_text=ROUNDED)
    why_handicap = serializers.CharField(source="why_added", allow_blank=True)
    counts = serializers.BooleanField(source="is_counted")
    why_not = serializers.CharField(source="why_dropped", allow_blank=True)

    def get_event(self, night: ShownNight) -> int:
        return _number_of(night.event)


class SeasonWhySerializer(serializers.Serializer[Any]):
    row = SeasonRowSerializer()
    total = serializers.CharField(help_text="How the total was worked out.")
    other_total = serializers.CharField(
        allow_blank=True,
        help_text="How the total of the table beside was worked out; empty without one.",
    )
    nights = SeasonNightSerializer(many=True)


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


# --- Handicaps, promotion and relegation as programs see them ---


class HandicapSerializer(serializers.Serializer[Any]):
    player = serializers.CharField(help_text="The player's key, such as `p12`.")
    name = serializers.CharField()
    handicap = RoundedField(source="value", help_text=ROUNDED)
    worked_out = RoundedField(help_text="Without the club's own word.")
    set_by_club = serializers.BooleanField(source="is_own")
    why = serializers.CharField()


class HandicapListSerializer(serializers.Serializer[Any]):
    day = serializers.DateField()
    handicaps = HandicapSerializer(many=True)


class HandicapInput(serializers.Serializer[Any]):
    player = serializers.IntegerField(min_value=1)
    value = serializers.DecimalField(
        max_digits=6, decimal_places=2, allow_null=True, help_text="Null: worked out again."
    )
    from_day = serializers.DateField()
    reason = serializers.CharField(max_length=200)


class MoveSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.SerializerMethodField()
    before = serializers.IntegerField(allow_null=True, help_text="The number of the division.")
    after = serializers.IntegerField(allow_null=True, help_text="Null: in none.")
    kind = serializers.ChoiceField(choices=[kind.value for kind in MoveKind])
    settled = serializers.BooleanField(
        source="is_settled", help_text="False: level at a line, to be decided."
    )
    why = serializers.SerializerMethodField()

    def get_name(self, move: dict[str, Any]) -> str:
        name: str = self.context["names"][move["key"]].full
        return name

    def get_why(self, move: dict[str, Any]) -> str:
        return whole_sentence(render_sentence(sentence_from_json(move["why"])))


class MovesSerializer(serializers.Serializer[Any]):
    signed_at = serializers.SerializerMethodField()
    signed_by = serializers.SerializerMethodField()
    digest = serializers.CharField(help_text="Names the draft as it is now; sent with `sign`.")
    moves = serializers.SerializerMethodField()

    @property
    def signed(self) -> SignedMoves | None:
        signed: SignedMoves | None = self.context["signed"]
        return signed

    def get_signed_at(self, draft: Draft) -> datetime | None:
        return self.signed.signed_at if self.signed else None

    def get_signed_by(self, draft: Draft) -> str | None:
        return str(self.signed.signed_by) if self.signed else None

    @extend_schema_field(MoveSerializer(many=True))
    def get_moves(self, draft: Draft) -> Any:
        """Return what was signed, else the draft."""
        moves = self.signed.moves if self.signed else draft.stored
        names = names_of_keys(draft.sheet.season, [move["key"] for move in moves])
        return MoveSerializer(moves, many=True, context={"names": names}).data


class SignInput(serializers.Serializer[Any]):
    digest = serializers.CharField(max_length=64)


class MoveDecisionInput(serializers.Serializer[Any]):
    key = serializers.CharField(max_length=120)
    to = serializers.IntegerField(min_value=1, max_value=20, allow_null=True)
    reason = serializers.CharField(max_length=200)
